import { countSchema } from '../primitives.ts';
import { z } from '../zod.ts';
import { realtimeEventSchema } from './event.ts';

/** `EventFrame`: what our platform's log holds and sends. Apart from what the console takes, which has to make do with less. */
export const eventFrameSchema = z.extend(realtimeEventSchema, { seq: countSchema, prev: countSchema });
