import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';

/**
 * Disables triggers and foreign keys for this session (superuser; PostgreSQL and PGlite alike); CHECK constraints still hold. For tests
 * that tamper with signed data to see the alarm.
 */
export const rulesOff = 'set session_replication_role = replica';

/**
 * Simulates an attacker with database access: bypasses the triggers and references (migrations 150 and 151) and the validation of written
 * rows (db/judgedWrites.ts), in one transaction. Tests only. On the embedded database, which has one session, `work` must use only the
 * given transaction.
 */
export function behindTheRules<T>(db: Kysely<Database>, work: (trx: Transaction<Database>) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    return work(trx.withoutPlugins());
  });
}
