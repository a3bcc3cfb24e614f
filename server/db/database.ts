import { join } from 'node:path';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { ServerConfig } from '../config.ts';
import type { Logger } from '../log.ts';
import { lockFolder } from './folderLock.ts';
import { migrate } from './migrations/index.ts';
import { createSingleSessionPool, openInThread } from './pgliteClient.ts';
import type { Database } from './schema.ts';
import { typeParsers } from './types.ts';
import { tendDatabase, type UpkeepPace, usualPace } from './upkeep.ts';

/** An open, migrated database. */
export interface OpenDatabase {
  readonly db: Kysely<Database>;
  readonly kind: 'embedded' | 'postgres';
  /** Where a connection of one's own (LISTEN) goes; null on the embedded database, which is one process anyway. */
  readonly connectionString: string | null;
  /** How many connections there are, how many of them are free, and how many callers wait for one. */
  connections(): { readonly open: number; readonly idle: number; readonly waiting: number };
  close(): Promise<void>;
}

/** Opens what the configuration names: PostgreSQL at DATABASE_URL, else the embedded database in the data folder (D-3). */
export async function createDatabase(config: ServerConfig, log: Logger, onLost: (failure: Error) => void): Promise<OpenDatabase> {
  return config.databaseUrl === null ? openEmbedded(config.dataDir, log, onLost) : openPostgres(config.databaseUrl, log);
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
    const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
    await migrate(db);
    const stopTending = tendDatabase(db, log, pace);
    return {
      db,
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

/** Opens a PostgreSQL database and brings its schema up to date. */
export async function openPostgres(connectionString: string, log: Logger): Promise<OpenDatabase> {
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    connectionTimeoutMillis: 10_000,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    application_name: 'ukweli',
    // pg's typings want its own registry's generics; it calls nothing but this
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        typeParsers[oid] ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  });
  // A lost idle connection (PostgreSQL restarted) is replaced at the next use; without a listener it would end the process.
  pool.on('error', (failure) => log.error('db.connection_lost', failure));
  // The same for one that is lost while a transaction holds it and asks nothing: its next statement fails, and says so.
  pool.on('connect', (client) => void client.on('error', () => undefined));
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  try {
    await migrate(db);
  } catch (failure) {
    await db.destroy();
    throw failure;
  }
  return {
    db,
    kind: 'postgres',
    connectionString,
    connections: () => ({ open: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    close: () => db.destroy(),
  };
}
