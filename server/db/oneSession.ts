import type { Kysely, Transaction } from 'kysely';
import type { OpenDatabase } from './database.ts';
import type { Database } from './schema.ts';
import { createWriteQueue } from './writeQueue.ts';

/** Longest wait for one's turn to write on the embedded database, milliseconds: as long as for its session (pgliteClient.ts). Nobody outside holds a row of it. */
const waitMs = 30_000;

/**
 * The parts of an open database where everything goes through one session. Writers wait in their lines all the same: of a hundred writes one asks for the session, and a
 * read that comes meanwhile is next. The place in a line is had before the session and given back after it, so that nobody who holds the session waits for a line.
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
    alone: (work) => work(), // one process has it open (F-28)
    asOwner: (work) => work(db),
    writersWaiting: queue.waiting,
  };
}
