import { afterAll, beforeAll, expect, it } from 'vitest';
import { verificationRow } from '../../tests/builders/operations.ts';
import { rowOf } from './entities/entity.ts';
import { verificationEntity } from './entities/verification.ts';
import { closeReadStore, openReadStore } from './read.ts';
import { readSites, searchRows } from './readPalette.ts';
import { ConsoleDb } from './schema.ts';
import { wipe } from './write.ts';

/** Counts what a keystroke reads from a real IndexedDB: durations would depend on the machine's load. */

const user = 'u-palette';
const many = 10_000;

beforeAll(async () => {
  const db = new ConsoleDb('demo', user);
  for (let from = 0; from < many; from += 1_000) {
    const rows = Array.from({ length: 1_000 }, (_, index) => rowOf(verificationEntity, verificationRow(from + index), 1, 'e1'));
    await db.rows('verifications').bulkPut(rows);
  }
  db.close();
  openReadStore('demo', user);
}, 120_000);
afterAll(async () => {
  closeReadStore();
  await wipe('demo', user);
});

/** Database accesses: rows or keys returned, and cursor steps, each of which is a round trip. */
interface Asked {
  handed: number;
  turns: number;
}

/** Counts the accesses of this work to any IndexedDB of the page. */
async function askedBy(work: () => Promise<unknown>): Promise<Asked> {
  const asked: Asked = { handed: 0, turns: 0 };
  const givenBack: (() => void)[] = [];
  const watch = (on: IDBObjectStore | IDBIndex, method: string, count: (result: unknown) => void): void => {
    const own = Reflect.get(on, method) as (...given: unknown[]) => IDBRequest;
    Reflect.set(on, method, function watched(this: unknown, ...given: unknown[]) {
      const request = own.apply(this, given);
      request.addEventListener('success', () => count(request.result));
      return request;
    });
    givenBack.push(() => Reflect.set(on, method, own));
  };
  for (const on of [IDBObjectStore.prototype, IDBIndex.prototype]) {
    for (const method of ['getAll', 'getAllKeys'])
      watch(on, method, (result) => {
        asked.handed += Array.isArray(result) ? result.length : 0;
      });
    watch(on, 'get', () => {
      asked.handed += 1;
    });
    for (const method of ['openCursor', 'openKeyCursor'])
      watch(on, method, () => {
        asked.turns += 1;
      });
  }
  try {
    await work();
  } finally {
    for (const giveBack of givenBack) giveBack();
  }
  return asked;
}

const everything = { verifications: true, packs: true };

it('sees what is asked: reading the table hands over every row', async () => {
  const db = new ConsoleDb('demo', user);
  expect(await askedBy(() => db.rows('verifications').toArray())).toEqual({ handed: many, turns: 0 });
  const walked = await askedBy(() =>
    db
      .rows('verifications')
      .limit(30)
      .each(() => undefined),
  );
  expect(walked.handed).toBe(0);
  expect(walked.turns).toBeGreaterThanOrEqual(30);
  db.close();
});

// With a cursor instead of one range read: 28 to 72 ms a key on two busy cores; without: 4 to 10 ms.
it.each(['v', 'vr', 'vrf', 'vrf-0', 'k', 'kib', 'kibera sch', 'school 4', '1234', 'ke-nbo-003', 'zzz'])(
  'looks at a small part of 10,000 rows where %j is typed',
  async (typed) => {
    const { handed, turns } = await askedBy(() => searchRows(typed, everything, 6));
    expect(handed).toBeLessThan(many / 8);
    // Only the newest keys of a prefix with many rows may be read by cursor, and only a few.
    expect(turns).toBeLessThan(250);
  },
);

it('looks at one row for each site', async () => {
  const sites = await readSites();
  const { handed, turns } = await askedBy(() => readSites());
  expect(sites.length).toBeGreaterThan(3);
  // Plus one that finds nothing behind the last.
  expect(handed + turns).toBeLessThanOrEqual(sites.length + 1);
});
