import { Dexie } from 'dexie';
import type { SetAsideRow } from './schema.ts';

/**
 * What stood in the clear before a lock is not gone from the disk when its rows are written anew: browsers append, and tidy up when it suits them. A page can only give them cause to.
 * In Chromium (LevelDB; measured by searching the profile's files, README.md) it takes two things. Places in an index that lead to no row any more are removed when they are met by
 * who may write. And files are packed anew, without what was overwritten, once enough that is small was written beside them; large values go elsewhere.
 */

/** How much is written, and in pieces of what size, bytes. */
const writtenBytes = 16 * 1024 * 1024;
const pieceBytes = 8 * 1024;
const piecesAtATime = 64;

/**
 * Has the browser pack its files anew, as far as there is room for what that takes. It writes into the table of rows that were set aside: should the browser end in the middle, the audit
 * of rows trims that.
 * @param db a connection that nothing is between and the disk: what is written is nobody's row
 */
export async function compact(db: Dexie): Promise<void> {
  for (const table of db.tables.filter(({ schema }) => schema.indexes.length > 0))
    await db.transaction('rw', table, async () => {
      const store = Dexie.currentTransaction?.idbtrans.objectStore(table.name);
      for (const index of store?.indexNames ?? []) await answered(store?.index(index).getAllKeys());
    });
  const aside = db.table<SetAsideRow, number>('setAside');
  const written: number[] = [];
  try {
    while (written.length * pieceBytes < writtenBytes) {
      const pieces = Array.from({ length: piecesAtATime }, () => ({
        table: '',
        key: '',
        at: 0,
        row: crypto.getRandomValues(new Uint8Array(pieceBytes)),
      }));
      written.push(...(await aside.bulkAdd(pieces, { allKeys: true })));
    }
  } finally {
    await aside.bulkDelete(written);
  }
}

/** Dexie's own promise: the transaction's zone goes on after it. */
function answered(request: IDBRequest | undefined): PromiseLike<void> {
  return new Dexie.Promise((resolve, reject) => {
    if (request === undefined) return resolve();
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });
}
