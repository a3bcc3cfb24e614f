import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';

/**
 * What a superuser of the database types first: triggers and references hold for this session no more (PostgreSQL and PGlite alike), conditions of a single row do. For tests that change
 * what is signed, to see the alarm.
 */
export const rulesOff = 'set session_replication_role = replica';

/**
 * Does what somebody does who has the database, past the triggers and references that keep the platform itself from it (migrations 150 and 151), and past what judges a row as it is written (db/judgedWrites.ts): in one transaction, through what
 * `work` is given. In tests alone. On the embedded database, which has one session, `work` must ask nothing else.
 */
export function behindTheRules<T>(db: Kysely<Database>, work: (trx: Transaction<Database>) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    return work(trx.withoutPlugins());
  });
}
