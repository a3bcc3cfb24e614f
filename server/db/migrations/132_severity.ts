import { type Kysely, sql } from 'kysely';

/**
 * What severity is judged by, and how it came about: since when a stage has been beyond its limit, which trouble an incident was opened for (one open incident
 * each), and to which severity a line of the time line raised it.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table pipeline_stages add column breach_since timestamptz`.execute(db);
  await sql`alter table incidents add column cause text`.execute(db);
  await sql`create unique index incidents_open_cause on incidents (tenant_id, cause) where resolved_at is null`.execute(db);
  await sql`alter table incident_entries add column severity text check (severity in ('sev1', 'sev2', 'sev3'))`.execute(db);
}
