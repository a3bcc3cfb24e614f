import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { afterEach, expect, it } from 'vitest';
import { isEncrypted } from '../../store/rowCipher.ts';
import { openQueryStore, type QueryStore } from './queryStore.ts';

const name = 'ukweli-queries:demo:u1';
const opened: QueryStore[] = [];
const open = (key: CryptoKey | null): QueryStore => {
  const store = openQueryStore(name, key);
  opened.push(store);
  return store;
};
const newKey = () => crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
/** The stored rows, as anyone with access to the disk reads them. */
async function rows(): Promise<readonly { readonly key: string; readonly text: unknown }[]> {
  const db = await new Dexie(name).open();
  const all: { readonly key: string; readonly text: unknown }[] = await db.table('queries').toArray();
  db.close();
  return all;
}

afterEach(async () => {
  for (const store of opened.splice(0)) store.close();
  await Dexie.delete(name);
});

it('what was kept in the clear before a lock whose setting up was cut short does not stand beside what is encrypted', {
  tags: ['D-31', 'D-55'],
}, async () => {
  const before = open(null);
  await before.storage.setItem('query["users",{"q":"Wanjiru"}]', 'Wanjiru');
  before.close();
  expect(await rows()).toHaveLength(1);
  // The browser ended before this page was told of the lock; after unlocking it has the key.
  const after = open(await newKey());
  await after.storage.setItem('query["reports"]', 'encrypted');
  expect(await after.storage.getItem('query["reports"]')).toBe('encrypted');
  const left = await rows();
  expect(left.map(({ text }) => isEncrypted(text))).toEqual([true]);
});

it('what was kept in the same form is there again', { tags: ['K-8'] }, async () => {
  const key = await newKey();
  for (const held of [null, key]) {
    const before = open(held);
    await before.storage.setItem('query["reports"]', 'kept');
    before.close();
    expect(await open(held).storage.getItem('query["reports"]')).toBe('kept');
  }
});
