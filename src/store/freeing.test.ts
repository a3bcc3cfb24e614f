import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stageRow, verificationRow } from '../../tests/builders/operations.ts';
import { fillDisk } from '../../tests/builders/fullDisk.ts';
import { valueOf } from '../../tests/builders/valueOf.ts';
import { newOutboxItem } from '../../tests/builders/outboxItem.ts';
import { createFreeing, freeingOrder, freeSome } from './freeing.ts';
import { isFull, storageProblem } from './guarded.ts';
import { closeReadStore, openReadStore, readStages, readSync } from './read.ts';
import { readVerifications } from './readVerifications.ts';
import { ConsoleDb } from './schema.ts';
import type { AnswerMeta, WriteStore } from './types.ts';
import { openWriteStore, wipe } from './write.ts';

/** A disk that accepts one row for each deleted one and no more; sync rows are too small to count. */
const user = 'u-room';
let store: WriteStore;
let db: ConsoleDb;
const freed: string[] = [];

/** From now on there is space for this many rows. */
function limitTo(rows: number): void {
  let room = rows;
  const proto = globalThis.IDBObjectStore.prototype;
  const { put, add } = proto;
  const remove = proto.delete;
  const take = (table: IDBObjectStore): void => {
    if (table.name === 'sync' || table.name === 'cursors') return;
    if (room <= 0) throw new DOMException('no room', 'QuotaExceededError');
    room -= 1;
    // Aborted writes take no space.
    table.transaction.addEventListener('abort', () => (room += 1));
  };
  vi.spyOn(proto, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
    take(this);
    return put.apply(this, given);
  });
  vi.spyOn(proto, 'add').mockImplementation(function (this: IDBObjectStore, ...given) {
    take(this);
    return add.apply(this, given);
  });
  vi.spyOn(proto, 'delete').mockImplementation(function (this: IDBObjectStore, key) {
    if (this.name !== 'sync') {
      room += 1;
      this.transaction.addEventListener('abort', () => (room -= 1));
    }
    return remove.call(this, key);
  });
}

const meta = (extent: AnswerMeta['extent'], asOfSeq = 4): AnswerMeta => ({ receivedAt: 1, asOfSeq, epoch: 'e1', extent });
const lastUpdated = '2026-11-21T08:00:00Z';
const draft = (part: number) => newOutboxItem({ key: `decision-000000${part}.0`, decision: `decision-000000${part}` });
/** Rows of these tables, numbered by `n`, oldest first. */
async function fill(counts: Partial<Record<(typeof freeingOrder)[number], number>>): Promise<void> {
  for (const [table, count] of Object.entries(counts)) {
    const { keyPath, auto } = db.table(table).schema.primKey;
    const row = (n: number) => {
      const key = table === 'chain' ? n : `k${String(n).padStart(5, '0')}`;
      return { ...(auto === true ? {} : { [String(keyPath)]: key }), at: n, storedAt: n, epoch: 'e1', seq: 1, version: 1, payload: {} };
    };
    await db.table(table).bulkPut(Array.from({ length: count }, (_, n) => row(n)));
  }
}
const countOf = (table: string) => db.table(table).count();

beforeEach(async () => {
  freed.length = 0;
  store = valueOf(await openWriteStore('demo', user));
  store.onFreed(({ table, rows }) => freed.push(`${table} ${rows}`));
  openReadStore('demo', user);
  db = new ConsoleDb('demo', user);
  await db.open();
});
afterEach(async () => {
  vi.restoreAllMocks();
  db.close();
  closeReadStore();
  valueOf(await wipe('demo', user));
});

it('an unsent decision finds room: the record of events goes first, of it the oldest, and no more than the older half at once', {
  tags: ['M-4', 'F-16'],
}, async () => {
  await fill({ segments: 300, series: 3, manifests: 3, packs: 3 });
  limitTo(0);
  expect(valueOf(await store.outbox.add([draft(1), draft(2)]))).toHaveLength(2);
  expect(freed).toEqual(['segments 150']);
  expect((await db.segments.orderBy('storedAt').first())?.storedAt).toBe(150);
  expect([await countOf('series'), await countOf('manifests'), await countOf('packs')]).toEqual([3, 3, 3]);
});

it('table after table in the stated order; the outbox is never in it, and a write that fits at last is written', {
  tags: ['M-4', 'F-16'],
}, async () => {
  valueOf(await store.outbox.add([draft(1)]));
  await fill(Object.fromEntries(freeingOrder.map((table) => [table, 2])));
  limitTo(0);
  const names = ['saastain_intake', 'outbox_pump', 'decision_service', 'bank_integration'] as const;
  const stages = names.map((name) => stageRow({ name }));
  valueOf(await store.applyAnswer('pipeline', { stages, lastUpdated }, meta('whole')));
  expect(freed).toEqual(['setAside 2', 'segments 2']);
  expect((await readStages()).rows).toHaveLength(4);
  // Nothing is left to delete: this is reported, and the outbox is intact.
  await Promise.all(freeingOrder.map((table) => db.table(table).clear()));
  const full = await store.outbox.add([draft(2)]);
  expect(full.ok || isFull(full.problem)).toBe(true);
  expect(valueOf(await store.outbox.list()).items).toHaveLength(1);
});

it('where not even removing works, nothing is said to have made room: whoever wants some does not write again and again in vain', {
  tags: ['M-13', 'M-4', 'F-16'],
}, async () => {
  await fill({ segments: 3 });
  const freeing = createFreeing(db, () => 1);
  db.close();
  expect(await freeing.free()).toBe(false);
});

it('of manifests those of the oldest packs go first, and before them those whose pack is listed no longer', {
  tags: ['M-13', 'M-4', 'F-16'],
}, async () => {
  const ids = Array.from({ length: 104 }, (_, place) => `EP-${String(place).padStart(3, '0')}`);
  const mark = { epoch: 'e1', seq: 1, version: 1, payload: {} };
  // The last by name is the oldest; the final two are no longer in the list.
  await db.packs.bulkPut(ids.slice(0, 102).map((packId, place) => ({ packId, at: 1_000 - place, ...mark })));
  await db.manifests.bulkPut(ids.map((packId) => ({ packId, ...mark })));
  expect(await freeSome(db, 1)).toMatchObject({ table: 'manifests', rows: 52 });
  expect(await db.manifests.toCollection().primaryKeys()).toEqual(ids.slice(0, 52));
});

it('a disk that takes not one byte: all that may go goes in the stated order, since removing writes nothing, and the outbox stands', {
  tags: ['M-4', 'F-16'],
}, async () => {
  valueOf(await store.outbox.add([draft(1)]));
  await store.applyAnswer('evidence', { packs: [], totalCount: 0, lastUpdated }, meta('whole'));
  await fill(Object.fromEntries(freeingOrder.map((table) => [table, 2])));
  const disk = fillDisk('commit');
  const added = await store.outbox.add([draft(2)]);
  expect(added.ok ? null : isFull(added.problem)).toBe(true);
  expect(freed).toEqual(freeingOrder.map((table) => `${table} 2`));
  expect(freeingOrder.slice(1, 5)).toEqual(['segments', 'series', 'manifests', 'packs']);
  // The packs no longer count as complete, though there was no space to record why.
  expect((await readSync('evidence'))?.asOfSeq ?? null).toBeNull();
  disk.end();
  expect(valueOf(await store.outbox.list()).items.map(({ key }) => key)).toEqual([draft(1).key]);
});

it('what the platform gives again takes eight steps of room at most, and after that in vain none for ten minutes; a decision takes all', {
  tags: ['M-4', 'F-16'],
}, async () => {
  await fill(Object.fromEntries(freeingOrder.map((table) => [table, 2])));
  const disk = fillDisk('commit');
  const answer = () => store.applyAnswer('pipeline', { stages: [stageRow({ name: 'outbox_pump' })], lastUpdated }, meta('whole'));
  await answer();
  expect(freed).toHaveLength(8);
  await answer();
  expect(freed).toHaveLength(8);
  const added = await store.outbox.add([draft(1)]);
  expect(added.ok ? null : isFull(added.problem)).toBe(true);
  expect(freed).toEqual(freeingOrder.map((table) => `${table} 2`));
  disk.end();
});

it('what may go out without room has room made for it no longer than is said, and the rest stands', { tags: ['M-4', 'F-16'] }, async () => {
  await fill({ segments: 300, packs: 3 });
  const [kept] = valueOf(await store.outbox.add([draft(1)]));
  if (kept === undefined) throw new Error('nothing was added');
  const disk = fillDisk('commit');
  let now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 400));
  const added = await store.outbox.add([draft(2)], 1_000);
  expect(added.ok ? null : isFull(added.problem)).toBe(true);
  expect(freed).toEqual(['segments 150', 'segments 75']);
  const saved = await store.outbox.save({ ...kept, state: 'sending' }, 0);
  expect(saved.ok ? null : isFull(saved.problem)).toBe(true);
  expect(freed).toHaveLength(2);
  // Without a time limit everything is deleted.
  clock.mockRestore();
  await store.outbox.add([draft(2)]);
  expect([await countOf('segments'), await countOf('packs')]).toEqual([0, 0]);
  disk.end();
});

it('want of room is told by a field and not by words, however the browser wraps it', { tags: ['M-4', 'F-16'] }, () => {
  const noRoom = new DOMException('', 'QuotaExceededError');
  const aborted = Object.assign(new DOMException('', 'AbortError'), { inner: noRoom });
  for (const error of [noRoom, aborted, { name: 'BulkError', inner: aborted }]) {
    const problem = storageProblem(error);
    expect(isFull({ ...problem, message: 'in other words' })).toBe(true);
  }
  for (const error of [new Error(noRoom.name), new DOMException('', 'AbortError'), null]) expect(isFull(storageProblem(error))).toBe(false);
});

it('what was made room of is not said to be whole: its age says why, and the next fetch asks for all of it', {
  tags: ['M-4', 'F-16'],
}, async () => {
  const verifications = Array.from({ length: 120 }, (_, n) => verificationRow(n));
  await store.applyAnswer('verifications', { verifications, totalCount: 120, nextCursor: null, head: null, lastUpdated }, meta('part'));
  await db.chain.clear();
  limitTo(0);
  valueOf(await store.outbox.add([draft(1)]));
  expect(freed).toEqual(['verifications 60']);
  expect(await readSync('verifications')).toMatchObject({ asOfSeq: null, lastFailure: { code: 'storage' }, totalCount: 120 });
  const newest = await readVerifications({ sort: 'newest', offset: 0, limit: 1 });
  expect(newest.rows[0]?.vrfId, 'the newest stay').toBe(verifications.toSorted((a, b) => b.timestamp.localeCompare(a.timestamp))[0]?.vrfId);
});

it('a device that is full of long tables gives up the last of them before a decision is refused', { tags: ['M-4', 'F-16'] }, async () => {
  const rows = 850;
  const tables = freeingOrder.filter((table) => table !== 'setAside');
  await fill(Object.fromEntries(tables.map((table) => [table, rows])));
  // There is no space until nearly everything was deleted.
  limitTo(10 - tables.length * rows);
  expect(valueOf(await store.outbox.add([draft(1)]))).toHaveLength(1);
  expect(freed.length).toBeGreaterThan(40);
});

it('what was removed before anybody listened is told to whoever listens first, once; from then on each hears of it as it goes', {
  tags: ['M-4', 'F-16'],
}, async () => {
  await fill({ segments: 50, series: 50, packs: 50 });
  const freeing = createFreeing(db, () => 1);
  expect(await freeing.free()).toBe(true);
  const told: string[] = [];
  const listen = (who: string) => freeing.listen(({ table }) => told.push(`${who} ${table}`));
  listen('first');
  expect(told).toEqual(['first segments']);
  expect(await freeing.free()).toBe(true);
  listen('second');
  expect(told).toEqual(['first segments', 'first series']);
  expect(await freeing.free()).toBe(true);
  expect(told.slice(2)).toEqual(['first packs', 'second packs']);
});

it('several writes that find no room at once make it once', { tags: ['M-4', 'F-16'] }, async () => {
  await fill({ segments: 400 });
  limitTo(0);
  const added = await Promise.all([1, 2, 3, 4].map((part) => store.outbox.add([draft(part)])));
  expect(added.every(({ ok }) => ok)).toBe(true);
  expect(freed.length).toBeLessThanOrEqual(2);
});

it('the very answer that room was made for does not say that all rows are here, nor does any other until they have been fetched again', {
  tags: ['M-4', 'F-16'],
}, async () => {
  const page = (from: number, count: number) => ({
    verifications: Array.from({ length: count }, (_, n) => verificationRow(from + n)),
    totalCount: 140,
    nextCursor: null,
    head: null,
    lastUpdated,
  });
  await store.applyAnswer('verifications', page(0, 120), meta('part'));
  await db.chain.clear();
  limitTo(0);
  // An answer with changes: 20 more verifications, for which older ones are deleted.
  valueOf(await store.applyAnswer('verifications', page(120, 20), meta('part', 9)));
  expect(freed).toEqual(['verifications 60']);
  expect(await readSync('verifications')).toMatchObject({ asOfSeq: 9, freedAt: expect.any(Number), lastFailure: { code: 'storage' } });
  vi.restoreAllMocks();
  valueOf(await store.applyAnswer('verifications', page(139, 1), meta('part', 10)));
  const left = await readSync('verifications');
  expect(left).toMatchObject({ lastFailure: { code: 'storage' } });
  // A pass over all of them during which nothing more was deleted.
  const pass = { freedAt: left?.freedAt ?? null };
  valueOf(await store.applyAnswer('verifications', page(0, 140), { ...meta('part', 11), pass }));
  expect(await readSync('verifications')).toMatchObject({ asOfSeq: 11, lastFailure: null });
  expect((await readSync('verifications'))?.freedAt ?? null).toBeNull();
  // Once all rows have arrived, no trace of the deletion remains, neither for the next fetch nor the next answer.
  expect(valueOf(await store.readSync('verifications'))).not.toHaveProperty('freedAt');
  valueOf(await store.applyAnswer('verifications', page(139, 1), meta('part', 12)));
  expect(await readSync('verifications')).toMatchObject({ asOfSeq: 12, lastFailure: null });
});

it.each(['packs', 'activities', 'notifications', 'verifications'] as const)(
  'of %s the oldest go by their time, whatever their names',
  { tags: ['M-13', 'M-4', 'F-16'] },
  async (table) => {
    const names = Array.from({ length: 150 }, (_, n) => `k${String(n).padStart(5, '0')}`);
    // The last name is the oldest.
    const rows = names.map((key, n) => ({
      [String(db.table(table).schema.primKey.keyPath)]: key,
      at: 1_000 - n,
      epoch: 'e1',
      seq: 1,
      version: 1,
      payload: {},
    }));
    await db.table(table).bulkPut(rows);
    expect(await freeSome(db, 1)).toMatchObject({ table, rows: 75 });
    expect(await db.table(table).toCollection().primaryKeys()).toEqual(names.slice(0, 75));
  },
);

it('a device without room to open anything does not say that what is shown was stored, or that what is decided is sent', {
  tags: ['M-4', 'F-16'],
}, async () => {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError');
  });
  const opened = await openWriteStore('demo', 'u-no-room');
  vi.restoreAllMocks();
  if (opened.ok) throw new Error('it opened');
  expect(isFull(opened.problem)).toBe(true);
  expect(opened.problem.message).toMatch(/^There is not enough space to open/);
});
