import { type Kysely, sql } from 'kysely';

/**
 * Links that are sent by mail (password reset, change of address): single use, by the hash of their secret (D-22); where a session was opened from; and one
 * person's lines of the audit record, which are looked for by actor.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table sessions add column ip text`.execute(db);
  await sql`
    create table account_links (
      token_hash text primary key,
      kind text not null check (kind in ('reset', 'email')),
      account_id text references accounts,
      email text,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db);
  await sql`create index account_links_by_account on account_links (account_id, created_at)`.execute(db);
  await sql`create index account_links_by_expiry on account_links (expires_at)`.execute(db);
  await sql`create index audit_records_by_actor on audit_records (tenant_id, actor_id, chain_index)`.execute(db);
  await sql`create index audit_records_by_tried_account on audit_records (tenant_id, target, chain_index) where action = 'session.create' and actor_id is null`.execute(
    db,
  );
}
