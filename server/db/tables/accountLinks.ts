import type { MaybeMoment, Moment } from './identity.ts';

/** A link sent by mail. Its secret is not stored, so a copy of the database cannot reset a password. */
export interface AccountLinkTable {
  /** SHA-256 of the link's secret. */
  token_hash: string;
  kind: 'reset' | 'email' | 'invite';
  /** Null: a decoy, written when a request named an address that no account has. */
  account_id: string | null;
  /** The new address that the link confirms; null for a reset. */
  email: string | null;
  created_at: Moment;
  /** Null until the letter with the link has been sent: its validity has not begun. */
  expires_at: MaybeMoment;
  /** The letter that carries it; null for decoys. */
  letter_id: string | null;
  /** When it was used, or revoked by a later action. */
  used_at: MaybeMoment;
}

/** Links sent by mail that work once. */
export interface AccountLinkTables {
  account_links: AccountLinkTable;
}
