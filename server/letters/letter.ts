import type { Selectable } from 'kysely';
import type { LetterPurpose } from '../../src/contracts/userLetter.ts';
import type { ServerConfig } from '../config.ts';
import type { Database } from '../db/schema.ts';
import type { Letter } from '../mail/mailer.ts';
import * as texts from './texts.ts';

/** A letter as it stands in its table. */
export type LetterRow = Selectable<Database['account_letters']>;

/** What each kind of letter tells besides whom it is for: names and addresses, never a secret. */
interface FactsOf {
  readonly welcome: Nothing;
  readonly reset: Nothing;
  /** Names of passkeys, a line each: those that sign in as its owner still, those that went with the old password, and those that are asked for after the new one. `app`: whether an authenticator app is asked for as before. */
  readonly password_changed: {
    readonly passkeysLeft?: string;
    readonly passkeysEnded?: string;
    readonly passkeysAfter?: string;
    readonly app?: 'asked';
  };
  /** `by`: the administrator with their account's id; null for the owner themselves. */
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
  /** How many are left. */
  readonly recovery_used: { readonly left: string };
  /** From where at last, in words of the platform's own. */
  readonly code_guesses: { readonly place: string };
  /** `by`: the administrator with their account's id. `back`: `provider` where people sign in at one of somebody else's, `link` where a letter with a link for a new password goes along, else `ask`. */
  readonly started_anew: { readonly by: string; readonly passkeysEnded: string; readonly app?: 'ended'; readonly back: WayBack };
  /** How many within a day, and from where in words of the platform's own. */
  readonly sign_in_guesses: { readonly tries: string; readonly place: string };
}
/** How somebody comes in again whose account was started anew. */
export type WayBack = 'provider' | 'link' | 'ask';
type Nothing = Readonly<Record<never, string>>;

/** Kinds whose letter carries a link that opens something. */
export const linked = ['reset', 'email_confirm', 'invitation'] as const;
export type LinkedPurpose = (typeof linked)[number];

/** Whether a letter of this kind carries a link that opens something. */
export function hasLink(purpose: LetterPurpose): purpose is LinkedPurpose {
  return linked.some((each) => each === purpose);
}

/** Kinds that go out only while their account may come in: of one that may not, no guess opens anything. The others warn its owner, who is to hear of it all the more. */
export function isForActive(purpose: LetterPurpose): boolean {
  return purpose === 'welcome' || purpose === 'sign_in_guesses' || hasLink(purpose);
}

/** A letter to be written. `to` null: wherever the account can be reached when it is sent. */
export type NewLetter = {
  [Purpose in Exclude<LetterPurpose, LinkedPurpose>]: {
    readonly purpose: Purpose;
    readonly accountId: string;
    readonly to: string | null;
    readonly name: string;
    readonly facts: FactsOf[Purpose];
  };
}[Exclude<LetterPurpose, LinkedPurpose>];

/** What a letter says, beyond its row. */
export interface Saying {
  readonly to: string;
  /** The secret of its link; null where it carries none. */
  readonly token: string | null;
  /** Of a confirmation: whether the address has come to be another account's, whose owner is told so instead. */
  readonly taken: boolean;
  /** Whether the account's owner has confirmed `to`: else the letter says nothing that a person wrote (G-15). */
  readonly confirmed: boolean;
}

/** The letter of a row, as it goes out now. */
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
      return texts.resetLetter(who, `${origin}/auth/reset-password/confirm?token=${token}`);
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
      return texts.nameChangedLetter(who, fact('newName'), byWords(row.facts['by'] ?? null, confirmed), supportUrl);
    case 'email_confirm':
      return taken ? texts.addressTakenLetter(to) : texts.confirmAddressLetter(who, `${origin}/auth/confirm-email?token=${token}`);
    case 'invitation':
      return texts.invitationLetter(who, `${origin}/login?invitation=${token}`);
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
          by: byWords(row.facts['by'] ?? '', confirmed) ?? '',
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

/** Who changed it: the administrator by name where that may be said. */
function byWords(by: string | null, confirmed: boolean): string | null {
  return by === null || confirmed ? by : 'an administrator';
}

/** Names that stand in a fact, a line each; of which nothing may be said but how many there are, null each. */
function namesIn(lines: string | null | undefined, confirmed: boolean): readonly (string | null)[] {
  return lines == null || lines === '' ? [] : lines.split('\n').map((name) => (confirmed ? name : null));
}
