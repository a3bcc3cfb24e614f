import type { AsyncStorage } from '@tanstack/react-query-persist-client';
import Dexie, { type EntityTable } from 'dexie';
import { createSealer, isSealed, type Sealer } from '../store/sealing.ts';

interface KeptQuery {
  readonly key: string;
  /** Sealed under a lock. */
  readonly text: unknown;
}

/** Where a person's kept answers stand. `close` ends it for good: nothing is read or written afterwards. */
export interface QueryStore {
  readonly storage: AsyncStorage<string>;
  /** From now on kept under this key, or open again; what was kept in the other form goes. */
  readonly rekey: (key: CryptoKey | null) => Promise<void>;
  readonly close: () => void;
}

/** Opens the database of one person's reads on demand. A device that cannot store just does not keep them. Under a lock (D-31) answers are sealed with `key`,
 * and what was asked, which may hold a name that somebody searched for, stands there as a digest. */
export function openQueryStore(databaseName: string, key: CryptoKey | null = null): QueryStore {
  let sealer = sealerOf(key);
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
  function sealerOf(held: CryptoKey | null): Sealer | null {
    return held === null ? null : createSealer(held, databaseName);
  }
  // What stands here in the clear is from before a lock that no page heard of, as where the browser ended while it was set up.
  if (key !== null) void attempt(() => db.queries.filter(({ text }) => !isSealed(text)).delete(), 0);
  const open = async ({ key: place, text }: KeptQuery): Promise<string | null> => {
    const opened = sealer === null ? text : await sealer.open(place, text);
    return typeof opened === 'string' ? opened : null;
  };
  const put = async (asked: string, text: string): Promise<void> => {
    const by = sealer;
    const place = await placeOf(asked, by);
    const kept = by === null ? text : await by.seal(place, text);
    // The lock came or went meanwhile: neither form may be left in the other's place.
    if (by === sealer) await db.queries.put({ key: place, text: kept });
  };
  return {
    storage: {
      getItem: (asked) =>
        attempt(async () => {
          const row = await db.queries.get(await placeOf(asked, sealer));
          return row === undefined ? null : open(row);
        }, null),
      setItem: (asked, text) => attempt<unknown>(() => put(asked, text), undefined),
      removeItem: (asked) => attempt(async () => db.queries.delete(await placeOf(asked, sealer)), undefined),
      entries: () =>
        attempt(async () => {
          const rows = await Promise.all(
            (await db.queries.toArray()).map(async (row): Promise<readonly [string, string | null]> => [row.key, await open(row)]),
          );
          return rows.flatMap(([place, text]): [string, string][] => (text === null ? [] : [[place, text]]));
        }, []),
    },
    rekey: async (next) => {
      sealer = sealerOf(next);
      await attempt(() => Promise.all(db.tables.map((table) => table.clear())), undefined);
    },
    close,
  };
}

async function placeOf(asked: string, sealer: Sealer | null): Promise<string> {
  if (sealer === null) return asked;
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(asked));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
