import type { Page } from '@playwright/test';

/** A row as stored on the device. */
export interface HeldRow {
  readonly key: string;
  readonly version: number;
  /** Set on the tombstone of a removed item, which no list shows. */
  readonly gone: boolean;
  /** Whether it has a checksum (store/rowSum.ts). */
  readonly summed: boolean;
  readonly payload: unknown;
}

/**
 * Rows of a table of the open user database: those of `keys`, or all; none without a database. `what`: payloads are large and rarely
 * needed, so by default only versions are read.
 */
export async function heldRows(
  page: Page,
  table: string,
  keys: readonly string[] | null,
  what: 'versions' | 'payloads' = 'versions',
): Promise<readonly HeldRow[]> {
  // As one JSON text: Playwright serialises each member of each row separately, which for a chain is the slowest part.
  const text = await page.evaluate(
    async ([name, wanted, whole]) => {
      const listed = (await indexedDB.databases()).find((each) => each.name?.startsWith('ukweli:'))?.name;
      if (listed === undefined) return '[]';
      const done = <Value>(request: IDBRequest<Value>): Promise<Value> =>
        new Promise((resolve, reject) => {
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(new Error(`cannot read ${name}`)));
        });
      const opening = indexedDB.open(listed);
      // Deleted since it was listed: reading must not create it again.
      opening.addEventListener('upgradeneeded', () => opening.transaction?.abort());
      const db = await done(opening).catch(() => null);
      if (db === null) return '[]';
      const store = db.transaction(name).objectStore(name);
      const rows = (wanted === null ? await done(store.getAll()) : await Promise.all(wanted.map((key) => done(store.get(key))))) as (
        | Record<string, unknown>
        | undefined
      )[]; // Every stored row is an object.
      db.close();
      return JSON.stringify(
        rows.flatMap((row) => {
          if (row === undefined) return [];
          const { version, gone, sum, payload } = row;
          const key = String(row[String(store.keyPath)]);
          return [{ key, version: Number(version), gone: gone === 1, summed: sum !== undefined, payload: whole ? payload : null }];
        }),
      );
    },
    [table, keys, what === 'payloads'] as const,
  );
  return JSON.parse(text) as readonly HeldRow[]; // Built above, in the page.
}

/**
 * Changes one stored row behind the console's back. Answers whether the row exists.
 * @param hand `knowing`: also removes the row's checksum (store/rowSum.ts), so that only a seal or signature reveals the change;
 * `clumsy`: leaves it
 */
export function tamper(
  page: Page,
  table: string,
  key: string,
  change: Readonly<Record<string, unknown>>,
  hand: 'knowing' | 'clumsy',
): Promise<boolean> {
  return page.evaluate(
    async ([name, wanted, changes, takesSum]) => {
      const listed = (await indexedDB.databases()).find((each) => each.name?.startsWith('ukweli:'))?.name;
      if (listed === undefined) return false;
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(listed);
        opening.addEventListener('success', () => resolve(opening.result));
        opening.addEventListener('error', () => reject(new Error(`cannot open ${listed}`)));
      });
      const done = await new Promise<boolean>((resolve, reject) => {
        const transaction = db.transaction(name, 'readwrite');
        const store = transaction.objectStore(name);
        const reading = store.get(typeof wanted === 'string' && store.keyPath === 'chainIndex' ? Number(wanted) : wanted);
        let found = false;
        reading.addEventListener('success', () => {
          const row = reading.result as { payload: Record<string, unknown>; sum?: number } | undefined; // Every stored row has a payload.
          if (row === undefined) return;
          found = true;
          for (const [path, value] of Object.entries(changes)) {
            const names = path.split('.');
            const last = names.pop() ?? '';
            let place: Record<string, unknown> = row;
            for (const step of names) place = place[step] as Record<string, unknown>; // Callers know the row's shape.
            place[last] = value;
          }
          if (takesSum) delete row.sum;
          store.put(row);
        });
        transaction.addEventListener('complete', () => resolve(found));
        transaction.addEventListener('abort', () => reject(new Error(`cannot write ${name}`)));
      });
      db.close();
      return done;
    },
    [table, key, change, hand === 'knowing'] as const,
  );
}
