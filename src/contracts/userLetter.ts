import { countSchema, idSchema, isoTimeSchema } from './primitives.ts';
import { z } from './zod.ts';

/** Purposes of letters about an account. `email_confirm` goes to the new address, all others to the account's current one. */
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

/** `sent`: accepted by the mail server, not necessarily read. */
export const letterStates = ['waiting', 'sent', 'given_up'] as const;
export type LetterState = (typeof letterStates)[number];

/**
 * Why a letter was not sent. `unreachable`: the mail server was down or deferred it; `refused`: it rejected this letter permanently;
 * `inactive`: the account may not sign in any more; `superseded`: its link is void, or another letter replaced it; `key`: it may have
 * been sent once under a link key that no instance has now.
 */
export const letterTroubles = ['unreachable', 'refused', 'inactive', 'superseded', 'key'] as const;
export type LetterTrouble = (typeof letterTroubles)[number];

/** A letter about an account as an administrator sees it: its state, without text and recipient. */
export const userLetterSchema = z.object({
  id: idSchema,
  purpose: z.enum(letterPurposes),
  state: z.enum(letterStates),
  /** When its wait for delivery started. */
  since: isoTimeSchema,
  /** Number of delivery attempts. */
  tries: countSchema,
  /** When it was sent or given up; null while waiting. */
  endedAt: z.nullable(isoTimeSchema),
  /** Why it was given up or, while waiting, why the last attempt failed; null if there was no failure. */
  trouble: z.nullable(z.enum(letterTroubles)),
});
export type UserLetter = z.infer<typeof userLetterSchema>;
