import { countSchema, idSchema, isoTimeSchema, textSchema } from './primitives.ts';
import { z } from './zod.ts';

/** An item the pipeline gave up on. `payload` is free and may hold personal data: shown only redacted. */
export const deadLetterSchema = z.object({
  itemId: idSchema,
  errorCode: z.string(),
  errorMessage: textSchema,
  retryCount: countSchema,
  correlationId: z.string(),
  failedAt: isoTimeSchema,
  payload: z.optional(z.record(z.string(), z.unknown())),
  version: countSchema,
});
export type DeadLetter = z.infer<typeof deadLetterSchema>;
export const deadLetterResponseSchema = z.object({ items: z.array(deadLetterSchema), totalCount: countSchema, lastUpdated: isoTimeSchema });
export type DeadLetterResponse = z.infer<typeof deadLetterResponseSchema>;
