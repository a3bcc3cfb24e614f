import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, expect, it, vi } from 'vitest';
import { emptyDatabase, openExisting, removeDatabase } from './removing.ts';

const name = 'u-removing';

async function made(): Promise<void> {
  const db = new Dexie(name);
  db.version(1).stores({ rows: 'id', marks: 'id' });
  await db.table('rows').put({ id: 'a' });
  await db.table('marks').put({ id: 'm' });
  db.close();
}
async function counts(): Promise<readonly number[]> {
  const db = await new Dexie(name).open();
  const found = await Promise.all(['rows', 'marks'].map((table) => db.table(table).count()));
  db.close();
  return found;
}

afterEach(() => Dexie.delete(name));

it('empties every table but those that are kept; where all of them are, nothing is done and nothing fails', { tags: ['M-2'] }, async () => {
  await made();
  expect(await emptyDatabase(name, ['rows', 'marks'])).toEqual({ ok: true, value: null });
  expect(await counts()).toEqual([1, 1]);
  expect(await emptyDatabase(name, ['marks'])).toEqual({ ok: true, value: null });
  expect(await counts()).toEqual([0, 1]);
});

it('makes no database by emptying or looking for one that is not there', { tags: ['M-2', 'A-11'] }, async () => {
  expect(await emptyDatabase(name)).toEqual({ ok: true, value: null });
  expect(await openExisting(name)).toBeNull();
  expect((await indexedDB.databases()).map((each) => each.name)).not.toContain(name);
  await made();
  expect(await removeDatabase(name)).toEqual({ ok: true, value: null });
  expect(await openExisting(name)).toBeNull();
});

it('a database that does not open is answered as a failure of the disk, and nobody waits for ever', { tags: ['M-13', 'M-2'] }, async () => {
  const opening = Object.assign(new EventTarget(), { error: new DOMException('', 'UnknownError') });
  const fails = vi.spyOn(indexedDB, 'open').mockReturnValue(opening as unknown as IDBOpenDBRequest); // safe: no other member is used
  try {
    const emptied = emptyDatabase(name);
    opening.dispatchEvent(new Event('error'));
    const silent = new Promise((resolve) => setTimeout(resolve, 0, 'no answer'));
    expect(await Promise.race([emptied, silent])).toMatchObject({ ok: false, problem: { code: 'storage' } });
  } finally {
    fails.mockRestore();
  }
});
