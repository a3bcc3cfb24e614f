import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { expect, it } from 'vitest';
import { guarded } from './guarded.ts';
import { openWithin } from './openWithin.ts';
import { openExisting } from './removing.ts';

const name = 'u-open-within';
const versioned = (version: number): Dexie => {
  const db = new Dexie(name);
  db.version(version).stores({ rows: 'id' });
  return db;
};

it('an upgrade that a connection does not let through ends with what to do, and has opened the database where none is in its way', {
  tags: ['F-18'],
}, async () => {
  const old = versioned(1);
  await openWithin(old);
  expect(old.isOpen()).toBe(true);
  old.close();
  const holder = await openExisting(name); // never closes for an upgrade
  const waiting = versioned(2);
  expect(await guarded(() => openWithin(waiting, 0))).toMatchObject({
    ok: false,
    problem: { code: 'storage', message: expect.stringContaining('Close that tab') },
  });
  waiting.close();
  holder?.close();
  const next = versioned(2);
  await openWithin(next);
  expect([next.isOpen(), next.verno]).toEqual([true, 2]);
  next.close();
  await Dexie.delete(name);
});
