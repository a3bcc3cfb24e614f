import type { Result } from '../contracts/problem.ts';
import { guarded } from './guarded.ts';
import { isEncrypted } from './rowCipher.ts';

/**
 * Empties and removes databases whatever they contain. Uses IndexedDB directly, so that a database is not upgraded first and every table
 * of any build is covered. Calls do not end while another connection blocks them: the caller sets a time limit, and the operation still
 * completes once unblocked.
 */

/**
 * Clears every table of a database in one transaction except those in `keep`: its rows are unreadable from then on, even if an
 * unresponsive tab keeps the empty database. A missing database is not created.
 * @param encryptedAlone in the kept tables only encrypted rows stay
 */
export function emptyDatabase(name: string, keep: readonly string[] = [], encryptedAlone = false): Promise<Result<null>> {
  return guarded(async () => {
    const db = await openExisting(name);
    if (db === null) return null;
    // Our own connection must not block the removal of the database; a running transaction is completed.
    db.addEventListener('versionchange', () => db.close());
    try {
      const tables = [...db.objectStoreNames].filter((table) => encryptedAlone || !keep.includes(table));
      if (tables.length > 0) await clear(db, tables, encryptedAlone ? keep : []);
    } finally {
      db.close();
    }
    return null;
  });
}

/** Removes a database. Waits for other connections to close, however long that takes: success follows after `blocked`. */
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

/** Opens an existing database in its present version; null if there is none. Never creates one. */
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

function clear(db: IDBDatabase, tables: readonly string[], butEncrypted: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = db.transaction([...tables], 'readwrite', { durability: 'strict' });
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('not cleared')));
    for (const table of tables) {
      const store = transaction.objectStore(table);
      if (butEncrypted.includes(table)) clearOpen(store);
      else store.clear();
    }
  });
}

/** Deletes unencrypted rows. */
function clearOpen(store: IDBObjectStore): void {
  const walking = store.openCursor();
  walking.onsuccess = () => {
    const cursor = walking.result;
    if (cursor === null) return;
    const row = cursor.value as { readonly payload?: unknown } | undefined; // unknown content
    if (!isEncrypted(row?.payload)) cursor.delete();
    cursor.continue();
  };
}
