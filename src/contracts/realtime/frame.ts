import { countSchema } from '../primitives.ts';
import { z } from '../zod.ts';
import { realtimeEventSchema } from './event.ts';

/**
 * Schema of `EventFrame`, as our platform's log stores and sends it. Separate from `heardFrameSchema`, because the console must also
 * accept events without these fields.
 */
export const eventFrameSchema = z.extend(realtimeEventSchema, { seq: countSchema, prev: countSchema });
