import { countSchema, idSchema, isoTimeSchema } from './primitives.ts';
import { z } from './zod.ts';

/** What letters about an account are for. `email_confirm` goes to a new address, the others to the account's own. */
export const letterPurposes = [
  'welcome',
  'reset',
  'password_changed',
  'name_changed',
  'email_confirm',
  'email_asked',
  'email_changed',
  'passkey_added',
  'passkey_removed',
  'sign_in_guesses',
  'started_anew',
  'invitation',
  'totp_added',
  'totp_removed',
  'recovery_made',
  'recovery_used',
  'code_guesses',
] as const;
export type LetterPurpose = (typeof letterPurposes)[number];

/** `sent`: the mail server has taken it over, which is not that somebody has read it. */
export const letterStates = ['waiting', 'sent', 'given_up'] as const;
export type LetterState = (typeof letterStates)[number];

/**
 * Why a letter has not gone out. `unreachable`: the mail server was away or put it off; `refused`: it refused this letter for good; `inactive`: the account may not come in any more;
 * `superseded`: its link counts no more, or another letter took its place; `key`: it may have been sent once under a key for links that no instance has now.
 */
export const letterTroubles = ['unreachable', 'refused', 'inactive', 'superseded', 'key'] as const;
export type LetterTrouble = (typeof letterTroubles)[number];

/** A letter about an account as an administrator sees it: its state, and neither its text nor where it went. */
export const userLetterSchema = z.object({
  id: idSchema,
  purpose: z.enum(letterPurposes),
  state: z.enum(letterStates),
  /** Since when it waits, or waited until its end. */
  since: isoTimeSchema,
  /** How often it was tried. */
  tries: countSchema,
  /** When it was sent or given up; null while it waits. */
  endedAt: z.nullable(isoTimeSchema),
  /** Why it was given up, or while it waits, what came in the way of its last try; null where nothing did. */
  trouble: z.nullable(z.enum(letterTroubles)),
});
export type UserLetter = z.infer<typeof userLetterSchema>;
