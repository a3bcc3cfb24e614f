import { countSchema, idSchema, isoTimeSchema, textSchema, versionSchema } from './primitives.ts';
import { z } from './zod.ts';

/** An item the pipeline gave up on. What is free in it, message and payload, comes without anything of a person (D-24, G-28). */
export const deadLetterSchema = z.object({
  itemId: idSchema,
  errorCode: z.string(),
  errorMessage: textSchema,
  retryCount: countSchema,
  correlationId: z.string(),
  failedAt: isoTimeSchema,
  payload: z.optional(z.record(z.string(), z.unknown())),
  /** That something of a person stands in it, which was left out here. Absent: nothing does, or whoever reads may not ask for it. */
  redacted: z.optional(z.literal(true)),
  /** The record that was given up on, where its payload names one. */
  about: z.optional(z.object({ kind: z.enum(['payment', 'verification']), id: idSchema })),
  /** The last promotion of an item that has failed again: who decided it, when the platform received it, and when it was decided on the device, where that was told (D-56). Absent: none that is known of. `byId` is the account's id; without it that was not recorded, or is not told. */
  promoted: z.optional(z.object({ by: textSchema, byId: z.optional(idSchema), at: isoTimeSchema, decidedAt: z.optional(isoTimeSchema) })),
  version: versionSchema,
});
export type DeadLetter = z.infer<typeof deadLetterSchema>;
export const deadLetterResponseSchema = z.object({ items: z.array(deadLetterSchema), totalCount: countSchema, lastUpdated: isoTimeSchema });
export type DeadLetterResponse = z.infer<typeof deadLetterResponseSchema>;

/** POST /api/dlq/{itemId}/show: at the version that the person sees. */
export const showLetterSchema = z.object({ version: countSchema });
/** A dead letter as it is kept. That somebody asked is on record; no device keeps it. */
export const wholeLetterSchema = z.object({ itemId: idSchema, errorMessage: textSchema, payload: z.record(z.string(), z.unknown()) });
export type WholeLetter = z.infer<typeof wholeLetterSchema>;

/** Most items that one promotion may name. */
export const mostPromoted = 200;

/** An item exactly as a person saw it: promoting it takes effect only while it still is at this version (D-24). */
export const letterRefSchema = z.object({ itemId: idSchema, version: countSchema });
export type LetterRef = z.infer<typeof letterRefSchema>;

/** POST /api/dlq/{itemId}/promote. */
export const promoteOneSchema = z.object({ version: countSchema });
/** POST /api/dlq/promote: all of them or none. */
export const promoteManySchema = z.object({ items: z.array(letterRefSchema).check(z.minLength(1), z.maxLength(mostPromoted)) });

/** The items that left the queue, each with the version of its leaving. */
export const promotedSchema = z.object({ promoted: z.array(letterRefSchema) });
export type Promoted = z.infer<typeof promotedSchema>;
