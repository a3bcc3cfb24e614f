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

/** Connections that an instance keeps, by what they are for. Writers have their share and no more: whoever holds a row holds up writers alone (F-40). */
const connectionsFor = { reading: 8, writing: 6, vital: 4 } as const;
/** Of the vital ones, those that the kill switch may have; the others answer who calls. */
const urgentAtOnce = 2;
/** Longest wait for a row or a lock, milliseconds: whoever asks is told to come again, and lets those behind him try. */
const lockTimeoutMs = 2500;
/** The kill switch waits longer: over an instance that stands still, until its transaction is ended. */
const urgentLockTimeoutMs = 8000;
/** Longest wait for one's turn to write, milliseconds. */
const waitMs = 6000;
/** A transaction that writes holds rows that others want: if its instance stands still for so long (stopped, a machine that is moved), it is ended (F-41). */
const writerIdleMs = 3000;
/** One that reads holds nothing that anybody waits for; a large file is made in the middle of it. */
const readerIdleMs = 60_000;

/**
 * Opens a PostgreSQL database and brings its schema up to date.
 * @param ownerString as whom that is done where it is not the role that serves (servingRole.ts)
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
    pools.push(pool);
    return overPool(pool);
  };
  const db = open(connectionsFor.reading, readerIdleMs);
  const writing = open(connectionsFor.writing, writerIdleMs);
  const vital = open(connectionsFor.vital, writerIdleMs);
  const close = async (): Promise<void> => {
    await Promise.all([db, writing, vital].map((one) => one.destroy()));
    // Kysely leaves alone what nobody has asked anything.
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
