import { isoTimeSchema } from '../primitives.ts';
import { protocolSchema } from '../protocol.ts';
import { z } from '../zod.ts';
import { heardFrameSchema, topicSchema, topicSeqsSchema } from './event.ts';

/**
 * Server → client. One union for every rung:
 * - server-sent events: `event:` is the kind, `id:` the seq of an event, `data:` the JSON of the frame;
 * - websocket: one JSON text message a frame;
 * - polling: GET /api/poll/{topic}?since= answers an array of event frames; `X-Log-Epoch`, `X-Newest-Seq` and
 *   `X-Resync: 1` (the gap is no longer held) are its headers.
 *
 * A frame without `kind` is an event as the documents have it; one that says no more than that it is a heartbeat is ignored (C-65).
 *
 * Order: `hello` first on SSE and websocket; then events in rising seq; heartbeats every 25 s. A `resync` means that the
 * server no longer holds what lies between the client's cursor and now: refetch, then go on from `topics`.
 */
export const helloFrameSchema = z.object({
  kind: z.literal('hello'),
  epoch: z.string(),
  topics: topicSeqsSchema,
  at: isoTimeSchema,
  heartbeatMs: z.int(),
  /** Absent from platforms before version 8. */
  protocol: z.optional(protocolSchema),
});
export const heartbeatFrameSchema = z.object({ kind: z.literal('heartbeat'), topics: topicSeqsSchema, at: isoTimeSchema });
export const resyncFrameSchema = z.object({
  kind: z.literal('resync'),
  epoch: z.string(),
  topics: topicSeqsSchema,
  reason: z.enum(['gap', 'epoch', 'slow']),
});
export const pongFrameSchema = z.object({ kind: z.literal('pong'), topic: z.optional(topicSchema), at: isoTimeSchema });
export const eventDownFrameSchema = z.extend(heardFrameSchema, { kind: z.literal('event') });
export const downFrameSchema = z.discriminatedUnion('kind', [
  helloFrameSchema,
  heartbeatFrameSchema,
  resyncFrameSchema,
  pongFrameSchema,
  eventDownFrameSchema,
]);
export type DownFrame = z.infer<typeof downFrameSchema>;
export const pollResponseSchema = z.array(heardFrameSchema);
