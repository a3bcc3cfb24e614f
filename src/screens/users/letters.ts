import type { AdminUser } from '../../contracts/adminUser.ts';
import type { LetterPurpose, UserLetter } from '../../contracts/userLetter.ts';

/** Purpose of a letter, for administrators. */
export const letterNames: Readonly<Record<LetterPurpose, string>> = {
  welcome: 'Welcome',
  reset: 'Link to set a new password',
  password_changed: 'Notice of a new password',
  name_changed: 'Notice of a new name',
  email_confirm: 'Link to confirm a new address',
  email_asked: 'Notice that a new address was requested',
  email_changed: 'Notice of a new address',
  passkey_added: 'Notice of a new passkey',
  passkey_removed: 'Notice of a removed passkey',
  sign_in_guesses: 'Warning of password guessing',
  started_anew: 'Notice that account access was reset',
  invitation: 'Invitation',
  totp_added: 'Notice of an authenticator app',
  totp_removed: 'Notice of a removed authenticator app',
  recovery_made: 'Notice of new recovery codes',
  recovery_used: 'Notice of a used recovery code',
  code_guesses: 'Warning of code guessing',
};

const linked: ReadonlySet<LetterPurpose> = new Set<LetterPurpose>(['reset', 'email_confirm', 'invitation']);

/** Whether *Send again* makes sense for a letter: not for a link that was sent or superseded, nor for a letter on its way. */
export function offersAgain({ purpose, state, trouble }: UserLetter): boolean {
  if (state === 'sent') return !linked.has(purpose);
  return state === 'waiting' ? trouble !== null : trouble !== 'superseded';
}

/** Why it cannot be sent again now: its account is not active; null if it can. */
export function againDisabledReason({ purpose }: UserLetter, { status }: Pick<AdminUser, 'status'>): string | null {
  const forActive = purpose === 'welcome' || purpose === 'sign_in_guesses' || linked.has(purpose);
  return forActive && status !== 'active' ? 'The account is not active. Activate it first.' : null;
}

/**
 * The newest letter that needs attention: not sent so far, or given up because of the mail server. Null if there is none or letters are
 * not told.
 */
export function letterInTrouble({ letters = [] }: Pick<AdminUser, 'letters'>): UserLetter | null {
  return letters.find(({ trouble }) => trouble === 'unreachable' || trouble === 'refused' || trouble === 'key') ?? null;
}
