import { expect, type Page } from '@playwright/test';
import { type TableRule, tableRules } from '../../src/store/resources.ts';
import { neverEncrypted, neverEncryptedMeta, type TableName } from '../../src/store/tables.ts';

/** Everything this origin stores on the device, as one text: databases, caches, local and session storage, and all names. */
export function dumpDevice(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const kept: string[] = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined) continue;
      const db = await new Promise<IDBDatabase | null>((resolve) => {
        const opening = indexedDB.open(name);
        // Deleted since it was listed: reading must not create it again.
        opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
        opening.addEventListener('success', () => resolve(opening.result));
        opening.addEventListener('error', () => resolve(null));
      });
      if (db === null) continue;
      kept.push(name);
      for (const store of db.objectStoreNames) {
        const rows = await new Promise<unknown[]>((resolve, reject) => {
          const reading = db.transaction(store).objectStore(store).getAll();
          reading.addEventListener('success', () => resolve(reading.result as unknown[]));
          reading.addEventListener('error', () => reject(new Error(`cannot read ${store}`)));
        });
        kept.push(store, JSON.stringify(rows));
      }
      db.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        // The shell is the same for everybody; only the platform's answers may be personal.
        const body = name.startsWith('ukweli-api') ? await (await cache.match(request))?.text() : '';
        kept.push(name, request.url, body ?? '');
      }
    }
    return kept.join('\n');
  });
}

/**
 * Unencrypted rows on the device: all rows of every table of the console's databases, except tables that are never encrypted. Read from
 * IndexedDB itself, so that new tables are included. Under an app lock there must be none.
 */
export function plainRows(page: Page): Promise<readonly string[]> {
  const inTheClear = { 'ukweli-meta': Object.keys(neverEncryptedMeta), 'ukweli:': Object.keys(neverEncrypted) };
  return page.evaluate(async (never) => {
    const isEncrypted = (value: unknown): boolean =>
      value === null || (value instanceof Object && 'iv' in value && 'bytes' in value && 'v' in value);
    const found: string[] = [];
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined || !name.startsWith('ukweli')) continue;
      const left = Object.entries(never).flatMap(([beginning, tables]) => (name.startsWith(beginning) ? tables : []));
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.addEventListener('success', () => resolve(opening.result));
        opening.addEventListener('error', () => reject(new Error(`cannot open ${name}`)));
      });
      for (const table of [...db.objectStoreNames].filter((each) => !left.includes(each))) {
        const rows = await new Promise<Record<string, unknown>[]>((resolve, reject) => {
          const reading = db.transaction(table).objectStore(table).getAll();
          reading.addEventListener('success', () => resolve(reading.result as Record<string, unknown>[])); // every row of ours is an object
          reading.addEventListener('error', () => reject(new Error(`cannot read ${table}`)));
        });
        // The encrypted part is `payload`; `row` in a row that was set aside; `text` in the answer to an on-demand read.
        for (const row of rows)
          if (![row['payload'], row['row'], row['text']].some((part) => part !== undefined && isEncrypted(part)))
            found.push(`${name} ${table}: ${JSON.stringify(row).slice(0, 200)}`);
      }
      db.close();
    }
    return found;
  }, inTheClear);
}

/** Keys of the on-demand reads stored for the device's single user: `["report",{"params":…` and so on. */
export function keptReads(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    const name = (await indexedDB.databases()).map((each) => each.name ?? '').find((each) => each.startsWith('ukweli-queries:'));
    if (name === undefined) return [];
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(new Error(`cannot open ${name}`)));
    });
    const keys = await new Promise<string[]>((resolve) => {
      const reading = db.transaction('queries').objectStore('queries').getAllKeys();
      reading.addEventListener('success', () => resolve(reading.result as string[])); // the query store's own keys
    });
    db.close();
    return keys;
  });
}

/** Rows of these tables in the open user database, as stored. The device may have one user only. */
export function readTables(page: Page, tables: readonly string[]): Promise<Readonly<Record<string, readonly unknown[]>>> {
  return page.evaluate(async (wanted) => {
    const names = (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith('ukweli:') ? [name] : []));
    const [name] = names;
    if (name === undefined || names.length > 1) throw new Error(`people on the device: ${names.join(', ') || 'none'}`);
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open(name);
      opening.addEventListener('success', () => resolve(opening.result));
      opening.addEventListener('error', () => reject(new Error(`cannot open ${name}`)));
    });
    // One transaction, for a consistent snapshot.
    const transaction = db.transaction([...wanted]);
    const read = await Promise.all(
      wanted.map(
        (table) =>
          new Promise<[string, unknown[]]>((resolve, reject) => {
            const reading = transaction.objectStore(table).getAll();
            reading.addEventListener('success', () => resolve([table, reading.result as unknown[]]));
            reading.addEventListener('error', () => reject(new Error(`cannot read ${table}`)));
          }),
      ),
    );
    db.close();
    return Object.fromEntries(read);
  }, tables);
}

/** Whether the console's databases can be written: no transaction stays open. */
export function storeIsFree(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const isFree = (name: string): Promise<boolean> =>
      new Promise((resolve) => {
        // Any delay, including that of the opening, counts as not free.
        const tooLong = setTimeout(() => resolve(false), 3_000);
        const opening = indexedDB.open(name);
        opening.addEventListener('error', () => resolve(false));
        opening.addEventListener('success', () => {
          const db = opening.result;
          const transaction = db.transaction([...db.objectStoreNames], 'readwrite');
          const patience = setTimeout(() => {
            try {
              transaction.abort();
            } catch {
              // The transaction just ended; its event follows.
            }
          }, 1_000);
          const end = (free: boolean) => {
            clearTimeout(patience);
            clearTimeout(tooLong);
            db.close();
            resolve(free);
          };
          transaction.addEventListener('complete', () => end(true));
          transaction.addEventListener('abort', () => end(false));
        });
      });
    const names = (await indexedDB.databases()).flatMap(({ name }) => (name?.startsWith('ukweli') ? [name] : []));
    return (await Promise.all(names.map(isFree))).every(Boolean);
  });
}

/** Moves all stored times `ms` into the past, as if the user came back that much later. For a page that runs no hub. */
export async function ageDevice(page: Page, ms: number): Promise<void> {
  await page.evaluate(async (shiftMs) => {
    const moments = new Set([
      'lastSuccessAt',
      'lastFailureAt',
      'lastEventAt',
      'confirmedAt',
      'receivedAt',
      'storedAt',
      'at',
      'lastActivityAt',
    ]);
    const moved = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(moved);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value).map(([key, inner]) => [
          key,
          moments.has(key) && typeof inner === 'number' && inner > 1e12 ? inner - shiftMs : moved(inner),
        ]),
      );
    };
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined) continue;
      const db = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name);
        opening.addEventListener('success', () => resolve(opening.result));
      });
      for (const store of ['sync', 'marks'].filter((each) => db.objectStoreNames.contains(each))) {
        await new Promise<void>((resolve) => {
          const transaction = db.transaction(store, 'readwrite');
          transaction.addEventListener('complete', () => resolve());
          const walk = transaction.objectStore(store).openCursor();
          walk.addEventListener('success', () => {
            const cursor = walk.result;
            if (cursor === null) return;
            cursor.update(moved(cursor.value));
            cursor.continue();
          });
        });
      }
      db.close();
    }
  }, ms);
}

/** Tables whose rows no list displays. */
const notListed = {
  manifests: 'read when a pack is opened',
  keys: 'read when a signature is checked',
  drafts: 'read by the form they were typed in; none is kept here',
} as const satisfies Partial<Record<TableName, string>>;

/** Tables whose rows are displayed; without the kill switch, which is no list and shows an unknown state in its own way. */
const shownTables = Object.entries<TableRule>(tableRules).flatMap(([name, { entityOf }]) =>
  entityOf('') === null || Object.hasOwn(notListed, name) ? [] : [name],
);

/**
 * Corrupts rows of the open user database as a bad disk does (F-25): the last row of each table, or all, and every single-row answer. The
 * open page is not notified; its next read gets the corrupted rows.
 */
export async function damageRows(page: Page, which: 'last' | 'all' = 'last'): Promise<void> {
  const spoilt = await page.evaluate(
    async ({ tables, every }) => {
      const name = (await indexedDB.databases()).map((each) => each.name ?? '').find((each) => each.startsWith('ukweli:')) ?? '';
      const db = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(name);
        opening.addEventListener('success', () => resolve(opening.result));
      });
      const done: string[] = [];
      for (const table of tables) {
        await new Promise<void>((resolve, reject) => {
          const transaction = db.transaction(table, 'readwrite');
          transaction.addEventListener('complete', () => resolve());
          transaction.addEventListener('abort', () => reject(new Error(`${table} was not spoilt`)));
          const walk = transaction.objectStore(table).openCursor(null, 'prev');
          walk.addEventListener('success', () => {
            const cursor = walk.result;
            if (cursor === null) return;
            if (cursor.key !== 'killSwitch') {
              cursor.update({ ...cursor.value, payload: { spoilt: true } });
              done.push(table);
              if (table !== 'singles' && !every) return;
            }
            cursor.continue();
          });
        });
      }
      db.close();
      return [...new Set(done)];
    },
    { tables: shownTables, every: which === 'all' },
  );
  expect(spoilt).toEqual([...shownTables]);
}
