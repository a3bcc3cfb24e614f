import { type Kysely, sql } from 'kysely';

/** The numbered event log and its head, whose row is each tenant's write lock (D-14). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table event_heads (
      tenant_id text primary key,
      epoch text not null,
      seq bigint not null default 0,
      topics jsonb not null default '{}',
      pruned jsonb not null default '{}'
    )`.execute(db);
  await sql`
    create table events (
      tenant_id text not null,
      seq bigint not null,
      prev bigint not null,
      topic text not null,
      type text not null,
      resource_id text not null,
      version bigint not null,
      ts timestamptz not null,
      correlation_id text not null,
      frame text not null,
      logged_at timestamptz not null,
      primary key (tenant_id, seq)
    )`.execute(db);
  await sql`create index events_by_topic on events (tenant_id, topic, seq)`.execute(db);
  // Running numbers of ids (dead letters leave their table, so the next number cannot be read from it).
  await sql`
    create table id_counters (
      tenant_id text not null,
      name text not null,
      value bigint not null,
      primary key (tenant_id, name)
    )`.execute(db);
}
