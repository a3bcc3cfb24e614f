import { type Kysely, sql } from 'kysely';

/** When a person decided an act of governance that the platform received later (D-56): beside the lines of the trail. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table ai_acts add column decided_at timestamptz`.execute(db);
}
