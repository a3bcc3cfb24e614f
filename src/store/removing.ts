import type { Result } from '../contracts/problem.ts';
import { guarded } from './guarded.ts';
import { isSealed } from './sealing.ts';

/**
 * Emptying and removing databases, whatever is in them: by the browser's own calls, since what is to go must not be upgraded first, and is walked as it lies there,
 * whichever build made it. Neither call ends while another connection stands in its way: who calls sets the limit, and what was begun still happens once the way is free.
 */

/**
 * Clears every table of a database in one transaction but those of `keep`: its rows cannot be read any more, though a tab that does not let go may keep the empty
 * database. One that does not exist is not made.
 * @param sealedAlone of the tables that are kept only what is sealed stays
 */
export function emptyDatabase(name: string, keep: readonly string[] = [], sealedAlone = false): Promise<Result<null>> {
  return guarded(async () => {
    const db = await openExisting(name);
    if (db === null) return null;
    // Our own hold must not be what keeps the database from being removed; a transaction under way is waited for.
    db.addEventListener('versionchange', () => db.close());
    try {
      const tables = [...db.objectStoreNames].filter((table) => sealedAlone || !keep.includes(table));
      if (tables.length > 0) await clear(db, tables, sealedAlone ? keep : []);
    } finally {
      db.close();
    }
    return null;
  });
}

/** Removes a database. Waits for other connections to let go, however long that takes: `blocked` is not an end, success follows. */
export function removeDatabase(name: string): Promise<Result<null>> {
  return guarded(
    () =>
      new Promise<null>((resolve, reject) => {
        const removing = indexedDB.deleteDatabase(name);
        removing.addEventListener('success', () => resolve(null));
        removing.addEventListener('error', () => reject(removing.error ?? new Error('not removed')));
      }),
  );
}

/** Opens a database as it lies there, or answers null where there is none of that name: none is made. */
export function openExisting(name: string): Promise<IDBDatabase | null> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name);
    let isNew = false;
    opening.addEventListener('upgradeneeded', () => {
      isNew = true;
      opening.transaction?.abort();
    });
    opening.addEventListener('success', () => resolve(opening.result));
    opening.addEventListener('error', (event) => {
      event.preventDefault();
      if (isNew) resolve(null);
      else reject(opening.error ?? new Error('not opened'));
    });
  });
}

function clear(db: IDBDatabase, tables: readonly string[], butSealed: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = db.transaction([...tables], 'readwrite', { durability: 'strict' });
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('not cleared')));
    for (const table of tables) {
      const store = transaction.objectStore(table);
      if (butSealed.includes(table)) clearOpen(store);
      else store.clear();
    }
  });
}

/** Removes the rows that anybody can read. */
function clearOpen(store: IDBObjectStore): void {
  const walking = store.openCursor();
  walking.onsuccess = () => {
    const cursor = walking.result;
    if (cursor === null) return;
    const row = cursor.value as { readonly payload?: unknown } | undefined; // whatever lies there
    if (!isSealed(row?.payload)) cursor.delete();
    cursor.continue();
  };
}
