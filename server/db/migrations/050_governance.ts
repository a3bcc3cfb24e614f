import { type Kysely, sql } from 'kysely';

/** The kill switch is numbered, so that a release can name the pull it ends (D-23). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table kill_switches add column version bigint not null default 1`.execute(db);
}
