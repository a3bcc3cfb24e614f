/** IndexedDB without a library: the least that storing can cost here. */
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

/** Puts all values in one transaction of relaxed durability. */
export function putRaw(db: IDBDatabase, values: readonly unknown[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = db.transaction('events', 'readwrite', { durability: 'relaxed' });
    const store = transaction.objectStore('events');
    for (const value of values) store.put(value);
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () => reject(new Error('aborted')));
  });
}

export function allRaw(db: IDBDatabase): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    const reading = db.transaction('events').objectStore('events').getAll();
    reading.addEventListener('success', () => resolve(reading.result));
    reading.addEventListener('error', () => reject(new Error('cannot read')));
  });
}

export function removeRaw(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const removing = indexedDB.deleteDatabase(name);
    removing.addEventListener('success', () => resolve());
    removing.addEventListener('error', () => reject(new Error(`cannot delete ${name}`)));
  });
}
