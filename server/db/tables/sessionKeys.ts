import type { ColumnType } from 'kysely';
import type { MaybeMoment, Moment } from './identity.ts';

/** What binds a session to a key of its device (src/domain/session/deviceProof.ts): SHA-256 of nonces, never they themselves. Its tokens stand with the session. */
export interface SessionKeyTable {
  session_id: string;
  /** RFC 7638; null until the device has brought its key, and so are key and nonces. */
  thumbprint: string | null;
  /** base64url of the uncompressed point, P-256. */
  public_key: string | null;
  nonce_hash: string | null;
  spent_nonce_hash: string | null;
  /** When the key last renewed the session's token. */
  renewed_at: Moment;
  /** When the use of a spent token, or a refresh without a good proof, was last put on record. */
  noted_at: MaybeMoment;
  /** The device keeps the key under an app lock: its cookie ends with the browser. */
  locked: ColumnType<boolean, boolean | undefined, boolean>;
  /** Since when the app lock is closed, which only a proof by the key ends; null while it is not. */
  parked_at: MaybeMoment;
}

export interface SessionKeyTables {
  session_keys: SessionKeyTable;
}
