import type { AsyncStorage } from '@tanstack/react-query-persist-client';
import Dexie, { type EntityTable } from 'dexie';

interface KeptQuery {
  readonly key: string;
  readonly text: string;
}

/** Where a person's kept answers stand. `close` ends it for good: nothing is read or written afterwards. */
export interface QueryStore {
  readonly storage: AsyncStorage<string>;
  readonly close: () => void;
}

/** Opens the database of one person's reads on demand. A device that cannot store just does not keep them. */
export function openQueryStore(databaseName: string): QueryStore {
  const db = new Dexie(databaseName) as Dexie & { readonly queries: EntityTable<KeptQuery, 'key'> }; // the table of the version below
  db.version(1).stores({ queries: 'key' });
  let closed = false;
  const close = () => {
    closed = true;
    db.close({ disableAutoOpen: true });
  };
  // The hub is deleting it (or another build upgrades it): let go and stay away, or the next write would make it anew.
  db.on('versionchange', () => {
    close();
    return false;
  });
  const attempt = async <T>(work: () => PromiseLike<T>, otherwise: T): Promise<T> => {
    if (closed) return otherwise;
    try {
      return await work();
    } catch {
      return otherwise;
    }
  };
  return {
    storage: {
      getItem: (key) => attempt(async () => (await db.queries.get(key))?.text ?? null, null),
      setItem: (key, text) => attempt<unknown>(() => db.queries.put({ key, text }), undefined),
      removeItem: (key) => attempt(() => db.queries.delete(key), undefined),
      entries: () => attempt(async () => (await db.queries.toArray()).map((row): [string, string] => [row.key, row.text]), []),
    },
    close,
  };
}
