import type { MaybeMoment, Moment } from './identity.ts';

/** A link sent by mail. The secret in it is kept nowhere: a copy of the database resets no password. */
export interface AccountLinkTable {
  /** SHA-256 of the link's secret. */
  token_hash: string;
  kind: 'reset' | 'email' | 'invite';
  /** Null: a decoy, written where somebody asked for an address that nobody has. */
  account_id: string | null;
  /** The new address that the link confirms; null for a reset. */
  email: string | null;
  created_at: Moment;
  /** Null while the letter that carries it has not gone out: its time has not begun. */
  expires_at: MaybeMoment;
  /** The letter that carries it; null for decoys. */
  letter_id: string | null;
  /** When it was used, or taken back by a later act. */
  used_at: MaybeMoment;
}

export interface AccountLinkTables {
  account_links: AccountLinkTable;
}
