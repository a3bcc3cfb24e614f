import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { forceCloseDatabase } from 'fake-indexeddb';
import { afterEach, expect, it } from 'vitest';
import { watchTakenAway } from './takenAway.ts';

const name = 'u-taken-away';
const db = new Dexie(name);
db.version(1).stores({ rows: 'id' });
let taken = 0;
watchTakenAway(db, () => {
  taken += 1;
});

afterEach(async () => {
  db.close();
  await Dexie.delete(name);
  taken = 0;
});

it('is told when the browser closes the connection under us, in every opening, and not when we close it', {
  tags: ['M-1', 'F-17'],
}, async () => {
  for (const times of [1, 2]) {
    await db.open();
    forceCloseDatabase(db.backendDB() as never); // its types require the class
    await expect.poll(() => taken).toBe(times);
    db.close();
  }
  await db.open();
  db.close();
  expect(taken).toBe(2);
});

it('is told when the database is deleted, and not when a newer form of it is opened', { tags: ['M-1', 'F-17'] }, async () => {
  await db.open();
  const newer = new Dexie(name);
  newer.version(2).stores({ rows: 'id, at' });
  await newer.open();
  newer.close();
  expect(taken).toBe(0);
  await Dexie.delete(name);
  db.close();
  await db.open();
  await Dexie.delete(name);
  await expect.poll(() => taken).toBe(1);
});
