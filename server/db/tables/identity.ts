import type { ColumnType, Generated } from 'kysely';
import type { LinkRefusal } from '../../../src/contracts/adminAccess.ts';
import type { LoginRole } from '../../../src/contracts/access.ts';

/** timestamptz: an ISO string out (type parsers), a Date or ISO string in. */
export type Moment = ColumnType<string, Date | string, Date | string>;
/** The same, where the row may have none. */
export type MaybeMoment = ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
/** jsonb: parsed out; text of JSON in (`JSON.stringify`), since the two drivers treat arrays differently. */
export type Json<T> = ColumnType<T, string, string>;

export interface TenantTable {
  tenant_id: string;
  name: string;
  place: string;
  region: string;
  currency: string;
  time_zone: string;
}

export interface AccountTable {
  account_id: string;
  /** As typed; `email_key` is its lower-case form and unique. */
  email: string;
  email_key: string;
  name: string;
  role: LoginRole;
  status: 'active' | 'inactive' | 'suspended';
  /** Home tenant; `memberships` holds all of them. */
  tenant_id: string;
  /** `scrypt$N$r$p$salt$key`, or null for an account that signs in only through a provider. */
  password: string | null;
  created_at: Moment;
  last_login_at: MaybeMoment;
  /** When all sessions were last ended by somebody: a proof of before opens none. */
  proofs_from: ColumnType<string | null, never, Date | null>;
  /** Counts the changes of e-mail, name, role and status; the database's own doing. */
  version: ColumnType<number, never, never>;
}

export interface MembershipTable {
  account_id: string;
  tenant_id: string;
}

/** Accounts at a foreign provider: matched by issuer and subject, never by e-mail (D-20). */
export interface FederatedIdentityTable {
  issuer: string;
  subject: string;
  account_id: string;
  /** Null: not recorded. */
  linked_at: MaybeMoment;
  /** `operator`: at the command line or by hand; at the first sign-in there `address`: by its verified address, `invitation`: by the link in a letter. */
  linked_by: ColumnType<LinkedBy, LinkedBy | undefined, never>;
}

type LinkedBy = 'operator' | 'address' | 'invitation';

/** A domain whose addresses the provider may vouch for, and whose accounts are that tenant's. */
export interface TenantDomainTable {
  /** In ASCII and small letters. */
  domain: string;
  tenant_id: string;
}

/** The last sign-in at a provider that named an account's address and was not let in. */
export interface FederatedRefusalTable {
  account_id: string;
  at: Moment;
  why: LinkRefusal;
}

export interface SessionTable {
  session_id: string;
  /** SHA-256 of the cookie's token: a copy of the database opens no session. */
  token_hash: string;
  /** Null for a wall display's. */
  account_id: string | null;
  /** Null for a person's: exactly one of the two is set. */
  display_id: string | null;
  created_at: Moment;
  last_active_at: Moment;
  /** Idle end; never later than `hard_end_at`. */
  expires_at: Moment;
  hard_end_at: Moment;
  device: string;
  /** Where it was opened from; null where that is not known. */
  ip: string | null;
  /** When its owner last proved who they are; null for a display's, and where that was not kept yet. */
  proved_at: MaybeMoment;
  /** When a proof of its owner last gave it a new token. */
  renewed_at: MaybeMoment;
  /** SHA-256 of the token before, which a proof of the owner or of the device's key has renewed: it counts until the new one has come to the browser, and a little longer. */
  prior_hash: ColumnType<string | null, never, string | null>;
  /** When that one ends; null while the new one was not used yet. */
  prior_until: MaybeMoment;
  /** When it would have ended by itself; null for a person's, which ends with the session. */
  prior_ends_at: MaybeMoment;
  /** Whether what was proved counts for it too. */
  prior_proves: ColumnType<boolean, never, boolean>;
  /** Where it works; null: in its account's home. */
  tenant_id: string | null;
  ended_at: MaybeMoment;
  end_reason: string | null;
}

/** ID tokens already exchanged (single use), by SHA-256, until they have expired anyway. */
export interface UsedTokenTable {
  token_hash: string;
  expires_at: Moment;
}

/** Failed sign-ins per bucket (account and address, trusted device, or address alone). */
export interface SignInAttemptTable {
  bucket: string;
  failures: number;
  blocked_until: MaybeMoment;
  last_at: Moment;
}

/** What the embedded OpenID provider keeps: codes, grants, interactions, its own sessions. */
export interface OidcPayloadTable {
  kind: string;
  id: string;
  payload: Json<Record<string, unknown>>;
  grant_id: string | null;
  uid: string | null;
  user_code: string | null;
  expires_at: MaybeMoment;
  consumed_at: MaybeMoment;
  /** Device codes: when it was last asked for. */
  polled_at: MaybeMoment;
}

/** Facts of the platform itself: the seed's day, leases. No secrets (tables/secrets.ts). */
export interface PlatformSettingTable {
  key: string;
  value: Json<unknown>;
}

export interface AuditRecordTable {
  audit_id: Generated<number>;
  /** Empty for what happened before anybody was known. */
  tenant_id: string;
  chain_index: number;
  at: Moment;
  actor_id: string | null;
  actor_name: string;
  action: string;
  target: string;
  outcome: 'done' | 'refused' | 'failed';
  correlation_id: string;
  ip: string | null;
  details: Json<Record<string, unknown>>;
  prev_hash: string;
  hash: string;
}

export interface TelemetryEventTable {
  telemetry_id: Generated<number>;
  tenant_id: string;
  received_at: Moment;
  name: string;
  at: Moment;
  values: Json<Record<string, string | number | boolean | null>>;
}

export interface IdentityTables {
  tenants: TenantTable;
  accounts: AccountTable;
  memberships: MembershipTable;
  federated_identities: FederatedIdentityTable;
  federated_refusals: FederatedRefusalTable;
  tenant_domains: TenantDomainTable;
  sessions: SessionTable;
  used_id_tokens: UsedTokenTable;
  sign_in_attempts: SignInAttemptTable;
  oidc_payloads: OidcPayloadTable;
  platform_settings: PlatformSettingTable;
  audit_records: AuditRecordTable;
  telemetry_events: TelemetryEventTable;
}
