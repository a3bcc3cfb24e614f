import { type Kysely, sql } from 'kysely';
import type { Database } from '../db/schema.ts';

/** Advisory lock number under which keys and secrets are changed; an arbitrary value. */
const KEYS_LOCK = 7205759403792815n;

/** Takes the lock on keys and secrets until the transaction ends. */
export async function lockKeys(trx: Kysely<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${KEYS_LOCK})`.execute(trx);
}
