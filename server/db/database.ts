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
  /** For reads, and for single-statement writes that cannot meet a row locked by others. */
  readonly db: Kysely<Database>;
  /**
   * For reads that must be answered under any load: session lookup, readiness, kill switch. Has its own connections on PostgreSQL (F-40).
   */
  readonly vital: Kysely<Database>;
  /**
   * Runs a write transaction when it is its turn in `line`; transactions of one line run one after another, in order of arrival
   * (writeQueue.ts). Everything that may wait for a row or lock goes through here. A line is a tenant's event log, its record, or another
   * contended resource. `urgent` skips the ordinary lines (kill switch). Never call it inside another transaction.
   * @throws an error answered as 503 if its turn or a row could not be had in time; nothing took effect then
   */
  write<T>(line: string, work: (trx: Transaction<Database>) => Promise<T>, options?: { readonly urgent?: true }): Promise<T>;
  /** Number of writers waiting for their turn. */
  writersWaiting(): number;
  /**
   * Runs `work` while no other instance migrates or runs such work. Rejects, possibly with the work unfinished, if the lock is lost
   * meanwhile.
   */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** Runs `work` as the owner of the tables, for example to rewrite one; closes the connection afterwards. */
  asOwner<T>(work: (owner: Kysely<Database>) => Promise<T>): Promise<T>;
  readonly kind: 'embedded' | 'postgres';
  /** Address for a separate connection (LISTEN); null on the embedded database, which only one process uses. */
  readonly connectionString: string | null;
  /** Open connections, idle ones, and callers waiting for one. */
  connections(): { readonly open: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

/** Opens the configured database: PostgreSQL at DATABASE_URL, otherwise the embedded database in the data folder (D-3). */
export async function createDatabase(config: ServerConfig, log: Logger, onLost: (failure: Error) => void): Promise<OpenDatabase> {
  return config.databaseUrl === null
    ? openEmbedded(config.dataDir, log, onLost)
    : openPostgres(config.databaseUrl, log, config.databaseOwnerUrl);
}

/**
 * Opens the embedded database in the data folder and starts its upkeep.
 * @throws FolderInUse if another process has the folder open (F-28)
 */
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
