import type { AdminUser } from '../../contracts/adminUser.ts';
import type { LetterPurpose, UserLetter } from '../../contracts/userLetter.ts';

/** What a letter is for, as administrators read it. */
export const letterNames: Readonly<Record<LetterPurpose, string>> = {
  welcome: 'Welcome',
  reset: 'Link to set a new password',
  password_changed: 'Notice of a new password',
  name_changed: 'Notice of a new name',
  email_confirm: 'Link to confirm a new address',
  email_asked: 'Notice that a new address was asked for',
  email_changed: 'Notice of a new address',
  passkey_added: 'Notice of a new passkey',
  passkey_removed: 'Notice of a removed passkey',
  sign_in_guesses: 'Warning that somebody guesses at the password',
  started_anew: 'Notice that the account was started anew',
  invitation: 'Invitation',
  totp_added: 'Notice of an authenticator app',
  totp_removed: 'Notice of a removed authenticator app',
  recovery_made: 'Notice of new recovery codes',
  recovery_used: 'Notice of a used recovery code',
  code_guesses: 'Warning that somebody guesses at the codes',
};

const linked: ReadonlySet<LetterPurpose> = new Set<LetterPurpose>(['reset', 'email_confirm', 'invitation']);

/** Whether *Send again* does anything for a letter: not for a link that was sent or counts no more, nor for what is on its way. */
export function offersAgain({ purpose, state, trouble }: UserLetter): boolean {
  if (state === 'sent') return !linked.has(purpose);
  return state === 'waiting' ? trouble !== null : trouble !== 'superseded';
}

/** Why it cannot be sent again just now although it could be: its account may not come in; null where nothing is in the way. */
export function againBarred({ purpose }: UserLetter, { status }: Pick<AdminUser, 'status'>): string | null {
  const forActive = purpose === 'welcome' || purpose === 'sign_in_guesses' || linked.has(purpose);
  return forActive && status !== 'active' ? 'The account is not active. Activate it first.' : null;
}

/** The newest letter that somebody should know of: it could not be sent so far, or was given up over the mail server. Null where all is well, or nothing is told. */
export function letterInTrouble({ letters = [] }: Pick<AdminUser, 'letters'>): UserLetter | null {
  return letters.find(({ trouble }) => trouble === 'unreachable' || trouble === 'refused' || trouble === 'key') ?? null;
}
