import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import { valueOf } from '../../tests/builders/valueOf.ts';
import { ConsoleDb } from './schema.ts';
import { openWriteStore, wipe } from './write.ts';

const user = 'u-compacting';

afterEach(async () => {
  vi.restoreAllMocks();
  valueOf(await wipe('demo', user));
});

it('a lock that is set up has the browser pack its files anew, by many small pieces of which none stays; taking it off does not', {
  tags: ['M-13', 'D-31', 'G-4'],
}, async () => {
  const store = valueOf(await openWriteStore('demo', user));
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const pieces: Uint8Array[] = [];
  const { add } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (this: IDBObjectStore, ...given) {
    const { row } = Object(given[0]) as { readonly row?: unknown };
    if (row instanceof Uint8Array) pieces.push(row);
    return add.apply(this, given);
  });
  valueOf(await store.encrypt(key));
  // The measured minimum: LevelDB compacts a file when enough is written beside it, and values from 64 KB are stored elsewhere.
  expect(pieces.reduce((bytes, piece) => bytes + piece.length, 0)).toBeGreaterThanOrEqual(16 * 1024 * 1024);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(64 * 1024);
  // Incompressible data.
  expect(new Set(pieces.map((piece) => piece.join())).size).toBe(pieces.length);
  const db = new ConsoleDb('demo', user);
  expect(await db.setAside.count()).toBe(0);
  db.close();
  pieces.length = 0;
  valueOf(await store.decrypt(key));
  expect(pieces).toEqual([]);
});

it('a lock that is set up has each index read in a transaction that may write, before the pieces: only then does Chromium drop entries that are stale', {
  tags: ['M-13', 'D-31', 'G-4'],
}, async () => {
  const store = valueOf(await openWriteStore('demo', user));
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const read = new Set<string>();
  let beforePieces: ReadonlySet<string> | null = null;
  const { getAllKeys } = IDBIndex.prototype;
  vi.spyOn(IDBIndex.prototype, 'getAllKeys').mockImplementation(function (this: IDBIndex, ...given) {
    if (this.objectStore.transaction.mode === 'readwrite') read.add(`${this.objectStore.name}: ${this.name}`);
    return getAllKeys.apply(this, given);
  });
  const { add } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (this: IDBObjectStore, ...given) {
    beforePieces ??= new Set(read);
    return add.apply(this, given);
  });
  valueOf(await store.encrypt(key));
  const db = new ConsoleDb('demo', user);
  const indexes = db.tables.flatMap(({ name, schema }) => schema.indexes.map((index) => `${name}: ${index.name}`));
  db.close();
  expect(indexes.length).toBeGreaterThan(0);
  expect([...(beforePieces ?? [])].toSorted()).toEqual(indexes.toSorted());
});

it('pieces that a browser left as it ended go at the next look at the rows, and push out nothing that was set aside', {
  tags: ['F-25', 'F-15', 'D-31'],
}, async () => {
  const store = valueOf(await openWriteStore('demo', user));
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const db = new ConsoleDb('demo', user);
  await db.setAside.add({ table: 'outbox', key: '1', at: 1, row: { id: 1, state: 'pending', payload: { key: 'damaged' } } });
  const { delete: remove } = IDBObjectStore.prototype;
  vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(function (this: IDBObjectStore, ...given) {
    if (this.name === 'setAside') throw new DOMException('the browser ends', 'AbortError');
    return remove.apply(this, given);
  });
  valueOf(await store.encrypt(key));
  vi.restoreAllMocks();
  expect(await db.setAside.count()).toBeGreaterThan(1_000);
  valueOf(await store.audit());
  expect(await db.setAside.toArray()).toMatchObject([{ table: 'outbox', at: 1 }]);
  db.close();
});
