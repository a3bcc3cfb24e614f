import type { LoginRole } from '../../../src/contracts/access.ts';
import type { MaybeMoment, Moment } from './identity.ts';

/** The secret that an authenticator app shares with an account: in use (`held`), or shown during setup (`offered`). */
export interface TotpSecretTable {
  account_id: string;
  state: 'offered' | 'held';
  /** Encrypted with the key that wraps the platform's secrets. */
  sealed: string;
  /** The session, or the provider's sign-in step, that it is offered to; null once in use. */
  holder: string | null;
  /** When it was offered, or put into use. */
  at: Moment;
  /** The last accepted time step: codes of this step or earlier are rejected. Null for an offered secret. */
  last_step: number | null;
  last_used_at: MaybeMoment;
}

/** An unused recovery code. */
export interface RecoveryCodeTable {
  account_id: string;
  /** Its first four characters, used to find it. */
  selector: string;
  /** The whole code, hashed like a password. */
  code: string;
  made_at: Moment;
}

/** A role that must use a second factor in this tenant. */
export interface SecondFactorRoleTable {
  tenant_id: string;
  role: LoginRole;
}

/** Second factors of accounts other than passkeys, and the roles that must use one. */
export interface FactorTables {
  totp_secrets: TotpSecretTable;
  recovery_codes: RecoveryCodeTable;
  second_factor_roles: SecondFactorRoleTable;
}
