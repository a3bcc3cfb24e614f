import { isoTimeSchema } from './primitives.ts';
import { z } from './zod.ts';

/** POST /api/telemetry: a beacon of flat, already redacted values (C-67, C-87). */
export const telemetryRequestSchema = z.object({
  events: z
    .array(
      z.object({
        name: z.string().check(z.regex(/^[a-z][a-z0-9_.]{0,63}$/)),
        at: isoTimeSchema,
        values: z.record(z.string(), z.union([z.string().check(z.maxLength(300)), z.number(), z.boolean(), z.null()])),
      }),
    )
    .check(z.minLength(1), z.maxLength(100)),
});
export type TelemetryRequest = z.infer<typeof telemetryRequestSchema>;
