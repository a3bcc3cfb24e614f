import pg from 'pg';
import { connectionTo } from './connection.ts';
import { MIGRATION_LOCK } from './migrations/index.ts';

/** A stalled instance loses the lock after this time, milliseconds. A working one sends a statement every second. */
const silentForMs = 30_000;
const everyMs = 1000;

/**
 * Runs `work` while holding the migration lock on a separate connection (`work` uses other connections and its own transactions). Waits
 * as long as another instance holds the lock. Rejects if the connection is lost, because another instance may then hold the lock: the
 * caller must not go on.
 */
export async function aloneOn<T>(connectionString: string, work: () => Promise<T>): Promise<T> {
  const client = new pg.Client({
    ...connectionTo(connectionString),
    application_name: 'ukweli-alone',
    connectionTimeoutMillis: 10_000,
    idle_in_transaction_session_timeout: silentForMs,
  });
  const lost = new Promise<never>((_resolve, reject) => {
    client.once('error', reject);
    client.once('end', () => reject(new Error('The connection that held the lock on the first data was lost')));
  });
  lost.catch(() => undefined); // also rejects on the normal end, when nothing awaits it
  await client.connect();
  let asking: NodeJS.Timeout | undefined;
  try {
    // The lock ends with the transaction, and the transaction with the connection.
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    asking = setInterval(() => void client.query('select 1').catch(() => undefined), everyMs); // `lost` reports a failure
    return await Promise.race([work(), lost]);
  } finally {
    clearInterval(asking);
    await client.end().catch(() => undefined); // the connection is closed either way
  }
}
