/** The person at the console, as written by the hub; the row `identity` of table `marks` in the database `ukweli-meta`. */
export interface Identity {
  readonly tenantId: string;
  readonly userId: string;
  /** Changes with every sign-in and purge. */
  readonly epoch: number | string;
}

/**
 * Reads the mark, or null while nobody is known. Uses raw IndexedDB, because Dexie would triple this worker, and never creates the
 * database: an empty one would conflict with the hub's schema. The connection is closed at once, so that it never blocks an upgrade.
 */
export function readIdentity(): Promise<Identity | null> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('ukweli-meta');
    opening.onupgradeneeded = () => opening.transaction?.abort(); // it did not exist: do not create it
    opening.onerror = (event) => {
      event.preventDefault();
      resolve(null);
    };
    opening.onsuccess = () => {
      const db = opening.result;
      const answer = (identity: Identity | null): void => {
        db.close();
        resolve(identity);
      };
      if (!db.objectStoreNames.contains('marks')) return answer(null);
      const reading = db.transaction('marks').objectStore('marks').get('identity');
      reading.onerror = () => answer(null);
      reading.onsuccess = () => answer(identityOf(reading.result));
    };
  });
}

/** A stored value as an identity; null if it is none. */
export function identityOf(row: unknown): Identity | null {
  if (typeof row !== 'object' || row === null) return null;
  const { tenantId, userId, epoch } = row as Record<string, unknown>; // any object's properties may be read; each is checked below
  if (typeof tenantId !== 'string' || typeof userId !== 'string' || tenantId === '' || userId === '') return null;
  if (typeof epoch !== 'number' && typeof epoch !== 'string') return null;
  return { tenantId, userId, epoch };
}
