import type { ColumnType, Generated } from 'kysely';
import type { LetterPurpose, LetterState, LetterTrouble } from '../../../src/contracts/userLetter.ts';
import type { Json, MaybeMoment, Moment } from './identity.ts';

/** A letter about an account, from the transaction that causes it until it is sent or given up. It holds no secret: the one in a link is derived at each sending. */
export interface AccountLetterTable {
  letter_id: string;
  /** In which order letters were written. */
  place: ColumnType<number, never, never>;
  account_id: string;
  purpose: LetterPurpose;
  /** Null: wherever the account can be reached when it is sent. */
  to_address: string | null;
  to_name: string;
  /** What the letter tells besides: names and addresses, no secret. */
  facts: Json<Readonly<Record<string, string | null>>>;
  /** The same at every sending, so that whoever gets it twice can tell. */
  message_id: string;
  /** Which key its link is derived by; null where it has none. */
  link_key: string | null;
  written_at: Moment;
  /** When its present 24 hours began: as it was written, or had sent again. */
  waiting_since: Moment;
  state: Generated<LetterState>;
  /** Tries that were begun. */
  tries: Generated<number>;
  due_at: Moment;
  /** Who is sending it just now, and until when nobody else may. */
  claim: string | null;
  claimed_until: MaybeMoment;
  trouble: LetterTrouble | null;
  ended_at: MaybeMoment;
}

/** Somebody's wish for a new password, kept before the answer and before anybody has looked whose address it is. */
export interface ResetWishTable {
  wish_id: string;
  email_key: string;
  ip: string;
  correlation_id: string;
  wished_at: Moment;
}

/** How often strangers guessed at an account's password since a moment that is at most a day ago, from where at last, and when its owner was told. */
export interface AccountGuessTable {
  account_id: string;
  since: Moment;
  last_at: Moment;
  tries: number;
  ip: string;
  several: Generated<boolean>;
  told_at: Moment | null;
}

/** An address whose mail the account's owner has shown to read (server/letters/newAddresses.ts). */
export interface ConfirmedAddressTable {
  account_id: string;
  email_key: string;
  confirmed_at: Moment;
}

export interface AccountLetterTables {
  confirmed_addresses: ConfirmedAddressTable;
  account_guesses: AccountGuessTable;
  account_letters: AccountLetterTable;
  reset_wishes: ResetWishTable;
}
