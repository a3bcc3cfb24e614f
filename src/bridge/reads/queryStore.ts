import type { AsyncStorage } from '@tanstack/react-query-persist-client';
import Dexie, { type EntityTable } from 'dexie';
import { isSealed, type Sealer } from '../../store/sealing.ts';

interface KeptQuery {
  readonly key: string;
  /** Encrypted under a lock. */
  readonly text: unknown;
}

/** The store of a person's answers. After `close` nothing is read or written any more. */
export interface QueryStore {
  readonly storage: AsyncStorage<string>;
  /** From now on encrypted with this key, or unencrypted; answers stored in the other form are deleted. */
  readonly rekey: (key: CryptoKey | null) => Promise<void>;
  readonly close: () => void;
}

/**
 * Opens the database of one person's reads on demand. A device that cannot store simply does not keep them. Under a lock (D-31) answers
 * are encrypted with `key`, and the query keys, which may contain searched names, are replaced by keyed codes that cannot be guessed.
 */
export function openQueryStore(databaseName: string, key: CryptoKey | null = null): QueryStore {
  let sealer: Sealer | null = null;
  /** The cipher's code is being loaded: calls wait for it. */
  let taking = take(key);
  taking.catch(() => {}); // the code cannot be loaded: nothing is stored, and each call handles it
  const db = new Dexie(databaseName) as Dexie & { readonly queries: EntityTable<KeptQuery, 'key'> }; // the table of the version below
  db.version(1).stores({ queries: 'key' });
  let closed = false;
  const close = () => {
    closed = true;
    db.close({ disableAutoOpen: true });
  };
  // The hub deletes the database (or another build upgrades it): close and stay closed, or the next write would create it again.
  db.on('versionchange', () => {
    close();
    return false;
  });
  const attempt = async <T>(work: () => PromiseLike<T>, otherwise: T): Promise<T> => {
    try {
      await taking;
      if (closed) return otherwise;
      return await work();
    } catch {
      return otherwise;
    }
  };
  async function take(held: CryptoKey | null): Promise<void> {
    if (held === null) {
      sealer = null;
      return;
    }
    const { createSealer } = await import('../../store/sealer.ts');
    sealer = await createSealer(held, databaseName);
  }
  // Unencrypted rows here date from before a lock that no page was told of, e.g. because the browser ended during its setup.
  if (key !== null) void attempt(() => db.queries.filter(({ text }) => !isSealed(text)).delete(), 0);
  const open = async ({ key: place, text }: KeptQuery): Promise<string | null> => {
    const opened = sealer === null ? text : await sealer.open(place, text);
    return typeof opened === 'string' ? opened : null;
  };
  const put = async (asked: string, text: string): Promise<void> => {
    const by = sealer;
    const place = placeOf(asked, by);
    const kept = by === null ? text : await by.seal(place, text);
    // The lock was set up or removed meanwhile: do not store the outdated form.
    if (by === sealer) await db.queries.put({ key: place, text: kept });
  };
  return {
    storage: {
      getItem: (asked) =>
        attempt(async () => {
          const row = await db.queries.get(placeOf(asked, sealer));
          return row === undefined ? null : open(row);
        }, null),
      setItem: (asked, text) => attempt<unknown>(() => put(asked, text), undefined),
      removeItem: (asked) => attempt(async () => db.queries.delete(placeOf(asked, sealer)), undefined),
      entries: () =>
        attempt(async () => {
          const rows = await Promise.all(
            (await db.queries.toArray()).map(async (row): Promise<readonly [string, string | null]> => [row.key, await open(row)]),
          );
          return rows.flatMap(([place, text]): [string, string][] => (text === null ? [] : [[place, text]]));
        }, []),
    },
    rekey: async (next) => {
      taking = take(next);
      await attempt(() => Promise.all(db.tables.map((table) => table.clear())), undefined);
    },
    close,
  };
}

function placeOf(asked: string, sealer: Sealer | null): string {
  return sealer === null ? asked : sealer.veil.text(asked);
}
