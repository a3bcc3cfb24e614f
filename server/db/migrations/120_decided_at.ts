import { type Kysely, sql } from 'kysely';

/** When a person decided what the platform received later (D-56): beside the lines of an incident, and beside the last promotion of a dead letter. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table incident_entries add column decided_at timestamptz`.execute(db);
  await sql`alter table dead_letters add column last_promoted_at timestamptz`.execute(db);
  await sql`alter table dead_letters add column last_promoted_by text`.execute(db);
  await sql`alter table dead_letters add column last_promotion_decided_at timestamptz`.execute(db);
}
