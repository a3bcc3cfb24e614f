import type { Generated } from 'kysely';
import type { Json, MaybeMoment, Moment } from './identity.ts';

/** A passkey: the public half of a key that lies on a device of its owner's or with their password manager. */
export interface PasskeyTable {
  passkey_id: string;
  account_id: string;
  /** The authenticator's own name of it, base64url. */
  credential_id: string;
  /** COSE key, base64url. */
  public_key: string;
  /** Uses so far as the authenticator counts them; synced ones say 0 for good. */
  counter: number;
  /** How its device can be reached: `internal`, `usb`, `hybrid`. Hints for the browser. */
  transports: Json<readonly string[]>;
  /** What its owner calls it. */
  name: string;
  /** Kept with a password manager and so on several devices, as of its last use. */
  backed_up: boolean;
  /** Whether it counts after the password alone: a reset by mail left it so. */
  after_password: Generated<boolean>;
  created_at: Moment;
  last_used_at: MaybeMoment;
}

/** A challenge that waits for its answer; taken away by the first that comes. */
export interface PasskeyChallengeTable {
  purpose: 'add' | 'sign_in' | 'reauthenticate';
  /** Whose it is: the session that adds a passkey or proves again whose it is, or the provider's sign-in step. */
  holder: string;
  challenge: string;
  expires_at: Moment;
}

export interface PasskeyTables {
  passkeys: PasskeyTable;
  passkey_challenges: PasskeyChallengeTable;
}
