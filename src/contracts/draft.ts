import { z } from './zod.ts';

/**
 * Longest text kept as a draft, characters. No field of the console takes more than 1,000, but what is typed before a kept text has been read
 * stands behind it, also more than once.
 */
export const longestDraft = 5_000;

/**
 * What a person has typed into a form and not sent, kept on this device only. `key` names screen, act and record
 * (`domain/screens/drafts.ts`); `texts` is by field.
 */
export const draftSchema = z.object({
  key: z.string().check(z.minLength(1), z.maxLength(300)),
  texts: z.record(z.string(), z.string().check(z.maxLength(longestDraft))),
  /** When it was typed, server's clock, epoch milliseconds. */
  at: z.number(),
});
export type Draft = z.infer<typeof draftSchema>;
/** What stays of a form, by field, once the commands that carry its text are stored on the device; no field if nothing does. */
export type DraftLeft = Pick<Draft, 'key' | 'texts'>;
