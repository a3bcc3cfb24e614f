import { type Kysely, sql } from 'kysely';

/** Wrong tries at the app lock of the device that holds a session, since the last right one (G-5). */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    create table lock_tries (
      session_id text primary key references sessions on delete cascade,
      wrong integer not null check (wrong > 0),
      last_at timestamptz not null
    )`.execute(db);
}
