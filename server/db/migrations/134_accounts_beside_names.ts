import { type Kysely, sql } from 'kysely';

/**
 * The account beside the name wherever somebody is named. Rows from before keep null, which reads 'account not recorded' (D-58): a name tells nobody's
 * account, since two may have had it, so nothing is guessed for them.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table incidents add column acknowledged_by_id text`.execute(db);
  await sql`alter table incident_entries add column by_id text`.execute(db);
  await sql`alter table kill_switches add column by_id text`.execute(db);
  await sql`alter table ai_acts add column by_id text`.execute(db);
  await sql`alter table dead_letters add column last_promoted_by_id text`.execute(db);
  await sql`alter table compliance_reports add column generated_by_id text`.execute(db);
  await sql`alter table displays add column approved_by_id text`.execute(db);
}
