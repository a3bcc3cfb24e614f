import { type Kysely, sql } from 'kysely';

/**
 * Wall displays (K-10). A display is nobody: it has no account, and a session belongs to an account or to a display. `pairing` is the hash of the
 * code it was approved under, unique: two administrators who approve one wall at once make one display of it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const statements = [
  `create table displays (
    display_id text primary key, tenant_id text not null references tenants, version bigint not null,
    name text not null, playlist jsonb not null, dwell_s integer not null check (dwell_s between 5 and 600),
    theme text not null check (theme in ('dark', 'light')),
    pairing text not null unique, device text not null, approved_by text not null, approved_at timestamptz not null,
    claimed_at timestamptz, revoked_at timestamptz,
    build text, frame_at timestamptz, frame_dashboard text, seen_at timestamptz, transport text, viewport text)`,
  'create index displays_by_tenant on displays (tenant_id) where revoked_at is null',
  'alter table sessions alter column account_id drop not null',
  'alter table sessions add column display_id text references displays',
  'alter table sessions add constraint sessions_of_one check ((account_id is null) <> (display_id is null))',
  'create unique index sessions_by_display on sessions (display_id) where ended_at is null and display_id is not null',
  // When a device code was last asked for, so that one that is asked for too often is told to slow down (RFC 8628, 3.5).
  'alter table oidc_payloads add column polled_at timestamptz',
  'create index oidc_payloads_by_user_code on oidc_payloads (user_code) where user_code is not null',
];
