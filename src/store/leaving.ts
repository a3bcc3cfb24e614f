import type { DBCoreTransaction, Dexie } from 'dexie';

/** Read transactions in progress on this page. */
const reading = new Set<IDBTransaction>();

/**
 * WebKit freezes a page in the back/forward cache: its open read transactions then block the hub's writes for as long as the page is
 * cached, and the next page gets no rows. So reads in progress are aborted when a page is left. If the page comes back, Dexie reads
 * again.
 */
function giveUpReading(): void {
  for (const transaction of reading) {
    try {
      transaction.abort();
    } catch {
      // it has just ended
    }
  }
  reading.clear();
}
// Workers are never left.
if ('document' in globalThis) addEventListener('pagehide', giveUpReading);

/** Makes read transactions of this database abort when the page is left. Call before `open`. */
export function givenUpWhenLeft<Db extends Dexie>(db: Db): Db {
  db.use({
    stack: 'dbcore',
    name: 'leaving',
    create: (core) => ({
      ...core,
      transaction: (stores, mode, options): DBCoreTransaction => {
        const transaction = core.transaction(stores, mode, options);
        // Safe: the core returns IndexedDB's own transaction.
        const native = transaction as unknown as IDBTransaction;
        const over = (): void => void reading.delete(native);
        reading.add(native);
        native.addEventListener('complete', over);
        native.addEventListener('abort', over);
        return transaction;
      },
    }),
  });
  return db;
}
