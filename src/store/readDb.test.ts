import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { forceCloseDatabase } from 'fake-indexeddb';
import { afterEach, expect, it } from 'vitest';
import { stageFrame } from '../../tests/builders/operations.ts';
import { rowsV1, storesV1 } from '../../tests/fixtures/storeV1.ts';
import { closeReadStore, openReadStore, readDb } from './readDb.ts';
import { readChain, readVerifications } from './readVerifications.ts';
import { openExisting } from './removing.ts';
import { databaseName } from './schema.ts';
import { openWriteStore, wipe } from './write.ts';

const user = 'u-late';
const name = databaseName('demo', user);

const isThere = async (): Promise<boolean> => {
  const db = await openExisting(name);
  db?.close();
  return db !== null;
};
const count = () => readDb().table('stages').count();
async function fill() {
  const store = await openWriteStore('demo', user);
  if (!store.ok) throw new Error(store.problem.message);
  await store.value.applyBatch({ frames: [stageFrame(1)], cursors: { pipeline: 1 }, epoch: 'e1', at: 1 });
}

afterEach(async () => {
  closeReadStore();
  await wipe('demo', user);
});

it('a page that hears late that somebody left does not make their database anew by reading on', {
  tags: ['M-2', 'A-11', 'D-51'],
}, async () => {
  await fill();
  openReadStore('demo', user);
  expect(await count()).toBe(1);
  await wipe('demo', user);
  await expect(count()).rejects.toThrow(/abort/i);
  await expect(count()).rejects.toThrow(/abort/i);
  expect(await isThere()).toBe(false);
});

it('nor one whose connection the browser closed, as when a site’s data is cleared', { tags: ['M-2', 'A-11'] }, async () => {
  await fill();
  openReadStore('demo', user);
  expect(await count()).toBe(1);
  forceCloseDatabase(readDb().backendDB() as never); // its types require the class
  await wipe('demo', user);
  await expect(count()).rejects.toThrow(/abort/i);
  expect(await isThere()).toBe(false);
});

it('whoever opens it for another person, or anew, lets go of what was open: nothing of theirs is read any more', {
  tags: ['A-11'],
}, async () => {
  await fill();
  openReadStore('demo', user);
  expect(await count()).toBe(1);
  const before = readDb();
  openReadStore('demo', 'u-next');
  expect(readDb().name).toBe(databaseName('demo', 'u-next'));
  expect(before.isOpen()).toBe(false);
  await expect(before.table('stages').count()).rejects.toThrow(/closed/i);
  closeReadStore();
  await wipe('demo', 'u-next');
});

it('where the hub makes another in its place, that one is read', { tags: ['M-1', 'F-17'] }, async () => {
  await fill();
  openReadStore('demo', user);
  expect(await count()).toBe(1);
  await Dexie.delete(name);
  await expect(count()).rejects.toThrow(/abort/i);
  await fill();
  expect(await count()).toBe(1);
});

it('a page that opens a database of version 1 before any hub does finds its rows by their words at once', {
  tags: ['M-13', 'F-18', 'K-5'],
}, async () => {
  const old = new Dexie(name);
  old.version(1).stores(storesV1);
  await old.open();
  await old.table('verifications').bulkPut([...(rowsV1['verifications'] ?? [])]);
  old.close();
  openReadStore('demo', user);
  const found = await readVerifications({ sort: 'newest', search: 'mathare', offset: 0, limit: 40 });
  expect(found.rows.map(({ vrfId }) => vrfId)).toEqual(['VRF-2026-0001']);
  expect((await readChain(0, 10)).map(({ vrfId }) => vrfId)).toEqual(['VRF-2026-0001']);
});
