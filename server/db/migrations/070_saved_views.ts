import { type Kysely, sql } from 'kysely';

/** Filters of a screen by name, each person's own. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table saved_views (
      tenant_id text not null,
      account_id text not null references accounts (account_id),
      view_id text not null,
      screen text not null,
      name text not null,
      query text not null,
      updated_at timestamptz not null,
      version bigint not null,
      primary key (tenant_id, account_id, view_id)
    )`.execute(db);
  // Two views of one name on one screen could not be told apart.
  await sql`create unique index saved_views_by_name on saved_views (tenant_id, account_id, screen, lower(name))`.execute(db);
}
