import type { Generated } from 'kysely';
import type { Json, MaybeMoment, Moment } from './identity.ts';

/** The public half of a passkey, whose private half is on the owner's device or in their password manager. */
export interface PasskeyTable {
  passkey_id: string;
  account_id: string;
  /** The authenticator's credential id, base64url. */
  credential_id: string;
  /** COSE key, base64url. */
  public_key: string;
  /** Number of uses counted by the authenticator; synced passkeys always report 0. */
  counter: number;
  /** How the browser can reach its device: `internal`, `usb`, `hybrid`. Hints only. */
  transports: Json<readonly string[]>;
  /** Name given by its owner. */
  name: string;
  /** Synced by a password manager, so on several devices, as of its last use. */
  backed_up: boolean;
  /** True if it counts only after the password: set by a reset by mail. */
  after_password: Generated<boolean>;
  created_at: Moment;
  last_used_at: MaybeMoment;
}

/** A challenge waiting for its answer; deleted by the first answer. */
export interface PasskeyChallengeTable {
  purpose: 'add' | 'sign_in' | 'reauthenticate';
  /** The session that adds a passkey or re-authenticates, or the provider's sign-in step. */
  holder: string;
  challenge: string;
  expires_at: Moment;
}

/** Passkeys (WebAuthn) and the challenges that wait for an answer. */
export interface PasskeyTables {
  passkeys: PasskeyTable;
  passkey_challenges: PasskeyChallengeTable;
}
