import type { ColumnType, Generated } from 'kysely';
import type { LinkRefusal } from '../../../src/contracts/adminAccess.ts';
import type { LoginRole } from '../../../src/contracts/access.ts';

/** timestamptz: read as an ISO string (type parsers), written as a Date or ISO string. */
export type Moment = ColumnType<string, Date | string, Date | string>;
/** A nullable timestamptz. */
export type MaybeMoment = ColumnType<string | null, Date | string | null | undefined, Date | string | null>;
/** jsonb: read parsed, written as JSON text (`JSON.stringify`), since the two drivers treat arrays differently. */
export type Json<T> = ColumnType<T, string, string>;

/** `currency` is the ISO 4217 code of its money, `time_zone` the IANA name that its days follow. */
export interface TenantTable {
  tenant_id: string;
  name: string;
  place: string;
  region: string;
  currency: string;
  time_zone: string;
}

/** A person who can sign in. */
export interface AccountTable {
  account_id: string;
  /** As typed; `email_key` is its lower-case form and unique. */
  email: string;
  email_key: string;
  name: string;
  role: LoginRole;
  status: 'active' | 'inactive' | 'suspended';
  /** Home tenant; `memberships` lists all tenants. */
  tenant_id: string;
  /** `scrypt$N$r$p$salt$key`; null for an account that signs in only through a provider. */
  password: string | null;
  created_at: Moment;
  last_login_at: MaybeMoment;
  /** When all sessions were last ended deliberately: earlier proofs of identity open no session. */
  proofs_from: ColumnType<string | null, never, Date | null>;
  /** Counts changes of e-mail, name, role and status; maintained by the database. */
  version: ColumnType<number, never, never>;
}

/** A tenant that an account may work in; its home tenant has a row too. */
export interface MembershipTable {
  account_id: string;
  tenant_id: string;
}

/** Accounts at an external provider: matched by issuer and subject, never by e-mail (D-20). */
export interface FederatedIdentityTable {
  issuer: string;
  subject: string;
  account_id: string;
  /** Null: not recorded. */
  linked_at: MaybeMoment;
  /**
   * `operator`: at the command line or by hand. At the first sign-in through the provider: `address` by its verified address,
   * `invitation` by the link in a letter.
   */
  linked_by: ColumnType<LinkedBy, LinkedBy | undefined, never>;
}

type LinkedBy = 'operator' | 'address' | 'invitation';

/** A domain whose addresses the provider may vouch for; its accounts belong to that tenant. */
export interface TenantDomainTable {
  /** ASCII, lower case. */
  domain: string;
  tenant_id: string;
}

/** The last refused provider sign-in that named the account's address. */
export interface FederatedRefusalTable {
  account_id: string;
  at: Moment;
  why: LinkRefusal;
}

/** A session of a person or a display. Its row stays for a while after its end (server/identity/prune.ts). */
export interface SessionTable {
  session_id: string;
  /** SHA-256 of the cookie's token: a copy of the database opens no session. */
  token_hash: string;
  /** Null for a wall display's session. */
  account_id: string | null;
  /** Null for a person's session: exactly one of the two is set. */
  display_id: string | null;
  created_at: Moment;
  last_active_at: Moment;
  /** Idle timeout; never later than `hard_end_at`. */
  expires_at: Moment;
  hard_end_at: Moment;
  device: string;
  /** Address it was opened from; null if unknown. */
  ip: string | null;
  /** When the owner last proved their identity; null for displays and for rows from before it was recorded. */
  proved_at: MaybeMoment;
  /** When a proof of the owner last renewed its token. */
  renewed_at: MaybeMoment;
  /**
   * SHA-256 of the previous token, renewed by a proof of the owner or the device key. It stays valid until the browser has the new token,
   * and a little longer.
   */
  prior_hash: ColumnType<string | null, never, string | null>;
  /** When the previous token expires; null until the new one was used. */
  prior_until: MaybeMoment;
  /** When the previous token would have expired by itself; null for a person's, which ends with the session. */
  prior_ends_at: MaybeMoment;
  /** Whether the owner's proof counts for the previous token too. */
  prior_proves: ColumnType<boolean, never, boolean>;
  /** Tenant the session works in; null: the account's home tenant. */
  tenant_id: string | null;
  ended_at: MaybeMoment;
  end_reason: string | null;
}

/** ID tokens already exchanged (single use), as SHA-256, kept until they expire. */
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

/** Storage of the embedded OpenID provider: codes, grants, interactions, its own sessions. */
export interface OidcPayloadTable {
  kind: string;
  id: string;
  payload: Json<Record<string, unknown>>;
  grant_id: string | null;
  uid: string | null;
  user_code: string | null;
  expires_at: MaybeMoment;
  consumed_at: MaybeMoment;
  /** Device codes: time of the last poll. */
  polled_at: MaybeMoment;
}

/** Settings of the platform itself: the seed's day, leases. No secrets (tables/secrets.ts). */
export interface PlatformSettingTable {
  key: string;
  value: Json<unknown>;
}

/** A line of a tenant's record (D-27); `chain_index` counts from 0, and `hash` covers the line with `prev_hash`. */
export interface AuditRecordTable {
  audit_id: Generated<number>;
  /** Empty for acts before the caller was identified. */
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

/** An event that a console reported; `at` is its own clock, `received_at` the platform's. */
export interface TelemetryEventTable {
  telemetry_id: Generated<number>;
  tenant_id: string;
  received_at: Moment;
  name: string;
  at: Moment;
  values: Json<Record<string, string | number | boolean | null>>;
}

/** Tenants, accounts, sessions, sign-ins, the provider's storage, and the record. */
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
