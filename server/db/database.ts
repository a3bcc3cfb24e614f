import { join } from 'node:path';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { ServerConfig } from '../config.ts';
import type { Logger } from '../log.ts';
import { lockFolder } from './folderLock.ts';
import { migrate } from './migrations/index.ts';
import { overOneSession } from './oneSession.ts';
import { createSingleSessionPool, openInThread } from './pgliteClient.ts';
import { overPool } from './overPool.ts';
import { openPostgres } from './postgres.ts';
import type { Database } from './schema.ts';
import { tendDatabase, type UpkeepPace, usualPace } from './upkeep.ts';

export { openPostgres } from './postgres.ts';

/** An open, migrated database. */
export interface OpenDatabase {
  /** For reading, and for writes of one statement that meet no row which others hold. */
  readonly db: Kysely<Database>;
  /** For what must be answered whatever else goes on: who calls, whether the platform is ready, the kill switch. Connections of its own on PostgreSQL (F-40). */
  readonly vital: Kysely<Database>;
  /**
   * Runs a transaction that writes, when it is its turn in `line`: those of one line one after the other, in the order in which they came (writeQueue.ts). Whatever may
   * meet a row or a lock that others hold goes through here. A line is a tenant's log, its record, or what else is contended for. `urgent` waits for no
   * turn: for the kill switch. Throws what answers 503 where its turn, or a row, could not be had in time; then nothing took effect. Never within another transaction.
   */
  write<T>(line: string, work: (trx: Transaction<Database>) => Promise<T>, options?: { readonly urgent?: true }): Promise<T>;
  /** How many wait for their turn to write. */
  writersWaiting(): number;
  /** Does `work` while no other instance migrates or does work of this kind; rejects, with it unfinished, where the lock on that is lost meanwhile. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** Does what only the owner of the tables may, such as writing one anew; the connection is closed afterwards. */
  asOwner<T>(work: (owner: Kysely<Database>) => Promise<T>): Promise<T>;
  readonly kind: 'embedded' | 'postgres';
  /** Where a connection of one's own (LISTEN) goes; null on the embedded database, which is one process anyway. */
  readonly connectionString: string | null;
  /** How many connections there are, how many of them are free, and how many callers wait for one. */
  connections(): { readonly open: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

/** Opens what the configuration names: PostgreSQL at DATABASE_URL, else the embedded database in the data folder (D-3). */
export async function createDatabase(config: ServerConfig, log: Logger, onLost: (failure: Error) => void): Promise<OpenDatabase> {
  return config.databaseUrl === null
    ? openEmbedded(config.dataDir, log, onLost)
    : openPostgres(config.databaseUrl, log, config.databaseOwnerUrl);
}

/** Opens the database in the data folder, which nobody else may have open (F-28), and tends it. */
export async function openEmbedded(
  dataDir: string,
  log: Logger,
  onLost: (failure: Error) => void,
  pace: UpkeepPace = usualPace,
): Promise<OpenDatabase> {
  const lock = await lockFolder(dataDir);
  try {
    const connection = await openInThread(join(dataDir, 'db'), onLost);
    const pool = createSingleSessionPool(connection);
    const db = overPool(pool);
    await migrate(db);
    const stopTending = tendDatabase(db, log, pace);
    return {
      ...overOneSession(db),
      kind: 'embedded',
      connectionString: null,
      connections: pool.connections,
      async close() {
        await stopTending();
        await sql.raw('checkpoint').execute(db);
        await db.destroy();
        await lock.release();
      },
    };
  } catch (failure) {
    await lock.release();
    throw failure;
  }
}
