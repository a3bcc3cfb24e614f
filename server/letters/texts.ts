import type { Letter } from '../mail/mailer.ts';

/**
 * The letters about one's own account: plain text, nothing fetched from anywhere, and in each what to do if it was not you. What a person wrote (names, addresses) is null where the letter
 * goes to an address that nobody has confirmed (G-15): it then says the same without it.
 */

interface Addressed {
  readonly to: string;
  readonly name: string | null;
}
const sign = 'Ukweli Console';
const letter = ({ to, name }: Addressed, subject: string, paragraphs: readonly string[]): Letter => ({
  to,
  subject,
  text: [name === null ? 'Hello,' : `Hello ${name},`, ...paragraphs, sign].join('\n\n'),
});

/**
 * To somebody whom an administrator has just given an account. It holds no secret, since it may lie unread for weeks: whoever reads it asks for the link
 * that does, which holds for 30 minutes. `provider` true where people sign in at their organisation's own provider and have no password of ours.
 */
export function welcomeLetter(who: Addressed, origin: string, provider: boolean): Letter {
  return letter(who, 'You have an account', [
    'An administrator has made an account for you on the Ukweli Console.',
    ...(provider
      ? ["You sign in with your organisation's account, here:", `${origin}/login`]
      : ['Choose your password first: name this address here, and a link comes by mail.', `${origin}/auth/reset-password`]),
  ]);
}

export function resetLetter(who: Addressed, link: string): Letter {
  return letter(who, 'Set a new password', [
    'Somebody asked for a new password for your account. Set it here, within 30 minutes; the link works once:',
    link,
    'If that was not you, leave this letter alone: your password stays as it is.',
  ]);
}

/** `passkeys`: what else signs in as the owner, and what did until now (G-9), and what is asked for after the new password; whether their authenticator app is asked for as before. */
export function passwordChangedLetter(
  who: Addressed,
  passkeys: {
    readonly left: readonly (string | null)[];
    readonly ended: readonly (string | null)[];
    readonly after: readonly (string | null)[];
    readonly app: boolean;
  },
  supportUrl: string,
): Letter {
  return letter(who, 'Your password was changed', [
    'The password of your account has just been changed, and every other session of yours was ended.',
    ...(passkeys.ended.length === 0
      ? []
      : [
          `${capital(passkeyWords(passkeys.ended))} went with the old password: nobody is signed in by ${passkeys.ended.length === 1 ? 'it' : 'them'} any more. Add in your profile what you still have.`,
        ]),
    ...(passkeys.after.length === 0
      ? []
      : [
          `After the new password, ${passkeyWords(passkeys.after)} is asked for, and signs in no more without it. Remove in your profile what is not yours, and add what is yours anew.`,
        ]),
    passkeys.left.length === 0
      ? 'Nothing but the new password signs in as you.'
      : `Besides the new password, ${passkeyWords(passkeys.left)} signs in as you. Remove in your profile what is not yours.`,
    ...(passkeys.app
      ? [
          'The code of your authenticator app is asked for as before. If you have set up none, somebody else has: ask your administrator to remove it.',
        ]
      : []),
    `If that was not you, ask for a new password at once and tell support: ${supportUrl}`,
  ]);
}

/** To somebody whose account an administrator has made, where people sign in at a provider of somebody else's (G-24). */
export function invitationLetter(who: Addressed, link: string): Letter {
  return letter(who, 'You are invited', [
    "An administrator has made an account for you on the Ukweli Console. Open this link and sign in with your organisation's account, within seven days; from then on that account is yours here. The link works once:",
    link,
    'If you did not expect that, leave this letter alone: nothing happens.',
  ]);
}

export function confirmAddressLetter(who: Addressed, link: string): Letter {
  return letter(who, 'Confirm your new e-mail address', [
    'Confirm here, within 30 minutes, that your account is to use this address; the link works once:',
    link,
    'If you did not ask for that, leave this letter alone: nothing changes.',
  ]);
}

/** To an address that has an account already: its owner learns of it, whoever asked does not. */
export function addressTakenLetter(to: string): Letter {
  return letter({ to, name: null }, 'Your e-mail address was named for another account', [
    'Somebody who is signed in asked for this address to be used for their account. It is yours already, so nothing was changed.',
  ]);
}

/** To the address in use so far: a change of it must not go unseen. */
export function addressAskedLetter(who: Addressed, newAddress: string | null, supportUrl: string): Letter {
  return letter(who, 'A change of your e-mail address was asked for', [
    `Your account is to use ${newAddress ?? 'another address'} once that address has confirmed it. Until then nothing changes.`,
    `If that was not you, change your password at once and tell support: ${supportUrl}`,
  ]);
}

export function addressChangedLetter(who: Addressed, newAddress: string | null, supportUrl: string): Letter {
  return letter(who, 'Your e-mail address was changed', [
    `Your account uses ${newAddress ?? 'another address'} from now on. You sign in with it.`,
    `If that was not you, tell support: ${supportUrl}`,
  ]);
}

/** To the owner of an account whose name is another from now on, whoever changed it; `by`: the administrator with their account's id, null for the owner themselves. */
export function nameChangedLetter(who: Addressed, newName: string | null, by: string | null, supportUrl: string): Letter {
  return letter(who, 'Your name was changed', [
    `Your account is called ${newName ?? 'by another name'} from now on${by === null ? '' : `, by ${by}`}. What you sign and decide carries that name, with your account’s own id beside it.`,
    `If that was not you, change your password at once and tell support: ${supportUrl}`,
  ]);
}

export function passkeyAddedLetter(who: Addressed, passkey: string | null, supportUrl: string): Letter {
  return letter(who, 'A passkey was added to your account', [
    `${passkey === null ? 'A passkey' : `The passkey “${passkey}”`} was added to your account just now. Whoever holds it can sign in as you, without your password.`,
    `If that was not you, remove it in your profile, change your password at once and tell support: ${supportUrl}`,
  ]);
}

export function passkeyRemovedLetter(who: Addressed, passkey: string | null, supportUrl: string): Letter {
  return letter(who, 'A passkey was removed from your account', [
    `${passkey === null ? 'A passkey' : `The passkey “${passkey}”`} was removed from your account just now. It signs nobody in any more.`,
    `If that was not you, change your password at once and tell support: ${supportUrl}`,
  ]);
}

export function totpAddedLetter(who: Addressed, supportUrl: string): Letter {
  return letter(who, 'An authenticator app was set up for your account', [
    'An authenticator app was set up for your account just now, in place of the one before if there was one. From now on your password alone does not sign in: a code of the app is asked for too.',
    `If that was not you, change your password at once and tell support: ${supportUrl}`,
  ]);
}

export function totpRemovedLetter(who: Addressed, supportUrl: string): Letter {
  return letter(who, 'Your authenticator app was removed', [
    'The authenticator app of your account was removed just now, and its recovery codes with it. No code of it is asked for any more.',
    `If that was not you, change your password at once and tell support: ${supportUrl}`,
  ]);
}

export function recoveryMadeLetter(who: Addressed, supportUrl: string): Letter {
  return letter(who, 'New recovery codes were made for your account', [
    'New recovery codes were made for your account just now. Those of before count no more.',
    `If that was not you, change your password at once, make new codes in your profile and tell support: ${supportUrl}`,
  ]);
}

/** @param left how many are left */
export function recoveryUsedLetter(who: Addressed, left: string, supportUrl: string): Letter {
  return letter(who, 'A recovery code was used', [
    `One of your recovery codes was used just now to sign in as you, with your password, in place of your authenticator app. It counts no more; left: ${left}.`,
    'If you have lost your app, set it up anew in your profile.',
    `If that was not you, change your password at once, make new codes in your profile and tell support: ${supportUrl}`,
  ]);
}

/** To the owner of an account at whose codes somebody guesses who has its password, or a session of it (G-25). */
export function codeGuessesLetter(
  who: Addressed,
  place: string,
  { origin, supportUrl }: { readonly origin: string; readonly supportUrl: string },
): Letter {
  return letter(who, 'Somebody guesses at your sign-in codes', [
    `Several wrong codes of your authenticator app were tried, one after the other. Whoever did that has your password, or a session of yours. They came from: ${place}.`,
    'Each of these tries failed, and further ones are slowed.',
    'If that was not you, set a new password now, which ends every session of yours too:',
    `${origin}/auth/reset-password`,
    `Support: ${supportUrl}`,
    'You are told of this once a day at most.',
  ]);
}

/** To somebody whose ways in an administrator has taken away, all at once (G-9). The link for a new password is in a letter of its own. */
export function startedAnewLetter(
  who: Addressed,
  {
    by,
    ended,
    app,
    back,
  }: { readonly by: string; readonly ended: readonly (string | null)[]; readonly app: boolean; readonly back: string },
  { origin, supportUrl }: { readonly origin: string; readonly supportUrl: string },
): Letter {
  return letter(who, 'Your account was started anew', [
    `Every session of yours was ended by ${by}, and your password counts no more.`,
    ended.length === 0
      ? 'No passkey signs in as you.'
      : `${capital(passkeyWords(ended))} went with it: nobody is signed in by ${ended.length === 1 ? 'it' : 'them'} any more.`,
    ...(app ? ['Your authenticator app and its recovery codes went with it: set it up anew in your profile.'] : []),
    ...(back === 'provider'
      ? ["You sign in with your organisation's account, here:", `${origin}/login`]
      : [
          back === 'link'
            ? 'A link for a new password comes in a letter of its own. If it has run out, ask for another, here:'
            : 'Once your account is active, set a new password: name this address here, and a link comes by mail.',
          `${origin}/auth/reset-password`,
        ]),
    `If you did not expect that, ask your administrator or support: ${supportUrl}`,
  ]);
}

/** To the owner of an account at which strangers guess (G-6). It says nothing that a stranger wrote: a number, and an address as the platform saw it. */
export function signInGuessesLetter(
  who: Addressed,
  { tries, place }: { readonly tries: string; readonly place: string },
  { origin, supportUrl }: { readonly origin: string; readonly supportUrl: string },
): Letter {
  return letter(who, 'Somebody tries to sign in as you', [
    `Within a day, ${tries} wrong passwords were tried for your account on devices that you have not signed in on before. They came from: ${place}.`,
    'Each of these tries failed, and further ones are slowed. The devices that you have signed in on are not.',
    'If that was you and you have forgotten your password, set a new one; it also lets you in where the tries keep you waiting:',
    `${origin}/auth/reset-password`,
    `If that was not you, make sure that you use your password nowhere else, or add a passkey in your profile. Support: ${supportUrl}`,
    'You are told of this once a day at most.',
  ]);
}

/** Passkeys by their names, or by their number where a name may not be told. */
function passkeyWords(names: readonly (string | null)[]): string {
  const told = names.filter((name) => name !== null);
  const [only] = told;
  if (names.length === 1) return only === undefined ? 'a passkey' : `the passkey “${only}”`;
  const all = told.length === names.length ? ` ${told.map((name) => `“${name}”`).join(', ')}` : '';
  return `each of ${names.length} passkeys${all === '' ? '' : ` (${all.trim()})`}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
