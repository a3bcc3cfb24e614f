import { countSchema } from '../primitives.ts';
import { z } from '../zod.ts';
import { topicSchema } from './event.ts';

/** Client → server, websocket only (C-88): subscribe (from a cursor), unsubscribe, ping; each with a topic. */
export const upFrameSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('subscribe'), topic: topicSchema, since: z.optional(countSchema) }),
  z.object({ type: z.literal('unsubscribe'), topic: topicSchema }),
  z.object({ type: z.literal('ping'), topic: z.optional(topicSchema) }),
]);
export type UpFrame = z.infer<typeof upFrameSchema>;
