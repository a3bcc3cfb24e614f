import { type Kysely, sql, type Transaction } from 'kysely';
import pg from 'pg';
import type { Logger } from '../log.ts';
import { connectionTo } from './connection.ts';
import type { OpenDatabase } from './database.ts';
import { aloneOn } from './migrationLock.ts';
import { migrate } from './migrations/index.ts';
import { overPool } from './overPool.ts';
import type { Database } from './schema.ts';
import { overOne, prepareSchema, whoMigrates } from './ownerConnection.ts';
import { isOwner, isServable, ownsSchema, roleOf } from './servingRole.ts';
import { typeParsers } from './types.ts';
import { createWriteQueue } from './writeQueue.ts';

/** Connections per instance by purpose. Writers have a fixed share, so a held row delays only writers (F-40). */
const connectionsFor = { reading: 8, writing: 6, vital: 4 } as const;
/** Vital connections that the kill switch may use at once; the others serve session lookups. */
const urgentAtOnce = 2;
/** Maximum wait for a row or lock, milliseconds; then the caller is told to retry and the next in line may try. */
const lockTimeoutMs = 2500;
/** The kill switch waits longer: long enough for a stalled instance's transaction to be ended. */
const urgentLockTimeoutMs = 8000;
/** Maximum wait for a turn to write, milliseconds. */
const waitMs = 6000;
/**
 * A write transaction holds rows that others need: if its instance stalls this long (stopped, a machine being moved), PostgreSQL ends it
 * (F-41).
 */
const writerIdleMs = 3000;
/** A read transaction blocks nobody, and a large file may be generated in the middle of one. */
const readerIdleMs = 60_000;

/**
 * Opens a PostgreSQL database and brings its schema up to date.
 * @param ownerString address for migrating as the owner, if another role serves (servingRole.ts)
 */
export async function openPostgres(connectionString: string, log: Logger, ownerString: string | null = null): Promise<OpenDatabase> {
  const pools: pg.Pool[] = [];
  const open = (max: number, idleMs: number): Kysely<Database> => {
    const pool = new pg.Pool({
      ...connectionTo(connectionString),
      max,
      connectionTimeoutMillis: 10_000,
      statement_timeout: 30_000,
      lock_timeout: lockTimeoutMs,
      idle_in_transaction_session_timeout: idleMs,
      application_name: 'ukweli',
      // pg's typings require its own registry's generics; it calls only this function
      types: {
        getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
          typeParsers[oid] ?? pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
      },
    });
    // A lost idle connection (PostgreSQL restarted) is replaced at the next use; without a listener the error would end the process.
    pool.on('error', (failure) => log.error('db.connection_lost', failure));
    // The same for a connection lost while a transaction holds it without a running statement: the next statement fails with the error.
    pool.on('connect', (client) => void client.on('error', () => undefined));
    pools.push(pool);
    return overPool(pool);
  };
  const db = open(connectionsFor.reading, readerIdleMs);
  const writing = open(connectionsFor.writing, writerIdleMs);
  const vital = open(connectionsFor.vital, writerIdleMs);
  const close = async (): Promise<void> => {
    await Promise.all([db, writing, vital].map((one) => one.destroy()));
    // Kysely does not close a pool that was never queried.
    await Promise.all(pools.filter(({ ended }) => !ended).map((pool) => pool.end()));
  };
  try {
    if (ownerString !== null) await prepareSchema(ownerString, await roleOf(db));
    else if ((await isOwner(db)) || !(await isServable(db))) await migrate(db, 'DATABASE_URL').catch(whoMigrates);
    if ((await isOwner(db)) || (await ownsSchema(db))) log.warn('db.serves_as_owner');
  } catch (failure) {
    await close();
    throw failure;
  }
  const turns = createWriteQueue({ atOnce: connectionsFor.writing, waitMs });
  const urgent = createWriteQueue({ atOnce: urgentAtOnce, waitMs });
  const total = (count: (pool: pg.Pool) => number): number => pools.reduce((sum, pool) => sum + count(pool), 0);
  return {
    db,
    vital,
    write<T>(line: string, work: (trx: Transaction<Database>) => Promise<T>, options: { readonly urgent?: true } = {}): Promise<T> {
      return options.urgent === true
        ? urgent.run(line, () =>
            vital.transaction().execute(async (trx) => {
              await sql`set local lock_timeout = ${sql.lit(urgentLockTimeoutMs)}`.execute(trx);
              return work(trx);
            }),
          )
        : turns.run(line, () => writing.transaction().execute(work));
    },
    writersWaiting: () => turns.waiting() + urgent.waiting(),
    alone: (work) => aloneOn(connectionString, work),
    asOwner: (work) => overOne(ownerString ?? connectionString, work),
    kind: 'postgres',
    connectionString,
    connections: () => ({
      open: total((pool) => pool.totalCount),
      idle: total((pool) => pool.idleCount),
      waiting: total((pool) => pool.waitingCount),
    }),
    close,
  };
}
