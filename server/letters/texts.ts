import { screenHref } from '../../src/domain/screens/link.ts';
import type { Letter } from '../mail/mailer.ts';

/**
 * Texts of the letters about accounts: plain text, no remote content, each with advice in case the reader did not cause it. Text written
 * by people (names, addresses) is null if the recipient's address is unconfirmed (G-15); the letter then says the same without it.
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
 * To the owner of a new account. It holds no secret, since it may lie unread for weeks: the reader requests a link, which is valid for 30
 * minutes. `provider`: true if people sign in at their organisation's provider and have no password here.
 */
export function welcomeLetter(who: Addressed, origin: string, provider: boolean): Letter {
  return letter(who, 'You have an account', [
    'An administrator has created an account for you on the Ukweli Console.',
    ...(provider
      ? ["You sign in with your organisation's account, here:", `${origin}${screenHref('login')}`]
      : ['Choose your password first: enter your email here and we will send a link.', `${origin}${screenHref('resetRequest')}`]),
  ]);
}

/** To the owner of an account for which a password reset was requested; `link` is valid for 30 minutes and once. */
export function resetLetter(who: Addressed, link: string): Letter {
  return letter(who, 'Set a new password', [
    'A new password was requested for your account. Set it here within 30 minutes; the link works once:',
    link,
    'If that was not you, ignore this email: your password stays as it is.',
  ]);
}

/**
 * `passkeys`: those that still sign in as the owner, those that were removed (G-9), and those asked for after the new password; `app`:
 * whether the authenticator app is asked for as before.
 */
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
          `${capital(passkeyLabels(passkeys.ended))} went with the old password: nobody is signed in by ${passkeys.ended.length === 1 ? 'it' : 'them'} any more. Add in your profile what you still have.`,
        ]),
    ...(passkeys.after.length === 0
      ? []
      : [
          `After the new password, ${passkeyLabels(passkeys.after)} is asked for, and signs in no more without it. Remove in your profile what is not yours, and add what is yours anew.`,
        ]),
    passkeys.left.length === 0
      ? 'Nothing but the new password signs in as you.'
      : `Besides the new password, ${passkeyLabels(passkeys.left)} signs in as you. Remove in your profile what is not yours.`,
    ...(passkeys.app
      ? [
          'The code of your authenticator app is asked for as before. If you have set up none, somebody else has: ask your administrator to remove it.',
        ]
      : []),
    `If that was not you, ask for a new password at once and tell support: ${supportUrl}`,
  ]);
}

/** To the owner of a new account where people sign in at an external provider (G-24). */
export function invitationLetter(who: Addressed, link: string): Letter {
  return letter(who, 'You are invited', [
    "An administrator has created an account for you on the Ukweli Console. Open this link and sign in with your organisation's account, within seven days, to link that account. The link works once:",
    link,
    'If you did not expect this, ignore this email: nothing happens.',
  ]);
}

/** To the new address: opening `link`, valid for 30 minutes and once, proves that its reader receives mail there. */
export function confirmAddressLetter(who: Addressed, link: string): Letter {
  return letter(who, 'Confirm your new email address', [
    'Confirm here within 30 minutes that your account should use this address; the link works once:',
    link,
    'If you did not request this, ignore this email: nothing changes.',
  ]);
}

/** To an address that belongs to another account already: its owner is told, the person who asked is not. */
export function addressTakenLetter(to: string): Letter {
  return letter({ to, name: null }, 'Your email address was requested for another account', [
    'A signed-in user requested this address for their account. It already belongs to your account, so nothing was changed.',
  ]);
}

/** To the current address: its owner must notice a requested change. */
export function addressAskedLetter(who: Addressed, newAddress: string | null, supportUrl: string): Letter {
  return letter(who, 'A change of your email address was requested', [
    `Your account is to use ${newAddress ?? 'another address'} once that address has been confirmed. Until then nothing changes.`,
    `If that was not you, change your password at once and tell support: ${supportUrl}`,
  ]);
}

/** After a change of address has taken effect. */
export function addressChangedLetter(who: Addressed, newAddress: string | null, supportUrl: string): Letter {
  return letter(who, 'Your email address was changed', [
    `Your account uses ${newAddress ?? 'another address'} from now on. Use it to sign in.`,
    `If that was not you, tell support: ${supportUrl}`,
  ]);
}

/** To the owner of a renamed account; `by`: the administrator with their account id, null if the owner changed it. */
export function nameChangedLetter(who: Addressed, newName: string | null, by: string | null, supportUrl: string): Letter {
  return letter(who, 'Your name was changed', [
    `Your account is called ${newName ?? 'by another name'} from now on${by === null ? '' : `, by ${by}`}. What you sign and decide carries that name, with your account’s own id beside it.`,
    `If that was not you, change your password at once and tell support: ${supportUrl}`,
  ]);
}

/** To the owner; `passkey` is the name they gave it, null if that may not be quoted. */
export function passkeyAddedLetter(who: Addressed, passkey: string | null, supportUrl: string): Letter {
  return letter(who, 'A passkey was added to your account', [
    `${passkey === null ? 'A passkey' : `The passkey “${passkey}”`} was added to your account just now. Whoever holds it can sign in as you, without your password.`,
    `If that was not you, remove it in your profile, change your password at once and tell support: ${supportUrl}`,
  ]);
}

/** To the owner; `passkey` is the name they gave it, null if that may not be quoted. */
export function passkeyRemovedLetter(who: Addressed, passkey: string | null, supportUrl: string): Letter {
  return letter(who, 'A passkey was removed from your account', [
    `${passkey === null ? 'A passkey' : `The passkey “${passkey}”`} was removed from your account just now. It can no longer be used to sign in.`,
    `If that was not you, change your password at once and tell support: ${supportUrl}`,
  ]);
}

/** To the owner, when an authenticator app has taken the place of none or of an earlier one. */
export function totpAddedLetter(who: Addressed, supportUrl: string): Letter {
  return letter(who, 'An authenticator app was set up for your account', [
    'An authenticator app was set up for your account just now, in place of the one before if there was one. From now on your password alone does not sign in: a code of the app is required too.',
    `If that was not you, change your password at once and tell support: ${supportUrl}`,
  ]);
}

/** To the owner, whoever removed the app. Its recovery codes are deleted with it. */
export function totpRemovedLetter(who: Addressed, supportUrl: string): Letter {
  return letter(who, 'Your authenticator app was removed', [
    'The authenticator app of your account was removed just now, and its recovery codes with it. No code of it is asked for any more.',
    `If that was not you, change your password at once and tell support: ${supportUrl}`,
  ]);
}

/** To the owner: earlier recovery codes no longer work. */
export function recoveryMadeLetter(who: Addressed, supportUrl: string): Letter {
  return letter(who, 'New recovery codes were made for your account', [
    'New recovery codes were made for your account just now. The previous codes no longer work.',
    `If that was not you, change your password at once, make new codes in your profile and tell support: ${supportUrl}`,
  ]);
}

/** @param left number of codes left */
export function recoveryUsedLetter(who: Addressed, left: string, supportUrl: string): Letter {
  return letter(who, 'A recovery code was used', [
    `One of your recovery codes was used just now to sign in as you, with your password, in place of your authenticator app. It cannot be used again; left: ${left}.`,
    'If you have lost your app, set it up again in your profile.',
    `If that was not you, change your password at once, make new codes in your profile and tell support: ${supportUrl}`,
  ]);
}

/** To the owner of an account whose codes are being guessed by somebody with its password or a session of it (G-25). */
export function codeGuessesLetter(
  who: Addressed,
  place: string,
  { origin, supportUrl }: { readonly origin: string; readonly supportUrl: string },
): Letter {
  return letter(who, 'Somebody is guessing your sign-in codes', [
    `Several wrong codes of your authenticator app were tried, one after the other. Whoever did that has your password, or a session of yours. They came from: ${place}.`,
    'Each of these tries failed, and further ones are slowed.',
    'If that was not you, set a new password now, which ends every session of yours too:',
    `${origin}${screenHref('resetRequest')}`,
    `Support: ${supportUrl}`,
    'You get this warning once a day at most.',
  ]);
}

/**
 * To the owner of an account whose credentials an administrator has removed, all at once (G-9). The link for a new password is sent in a
 * separate letter.
 */
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
  return letter(who, 'Access to your account was reset', [
    `All your sessions were ended by ${by}, and your password no longer works.`,
    ended.length === 0
      ? 'No passkey signs in as you.'
      : `${capital(passkeyLabels(ended))} went with it: nobody is signed in by ${ended.length === 1 ? 'it' : 'them'} any more.`,
    ...(app ? ['Your authenticator app and its recovery codes were removed too: set it up again in your profile.'] : []),
    ...(back === 'provider'
      ? ["You sign in with your organisation's account, here:", `${origin}${screenHref('login')}`]
      : [
          back === 'link'
            ? 'A link for a new password comes in a separate email. If it has expired, request another here:'
            : 'Once your account is active, set a new password: enter your email here and we will send a link.',
          `${origin}${screenHref('resetRequest')}`,
        ]),
    `If you did not expect that, ask your administrator or support: ${supportUrl}`,
  ]);
}

/**
 * To the owner of an account whose password is being guessed (G-6). It contains no text from the caller, only a number and the address
 * that the platform saw.
 */
export function signInGuessesLetter(
  who: Addressed,
  { tries, place }: { readonly tries: string; readonly place: string },
  { origin, supportUrl }: { readonly origin: string; readonly supportUrl: string },
): Letter {
  return letter(who, 'Somebody is trying to sign in as you', [
    `Within a day, ${tries} wrong passwords were tried for your account on devices that you have not signed in on before. They came from: ${place}.`,
    'Each of these tries failed, and further ones are slowed. The devices that you have signed in on are not.',
    'If that was you and you have forgotten your password, set a new one; it also lets you in where the tries keep you waiting:',
    `${origin}${screenHref('resetRequest')}`,
    `If that was not you, make sure that you use your password nowhere else, or add a passkey in your profile. Support: ${supportUrl}`,
    'You get this warning once a day at most.',
  ]);
}

/** Lists passkeys by name, or by number if names may not be told. */
function passkeyLabels(names: readonly (string | null)[]): string {
  const told = names.filter((name) => name !== null);
  const [only] = told;
  if (names.length === 1) return only === undefined ? 'a passkey' : `the passkey “${only}”`;
  const all = told.length === names.length ? ` ${told.map((name) => `“${name}”`).join(', ')}` : '';
  return `each of ${names.length} passkeys${all === '' ? '' : ` (${all.trim()})`}`;
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
