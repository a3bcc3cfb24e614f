import 'fake-indexeddb/auto';
import { Dexie, type Table, liveQuery } from 'dexie';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { heldRows, putExactly } from './exactRows.ts';

interface Thing {
  readonly id: string;
  readonly kind?: string;
  readonly at?: number;
  readonly words?: readonly string[];
}

let db: Dexie;
let things: Table<Thing, string>;

beforeEach(async () => {
  db = new Dexie('exact');
  db.version(1).stores({ things: 'id, at, [kind+at], *words', marks: 'id' });
  await db.open();
  things = db.table('things');
});
afterEach(() => db.delete());

async function put(rows: readonly Thing[]): Promise<void> {
  await db.transaction('rw', [things, db.table('marks')], async () => {
    putExactly(
      things,
      rows,
      await heldRows(
        things,
        rows.map(({ id }) => id),
      ),
    );
    await db.table('marks').put({ id: 'mark' }); // changes that Dexie records for its own writes in the same transaction are kept
  });
}

const thing = fc.record(
  {
    id: fc.integer({ min: 0, max: 60 }).map((n) => `t${n}`),
    kind: fc.constantFrom('a', 'b'),
    at: fc.integer({ min: 0, max: 9 }),
    words: fc.subarray(['x', 'y', 'z']),
  },
  { requiredKeys: ['id'] },
);
const batch = fc.uniqueArray(thing, { minLength: 1, maxLength: 40, selector: ({ id }) => id });

it('reads what is held, also where the keys span many others', async () => {
  await things.bulkPut(Array.from({ length: 300 }, (_, n) => ({ id: `t${n}` })));
  const wanted = ['t0', 't1', 't299', 'none', ...Array.from({ length: 20 }, (_, n) => `new${n}`), 't42'];
  const held = await db.transaction('r', things, () => heldRows(things, wanted));
  expect([...held.keys()].toSorted()).toEqual(['t0', 't1', 't299', 't42']);
});

it('every live query whose answer changes is asked again', { tags: ['K-5'] }, async () => {
  const queries: readonly (() => Promise<unknown>)[] = [
    () => things.count(),
    () => things.get('t7').then((row) => row ?? null),
    () => things.where('at').between(3, 5).toArray(),
    () => things.where('at').between(3, 5).count(),
    () => things.where('[kind+at]').between(['a', 2], ['a', 6]).primaryKeys(),
    () => things.where('kind').equals('b').toArray(),
    () => things.where('words').startsWith('y').distinct().toArray(),
    () => things.toCollection().primaryKeys(),
    () => things.orderBy('at').reverse().offset(2).limit(3).toArray(),
    () =>
      things
        .where('id')
        .between('t1', 't3')
        .and(({ kind }) => kind === 'a')
        .toArray(),
  ];
  await fc.assert(
    fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 3 }), async (batches) => {
      await things.clear();
      const latest: unknown[] = queries.map(() => null);
      const watching = queries.map((query, place) =>
        liveQuery(query).subscribe((answer) => {
          latest[place] = answer;
        }),
      );
      for (const rows of batches) {
        await put(rows);
        const now = await Promise.all(queries.map((query) => query()));
        await vi.waitFor(() => expect(latest).toEqual(now), { timeout: 5000, interval: 5 });
      }
      for (const each of watching) each.unsubscribe();
    }),
    { numRuns: 25 },
  );
});

it('a live query is told of a place whose neighbours in the index are of another kind', { tags: ['K-5'] }, async () => {
  const mixed: Table<{ readonly id: string; readonly at: unknown }, string> = db.table('things');
  let latest: readonly { readonly id: string }[] | null = null;
  const watching = liveQuery(() => mixed.where('at').equals(5).toArray()).subscribe((rows) => {
    latest = rows;
  });
  await vi.waitFor(() => expect(latest).toEqual([]), 15_000);
  const ats: readonly unknown[] = ['b', 5, 'a', 9, 'c', 1, new Date(3)];
  await put(ats.map((at, n) => ({ id: `m${n}`, at }) as Thing)); // an index accepts every valid key
  await vi.waitFor(() => expect(latest).toMatchObject([{ id: 'm1' }]), 15_000);
  watching.unsubscribe();
});

it('a live query is left alone by rows elsewhere in its index, however many', { tags: ['K-5'] }, async () => {
  await put([{ id: 'mine', kind: 'a', at: 1, words: ['x'] }]);
  let runs = 0;
  let marked: unknown = null;
  const watching = [
    liveQuery(() => {
      runs += 1;
      return things.where('[kind+at]').between(['a', 0], ['a', 2]).toArray();
    }).subscribe(() => {}),
    liveQuery(() => db.table('marks').toArray()).subscribe((marks) => {
      marked = marks;
    }),
  ];
  await vi.waitFor(() => expect([runs, marked]).toEqual([1, [{ id: 'mark' }]]), 15_000);
  await put(Array.from({ length: 100 }, (_, n) => ({ id: `o${n}`, kind: 'b', at: 1, words: ['y'] })));
  await db.table('marks').put({ id: 'seen' });
  await vi.waitFor(() => expect(marked).toHaveLength(2), 15_000);
  expect(runs).toBe(1);
  for (const each of watching) each.unsubscribe();
});

it('a live query over an index is left alone by a row that changes and keeps its place there', { tags: ['K-5'] }, async () => {
  await put([{ id: 'mine', kind: 'a', at: 1, words: ['x'] }]);
  let runs = 0;
  let marked: unknown = null;
  const watching = [
    liveQuery(() => {
      runs += 1;
      return things.where('at').between(0, 5).count();
    }).subscribe(() => {}),
    liveQuery(() => db.table('marks').toArray()).subscribe((marks) => {
      marked = marks;
    }),
  ];
  await vi.waitFor(() => expect([runs, marked]).toEqual([1, [{ id: 'mark' }]]), 15_000);
  await put([{ id: 'mine', kind: 'b', at: 1, words: ['y'] }]);
  await db.table('marks').put({ id: 'seen' });
  await vi.waitFor(() => expect(marked).toHaveLength(2), 15_000);
  expect(runs).toBe(1);
  for (const each of watching) each.unsubscribe();
});

it('a row that cannot be stored takes its whole transaction with it', { tags: ['F-15'] }, async () => {
  await put([{ id: 't1', at: 1 }]);
  await expect(
    put([
      { id: 't1', at: 2 },
      { id: 't2', at: 2, kind: (() => {}) as never },
    ]),
  ).rejects.toThrow('could not be cloned');
  expect(await things.toArray()).toEqual([{ id: 't1', at: 1 }]);
});

it('a row that the disk refuses as it is written takes its transaction with it, and the reason is told: whoever makes room must know that there was none', {
  tags: ['M-13', 'F-15', 'F-16'],
}, async () => {
  await things.put({ id: 't1', at: 1 });
  const { put: write } = IDBObjectStore.prototype;
  const refusing = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, row: Thing) {
    // A request that fails asynchronously, not when it is made.
    return row.id === 't1' ? this.add({ id: 't1' }) : write.call(this, row);
  });
  const rows = [
    { id: 't1', at: 2 },
    { id: 't2', at: 2 },
  ];
  const writing = db.transaction('rw', things, () => putExactly(things, rows, new Map()));
  await expect(writing).rejects.toMatchObject({ name: 'AbortError', inner: { name: 'ConstraintError' } });
  refusing.mockRestore();
  expect(await things.toArray()).toEqual([{ id: 't1', at: 1 }]);
});

it('a row that cannot be read is not taken for one that is not there: nothing of its transaction is written, for the reason that it has', {
  tags: ['F-15', 'F-25'],
}, async () => {
  await things.bulkPut([
    { id: 't1', at: 1 },
    { id: 't2', at: 1 },
  ]);
  const { get } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
    // A request that fails asynchronously, not when it is made.
    return key === 't1' ? this.add({ id: 't1' }) : get.call(this, key);
  });
  await expect(
    db.transaction('rw', [things, db.table('marks')], async () => {
      await db.table('marks').put({ id: 'mark' });
      await heldRows(things, ['t1', 't2']);
    }),
  ).rejects.toMatchObject({ name: 'ConstraintError' });
  vi.restoreAllMocks();
  expect(await db.table('marks').count()).toBe(0);
});
