import type { Kysely, Transaction } from 'kysely';
import type { OpenDatabase } from './database.ts';
import type { Database } from './schema.ts';
import { createWriteQueue } from './writeQueue.ts';

/**
 * Maximum wait for a turn to write on the embedded database, milliseconds: the same as for its session (pgliteClient.ts). No other
 * process can hold its rows.
 */
const waitMs = 30_000;

/**
 * The parts of an open database whose statements all share one session. Writers still queue in lines, so that of a hundred writes only
 * one waits for the session and a read in between comes next. The place in a line is taken before the session and given back after it, so
 * no session holder ever waits for a line.
 */
export function overOneSession(
  db: Kysely<Database>,
): Pick<OpenDatabase, 'db' | 'vital' | 'write' | 'alone' | 'asOwner' | 'writersWaiting'> {
  const queue = createWriteQueue({ atOnce: 100, waitMs });
  return {
    db,
    vital: db,
    write: (line, work, options = {}) => {
      const transact = (): ReturnType<typeof work> => db.transaction().execute((trx: Transaction<Database>) => work(trx));
      return options.urgent === true ? transact() : queue.run(line, transact);
    },
    alone: (work) => work(), // only one process has it open (F-28)
    asOwner: (work) => work(db),
    writersWaiting: queue.waiting,
  };
}
