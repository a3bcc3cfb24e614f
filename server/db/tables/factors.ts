import type { LoginRole } from '../../../src/contracts/access.ts';
import type { MaybeMoment, Moment } from './identity.ts';

/** The secret that an authenticator app shares with an account: in use (`held`), or shown to somebody who is setting it up (`offered`). */
export interface TotpSecretTable {
  account_id: string;
  state: 'offered' | 'held';
  /** In the envelope of the key that wraps the platform's secrets. */
  sealed: string;
  /** To which session, or step of the provider, it is shown; null once it is in use. */
  holder: string | null;
  /** When it was offered, or came into use. */
  at: Moment;
  /** The last step whose code was taken: no code of it or of one before counts. Null for an offered one. */
  last_step: number | null;
  last_used_at: MaybeMoment;
}

/** A recovery code that was not used yet. */
export interface RecoveryCodeTable {
  account_id: string;
  /** Its first four characters, by which it is found. */
  selector: string;
  /** Hashed whole, as passwords are. */
  code: string;
  made_at: Moment;
}

/** A role of which a tenant asks for a second factor. */
export interface SecondFactorRoleTable {
  tenant_id: string;
  role: LoginRole;
}

export interface FactorTables {
  totp_secrets: TotpSecretTable;
  recovery_codes: RecoveryCodeTable;
  second_factor_roles: SecondFactorRoleTable;
}
