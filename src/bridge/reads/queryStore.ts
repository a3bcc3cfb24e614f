import type { AsyncStorage } from '@tanstack/react-query-persist-client';
import Dexie, { type EntityTable } from 'dexie';
import { isEncrypted, type RowCipher } from '../../store/rowCipher.ts';

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
  let cipher: RowCipher | null = null;
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
      cipher = null;
      return;
    }
    const { createRowCipher } = await import('../../store/aesGcm.ts');
    cipher = await createRowCipher(held, databaseName);
  }
  // Unencrypted rows here date from before a lock that no page was told of, e.g. because the browser ended during its setup.
  if (key !== null) void attempt(() => db.queries.filter(({ text }) => !isEncrypted(text)).delete(), 0);
  const open = async ({ key: place, text }: KeptQuery): Promise<string | null> => {
    const opened = cipher === null ? text : await cipher.decrypt(place, text);
    return typeof opened === 'string' ? opened : null;
  };
  const put = async (asked: string, text: string): Promise<void> => {
    const by = cipher;
    const place = placeOf(asked, by);
    const kept = by === null ? text : await by.encrypt(place, text);
    // The lock was set up or removed meanwhile: do not store the outdated form.
    if (by === cipher) await db.queries.put({ key: place, text: kept });
  };
  return {
    storage: {
      getItem: (asked) =>
        attempt(async () => {
          const row = await db.queries.get(placeOf(asked, cipher));
          return row === undefined ? null : open(row);
        }, null),
      setItem: (asked, text) => attempt<unknown>(() => put(asked, text), undefined),
      removeItem: (asked) => attempt(async () => db.queries.delete(placeOf(asked, cipher)), undefined),
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

function placeOf(asked: string, cipher: RowCipher | null): string {
  return cipher === null ? asked : cipher.veil.text(asked);
}
