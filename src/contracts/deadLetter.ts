import { countSchema, idSchema, isoTimeSchema, textSchema, versionSchema } from './primitives.ts';
import { z } from './zod.ts';

/** An item that the pipeline gave up on. Its free texts, message and payload, come without personal data (D-24, G-28). */
export const deadLetterSchema = z.object({
  itemId: idSchema,
  errorCode: z.string(),
  errorMessage: textSchema,
  retryCount: countSchema,
  correlationId: z.string(),
  failedAt: isoTimeSchema,
  payload: z.optional(z.record(z.string(), z.unknown())),
  /** True if personal data was removed here. Absent: there is none, or the reader may not request it. */
  redacted: z.optional(z.literal(true)),
  /**
   * True if amounts, transactions or payees were removed because the reader may not see them (G-18). Absent: nothing of that kind was
   * removed.
   */
  withheld: z.optional(z.literal(true)),
  /** The affected record, if the payload names one. */
  about: z.optional(z.object({ kind: z.enum(['payment', 'verification']), id: idSchema })),
  /**
   * The last promotion of an item that has failed again: who decided it, when the platform received it, and when it was decided on the
   * device, if known (D-56). Absent: no promotion is known. `byId` is the account id; absent if not recorded or not provided.
   */
  promoted: z.optional(z.object({ by: textSchema, byId: z.optional(idSchema), at: isoTimeSchema, decidedAt: z.optional(isoTimeSchema) })),
  version: versionSchema,
});
export type DeadLetter = z.infer<typeof deadLetterSchema>;
/** GET /api/dlq: the items that wait for a decision, the newest failure first. */
export const deadLetterResponseSchema = z.object({ items: z.array(deadLetterSchema), totalCount: countSchema, lastUpdated: isoTimeSchema });
export type DeadLetterResponse = z.infer<typeof deadLetterResponseSchema>;

/** POST /api/dlq/{itemId}/show: at the version that the user sees. */
export const showLetterSchema = z.object({ version: countSchema });
/** A dead letter as stored, with personal data. The request is written to the audit record; devices do not store the answer. */
export const wholeLetterSchema = z.object({ itemId: idSchema, errorMessage: textSchema, payload: z.record(z.string(), z.unknown()) });
export type WholeLetter = z.infer<typeof wholeLetterSchema>;

/** Maximum number of items in one promotion. */
export const maxPromoted = 200;

/** An item at the version the user saw; promoting it takes effect only at this version (D-24). */
export const letterRefSchema = z.object({ itemId: idSchema, version: countSchema });
export type LetterRef = z.infer<typeof letterRefSchema>;

/** POST /api/dlq/{itemId}/promote. */
export const promoteOneSchema = z.object({ version: countSchema });
/** POST /api/dlq/promote: all of them or none. */
export const promoteManySchema = z.object({ items: z.array(letterRefSchema).check(z.minLength(1), z.maxLength(maxPromoted)) });

/** The items that left the queue, each with the version at which it left. */
export const promotedSchema = z.object({ promoted: z.array(letterRefSchema) });
