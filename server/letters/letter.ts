import { href } from '../../src/domain/screens/address.ts';
import type { Selectable } from 'kysely';
import type { LetterPurpose } from '../../src/contracts/userLetter.ts';
import type { ServerConfig } from '../config.ts';
import type { Database } from '../db/schema.ts';
import type { Letter } from '../mail/mailer.ts';
import * as texts from './texts.ts';

/** A letter as stored in its table. */
export type LetterRow = Selectable<Database['account_letters']>;

/** What each kind of letter states besides its recipient: names and addresses, never a secret. */
interface FactsOf {
  readonly welcome: Nothing;
  readonly reset: Nothing;
  /**
   * Names of passkeys, one per line: those that still sign in as the owner, those that were removed with the old password, and those
   * asked for after the new one. `app`: an authenticator app is asked for as before.
   */
  readonly password_changed: {
    readonly passkeysLeft?: string;
    readonly passkeysEnded?: string;
    readonly passkeysAfter?: string;
    readonly app?: 'asked';
  };
  /** `by`: the administrator with their account id; null if the owner changed it. */
  readonly name_changed: { readonly newName: string; readonly by: string | null };
  readonly email_confirm: Nothing;
  readonly invitation: Nothing;
  readonly email_asked: { readonly newAddress: string };
  readonly email_changed: { readonly newAddress: string };
  readonly passkey_added: { readonly passkey: string };
  readonly passkey_removed: { readonly passkey: string };
  readonly totp_added: Nothing;
  readonly totp_removed: Nothing;
  readonly recovery_made: Nothing;
  /** Number of codes left. */
  readonly recovery_used: { readonly left: string };
  /** Place of the latest try, in the platform's own wording. */
  readonly code_guesses: { readonly place: string };
  /**
   * `by`: the administrator with their account id. `back`: `provider` for sign-in at an external provider, `link` if another letter with
   * a link for a new password is sent, else `ask`.
   */
  readonly started_anew: { readonly by: string; readonly passkeysEnded: string; readonly app?: 'ended'; readonly back: WayBack };
  /** Number of tries within a day, and their place in the platform's own wording. */
  readonly sign_in_guesses: { readonly tries: string; readonly place: string };
}
/** How the owner of an account that was started anew gets access again. */
export type WayBack = 'provider' | 'link' | 'ask';
type Nothing = Readonly<Record<never, string>>;

/** Kinds of letters that carry a link with a secret. */
export const linked = ['reset', 'email_confirm', 'invitation'] as const;
export type LinkedPurpose = (typeof linked)[number];

/** True if letters of this kind carry a link with a secret. */
export function hasLink(purpose: LetterPurpose): purpose is LinkedPurpose {
  return linked.some((each) => each === purpose);
}

/** Kinds that are sent only while their account is active. All other kinds warn the owner and are always sent. */
export function isForActive(purpose: LetterPurpose): boolean {
  return purpose === 'welcome' || purpose === 'sign_in_guesses' || hasLink(purpose);
}

/** A letter to write. `to` null: the account's address at the time of sending. */
export type NewLetter = {
  [Purpose in Exclude<LetterPurpose, LinkedPurpose>]: {
    readonly purpose: Purpose;
    readonly accountId: string;
    readonly to: string | null;
    readonly name: string;
    readonly facts: FactsOf[Purpose];
  };
}[Exclude<LetterPurpose, LinkedPurpose>];

/** What a letter says beyond its row. */
export interface Saying {
  readonly to: string;
  /** The secret of its link; null if it carries none. */
  readonly token: string | null;
  /** For an address confirmation: the address belongs to another account by now, whose owner is told instead. */
  readonly taken: boolean;
  /** Whether the account's owner has confirmed `to`; otherwise the letter contains no text that a person wrote (G-15). */
  readonly confirmed: boolean;
}

/** Builds the letter of a row as it is sent now. */
export function letterOf(
  row: LetterRow,
  { to, token, taken, confirmed }: Saying,
  config: Pick<ServerConfig, 'origin' | 'oidc' | 'supportUrl'>,
): Letter {
  const { origin, supportUrl, oidc } = config;
  const who = { to, name: confirmed ? row.to_name : null };
  const fact = (name: string): string | null => (confirmed ? (row.facts[name] ?? '') : null);
  switch (row.purpose) {
    case 'welcome':
      return texts.welcomeLetter(who, origin, oidc !== null);
    case 'reset':
      return texts.resetLetter(who, `${origin}${href('resetConfirm', { token })}`);
    case 'password_changed':
      return texts.passwordChangedLetter(
        who,
        {
          left: namesIn(row.facts['passkeysLeft'], confirmed),
          ended: namesIn(row.facts['passkeysEnded'], confirmed),
          after: namesIn(row.facts['passkeysAfter'], confirmed),
          app: row.facts['app'] === 'asked',
        },
        supportUrl,
      );
    case 'name_changed':
      return texts.nameChangedLetter(who, fact('newName'), byLabels(row.facts['by'] ?? null, confirmed), supportUrl);
    case 'email_confirm':
      return taken ? texts.addressTakenLetter(to) : texts.confirmAddressLetter(who, `${origin}${href('confirmEmail', { token })}`);
    case 'invitation':
      return texts.invitationLetter(who, `${origin}${href('login', { invitation: token })}`);
    case 'email_asked':
      return texts.addressAskedLetter(who, fact('newAddress'), supportUrl);
    case 'email_changed':
      return texts.addressChangedLetter(who, fact('newAddress'), supportUrl);
    case 'passkey_added':
      return texts.passkeyAddedLetter(who, fact('passkey'), supportUrl);
    case 'passkey_removed':
      return texts.passkeyRemovedLetter(who, fact('passkey'), supportUrl);
    case 'started_anew':
      return texts.startedAnewLetter(
        who,
        {
          by: byLabels(row.facts['by'] ?? '', confirmed) ?? '',
          ended: namesIn(row.facts['passkeysEnded'], confirmed),
          app: row.facts['app'] === 'ended',
          back: row.facts['back'] ?? 'ask',
        },
        { origin, supportUrl },
      );
    case 'totp_added':
      return texts.totpAddedLetter(who, supportUrl);
    case 'totp_removed':
      return texts.totpRemovedLetter(who, supportUrl);
    case 'recovery_made':
      return texts.recoveryMadeLetter(who, supportUrl);
    case 'recovery_used':
      return texts.recoveryUsedLetter(who, row.facts['left'] ?? '', supportUrl);
    case 'code_guesses':
      return texts.codeGuessesLetter(who, row.facts['place'] ?? '', { origin, supportUrl });
    case 'sign_in_guesses':
      return texts.signInGuessesLetter(who, { tries: row.facts['tries'] ?? '', place: row.facts['place'] ?? '' }, { origin, supportUrl });
    default:
      return row.purpose satisfies never;
  }
}

/** The administrator who made the change, by name if the address is confirmed. */
function byLabels(by: string | null, confirmed: boolean): string | null {
  return by === null || confirmed ? by : 'an administrator';
}

/** Splits a fact with one name per line; each name is null if names may not be told, which keeps their number. */
function namesIn(lines: string | null | undefined, confirmed: boolean): readonly (string | null)[] {
  return lines == null || lines === '' ? [] : lines.split('\n').map((name) => (confirmed ? name : null));
}
