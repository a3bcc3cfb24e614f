import type { DBCoreTransaction, Dexie } from 'dexie';

/** What this page reads at the moment. */
const reading = new Set<IDBTransaction>();

/**
 * A page that is left is kept by WebKit for the way back, standing still: what it was reading stays open, and the hub's writes wait behind it for as long as the page is
 * kept, which the next page shows as rows that never come. So what is being read when a page is left is given up. Where the page comes back, Dexie has it read again.
 */
function giveUpReading(): void {
  for (const transaction of reading) {
    try {
      transaction.abort();
    } catch {
      // it has ended this moment
    }
  }
  reading.clear();
}
// Workers read nothing by this way, and are not left.
if ('document' in globalThis) addEventListener('pagehide', giveUpReading);

/** From now on what is read here is given up when the page is left. Call before `open`. */
export function givenUpWhenLeft<Db extends Dexie>(db: Db): Db {
  db.use({
    stack: 'dbcore',
    name: 'leaving',
    create: (core) => ({
      ...core,
      transaction: (stores, mode, options): DBCoreTransaction => {
        const transaction = core.transaction(stores, mode, options);
        // What the core hands out is IndexedDB's own transaction.
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
