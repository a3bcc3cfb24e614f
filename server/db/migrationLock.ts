import pg from 'pg';
import { connectionTo } from './connection.ts';
import { MIGRATION_LOCK } from './migrations/index.ts';

/** An instance that stands still with the lock in hand loses it after so long, milliseconds; while it works it is heard of each second. */
const silentForMs = 30_000;
const everyMs = 1000;

/**
 * Does `work` with the migrations' lock in hand, on a connection of its own: `work` uses others, in transactions of its own. Waits for as long as somebody else has it. If the
 * connection is lost, another instance may have the lock: it rejects, and whoever asked must not go on.
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
  lost.catch(() => undefined); // it is lost at the end too, when nobody waits for it
  await client.connect();
  let asking: NodeJS.Timeout | undefined;
  try {
    // The lock goes with the transaction, and the transaction with the connection.
    await client.query('begin');
    await client.query(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    asking = setInterval(() => void client.query('select 1').catch(() => undefined), everyMs); // `lost` tells
    return await Promise.race([work(), lost]);
  } finally {
    clearInterval(asking);
    await client.end().catch(() => undefined); // it is gone either way
  }
}
