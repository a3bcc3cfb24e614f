import type { ColumnType } from 'kysely';
import type { MaybeMoment, Moment } from './identity.ts';

/**
 * Binds a session to a key of its device (src/domain/session/deviceProof.ts). Nonces are stored only as SHA-256; the tokens are in the
 * session's row.
 */
export interface SessionKeyTable {
  session_id: string;
  /** RFC 7638. Null, like key and nonces, until the device has registered its key. */
  thumbprint: string | null;
  /** base64url of the uncompressed point, P-256. */
  public_key: string | null;
  nonce_hash: string | null;
  spent_nonce_hash: string | null;
  /** When the key last renewed the session's token. */
  renewed_at: Moment;
  /** When a reused token, or a refresh without a valid proof, was last recorded. */
  noted_at: MaybeMoment;
  /** The device keeps the key under an app lock: its cookie ends with the browser session. */
  locked: ColumnType<boolean, boolean | undefined, boolean>;
  /** Since when the app lock is closed; only a proof by the key ends that. Null while open. */
  parked_at: MaybeMoment;
}

/** Keys that sessions are bound to, and the app lock's part in that. */
export interface SessionKeyTables {
  session_keys: SessionKeyTable;
}
