import { type Kysely, sql } from 'kysely';

/**
 * The newest moment at which the simulation wrote to a tenant's log, beside its newest moment of all: with SIMULATION=off the demo's day stands still there (S-11), whatever people have
 * done since. Of a demo that was live before this step nobody knows it, so its day stands at the seed's moment until it is live once more.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table event_heads add column simulated_at timestamptz`.execute(db);
}
