import type { ColumnType, Generated } from 'kysely';
import type { LetterPurpose, LetterState, LetterTrouble } from '../../../src/contracts/userLetter.ts';
import type { Json, MaybeMoment, Moment } from './identity.ts';

/**
 * A letter about an account, from the transaction that causes it until it is sent or given up. Holds no secret: the secret in a link is
 * derived at each sending.
 */
export interface AccountLetterTable {
  letter_id: string;
  /** Order in which letters were written. */
  place: ColumnType<number, never, never>;
  account_id: string;
  purpose: LetterPurpose;
  /** Null: every address of the account at the time of sending. */
  to_address: string | null;
  to_name: string;
  /** Other contents of the letter: names and addresses, no secret. */
  facts: Json<Readonly<Record<string, string | null>>>;
  /** The same at every sending, so that a recipient can recognise a duplicate. */
  message_id: string;
  /** Key that its link is derived from; null if it has no link. */
  link_key: string | null;
  written_at: Moment;
  /** Start of its current 24 hours: when it was written, or a resend was requested. */
  waiting_since: Moment;
  state: Generated<LetterState>;
  /** Number of attempts begun. */
  tries: Generated<number>;
  due_at: Moment;
  /** The sender working on it now, which has it exclusively until `claimed_until`. */
  claim: string | null;
  claimed_until: MaybeMoment;
  trouble: LetterTrouble | null;
  ended_at: MaybeMoment;
}

/** A password reset request, stored before the answer and before the address is looked up. */
export interface ResetWishTable {
  wish_id: string;
  email_key: string;
  ip: string;
  correlation_id: string;
  wished_at: Moment;
}

/** Wrong password guesses by anonymous callers for an account within the last day: count, latest address, and when the owner was told. */
export interface AccountGuessTable {
  account_id: string;
  since: Moment;
  last_at: Moment;
  tries: number;
  ip: string;
  several: Generated<boolean>;
  told_at: Moment | null;
}

/** An address that the account's owner has proved to receive mail at (server/letters/newAddresses.ts). */
export interface ConfirmedAddressTable {
  account_id: string;
  email_key: string;
  confirmed_at: Moment;
}

/** Letters about accounts, the requests and guesses that cause some of them, and the addresses proved by one. */
export interface AccountLetterTables {
  confirmed_addresses: ConfirmedAddressTable;
  account_guesses: AccountGuessTable;
  account_letters: AccountLetterTable;
  reset_wishes: ResetWishTable;
}
