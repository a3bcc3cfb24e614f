import { isoTimeSchema } from '../primitives.ts';
import { protocolSchema } from '../protocol.ts';
import { z } from '../zod.ts';
import { heardFrameSchema, topicSchema, topicSeqsSchema } from './event.ts';

/**
 * Server → client. One union for every transport:
 * - server-sent events: `event:` is the kind, `id:` the seq of an event, `data:` the JSON of the frame;
 * - websocket: one JSON text message per frame;
 * - polling: GET /api/poll/{topic}?since= answers an array of event frames; its headers are `X-Log-Epoch`, `X-Newest-Seq` and
 *   `X-Resync: 1` (the missing events are no longer stored).
 *
 * A frame without `kind` is an event in the documents' form; such a frame that is a mere heartbeat is ignored (C-65).
 *
 * Order: `hello` first on SSE and websocket; then events in rising seq; heartbeats every 25 s. `resync` means that the server no longer
 * stores the events between the client's cursor and now: refetch, then continue from `topics`.
 */
export const helloFrameSchema = z.object({
  kind: z.literal('hello'),
  epoch: z.string(),
  topics: topicSeqsSchema,
  at: isoTimeSchema,
  heartbeatMs: z.int(),
  /** Absent from platforms older than version 8. */
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
/**
 * Our own frame, since version 29. The session has a new token (every refresh issues one), and this stream, opened with the old token,
 * ends within a minute. The client opens the next stream first and then closes this one, so that no connection loss is shown.
 */
export const renewFrameSchema = z.object({ kind: z.literal('renew') });
export const eventDownFrameSchema = z.extend(heardFrameSchema, { kind: z.literal('event') });
/** Any message from the platform to a console over a stream. */
export const downFrameSchema = z.discriminatedUnion('kind', [
  helloFrameSchema,
  heartbeatFrameSchema,
  resyncFrameSchema,
  pongFrameSchema,
  renewFrameSchema,
  eventDownFrameSchema,
]);
export type DownFrame = z.infer<typeof downFrameSchema>;
export const pollResponseSchema = z.array(heardFrameSchema);
