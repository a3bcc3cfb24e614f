import { type Kysely, sql } from 'kysely';

/** Tenants, accounts, sessions, the embedded provider's store, audit records and telemetry. */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table tenants (
    tenant_id text primary key, name text not null, place text not null, region text not null, currency text not null, time_zone text not null)`,
  `create table accounts (
    account_id text primary key, email text not null, email_key text not null unique, name text not null,
    role text not null check (role in ('admin', 'bank_ops', 'auditor', 'operator')),
    status text not null check (status in ('active', 'inactive', 'suspended')),
    tenant_id text not null references tenants, password text,
    created_at timestamptz not null, last_login_at timestamptz)`,
  'create table memberships (account_id text not null references accounts, tenant_id text not null references tenants, primary key (account_id, tenant_id))',
  `create table federated_identities (
    issuer text not null, subject text not null, account_id text not null references accounts, primary key (issuer, subject))`,
  `create table sessions (
    session_id text primary key, token_hash text not null unique, account_id text not null references accounts,
    created_at timestamptz not null, last_active_at timestamptz not null, expires_at timestamptz not null, hard_end_at timestamptz not null,
    device text not null, ended_at timestamptz, end_reason text)`,
  'create index sessions_by_account on sessions (account_id) where ended_at is null',
  'create index sessions_by_expiry on sessions (expires_at) where ended_at is null',
  'create index sessions_by_end on sessions (ended_at) where ended_at is not null',
  'create table used_id_tokens (token_hash text primary key, expires_at timestamptz not null)',
  `create table sign_in_attempts (
    bucket text primary key, failures integer not null, blocked_until timestamptz, last_at timestamptz not null)`,
  `create table oidc_payloads (
    kind text not null, id text not null, payload jsonb not null, grant_id text, uid text, user_code text,
    expires_at timestamptz, consumed_at timestamptz, primary key (kind, id))`,
  'create index oidc_payloads_by_grant on oidc_payloads (grant_id) where grant_id is not null',
  'create index oidc_payloads_by_uid on oidc_payloads (kind, uid) where uid is not null',
  'create index oidc_payloads_by_expiry on oidc_payloads (expires_at)',
  'create table platform_settings (key text primary key, value jsonb not null)',
  `create table audit_records (
    audit_id bigint generated always as identity primary key, tenant_id text not null, chain_index bigint not null, at timestamptz not null,
    actor_id text, actor_name text not null, action text not null, target text not null,
    outcome text not null check (outcome in ('done', 'refused', 'failed')),
    correlation_id text not null, ip text, details jsonb not null, prev_hash text not null, hash text not null,
    unique (tenant_id, chain_index))`,
  'create index audit_records_by_time on audit_records (tenant_id, at desc)',
  // The record is evidence: not even the platform's own code may change or remove a line.
  `create function refuse_audit_change() returns trigger language plpgsql as $$
    begin raise exception 'audit records are append-only'; end $$`,
  'create trigger audit_records_append_only before update or delete on audit_records for each row execute function refuse_audit_change()',
  `create table telemetry_events (
    telemetry_id bigint generated always as identity primary key, tenant_id text not null, received_at timestamptz not null,
    name text not null, at timestamptz not null, values jsonb not null)`,
  'create index telemetry_events_by_tenant on telemetry_events (tenant_id, telemetry_id)',
];
