import { type Kysely, sql } from 'kysely';

/** Since when a proof of an account's owner opens a session (G-1): what was proved before somebody ended all of them opens none, whether one was open or not. Null: never ended so. */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table accounts add column proofs_from timestamptz`.execute(db);
}
