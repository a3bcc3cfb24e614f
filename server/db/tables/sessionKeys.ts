import type { MaybeMoment, Moment } from './identity.ts';

/** What binds a session to a key of its device (src/domain/session/deviceProof.ts): SHA-256 of tokens, nonces and of what was signed, never they themselves. */
export interface SessionKeyTable {
  session_id: string;
  /** RFC 7638; null until the device has brought its key, and so are key, nonce and what was spent. */
  thumbprint: string | null;
  /** base64url of the uncompressed point, P-256. */
  public_key: string | null;
  nonce_hash: string | null;
  spent_nonce_hash: string | null;
  spent_token_hash: string | null;
  spent_until: Moment;
  renewed_at: Moment;
  /** When the use of a spent token, or a refresh without a good proof, was last put on record. */
  noted_at: MaybeMoment;
}

export interface SessionKeyTables {
  session_keys: SessionKeyTable;
}
