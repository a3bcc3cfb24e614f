/** Opens a new IndexedDB database without a library: the minimal cost of storing. */
export async function openRaw(name: string, keyPath: string | null): Promise<IDBDatabase> {
  await removeRaw(name);
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name, 1);
    opening.addEventListener('upgradeneeded', () => {
      opening.result.createObjectStore('events', keyPath === null ? { autoIncrement: true } : { keyPath });
    });
    opening.addEventListener('success', () => resolve(opening.result));
    opening.addEventListener('error', () => reject(new Error(`cannot open ${name}`)));
  });
}

/** Puts all values in one transaction with relaxed durability. */
export function putRaw(db: IDBDatabase, values: readonly unknown[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = db.transaction('events', 'readwrite', { durability: 'relaxed' });
    const store = transaction.objectStore('events');
    for (const value of values) store.put(value);
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(new Error('aborted')));
  });
}

/** Every value of the store, without a cursor. @throws (rejects) if the read fails */
export function allRaw(db: IDBDatabase): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const reading = db.transaction('events').objectStore('events').getAll();
    reading.addEventListener('success', () => resolve(reading.result));
    reading.addEventListener('error', () => reject(new Error('cannot read')));
  });
}

/** Resolves also if there is no such database; waits while another connection holds it. @throws (rejects) if it cannot be deleted */
export function removeRaw(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const removing = indexedDB.deleteDatabase(name);
    removing.addEventListener('success', () => resolve());
    removing.addEventListener('error', () => reject(new Error(`cannot delete ${name}`)));
  });
}
