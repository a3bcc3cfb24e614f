import { type Kysely, sql } from 'kysely';

/**
 * What strangers were refused, summed per minute until it goes on record as one line (G-12). Kept here meanwhile, so that several instances count into one sum, and the end of a process
 * takes the last seconds' at most. Of no tenant there is an empty name, as in the record, so the table refers to none.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table refusal_sums (
      tenant_id text not null,
      window_at timestamptz not null,
      action text not null,
      outcome text not null check (outcome in ('refused', 'failed')),
      cause text not null,
      refusals bigint not null check (refusals > 0),
      first_at timestamptz not null,
      last_at timestamptz not null,
      target text,
      ip text,
      primary key (tenant_id, window_at, action, outcome, cause),
      check (last_at >= first_at)
    )`.execute(db);
}
