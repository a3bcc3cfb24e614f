import { type Kysely, sql } from 'kysely';

/** Commands of people: their keys, so that sending one twice takes effect once; read-only mode (D-23); dead letters under way again (D-24). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table idempotency_keys (
      tenant_id text not null,
      account_id text not null,
      key text not null,
      request_hash text not null,
      answer jsonb not null,
      used_at timestamptz not null,
      primary key (tenant_id, account_id, key)
    )`.execute(db);
  await sql`create index idempotency_keys_by_age on idempotency_keys (used_at)`.execute(db);
  await sql`
    create table kill_switches (
      tenant_id text primary key,
      active boolean not null,
      reason text not null,
      by_name text not null,
      changed_at timestamptz not null
    )`.execute(db);
  await sql`alter table dead_letters add column promoted_at timestamptz`.execute(db);
}
