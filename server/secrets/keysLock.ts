import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';

/** Number of the lock under which keys and secrets are changed, of no meaning otherwise. */
const KEYS_LOCK = 7205759403792815n;

/** Keeps everybody else from changing keys and secrets until the transaction ends. */
export async function lockKeys(trx: Kysely<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${KEYS_LOCK})`.execute(trx);
}
