import { IDBFactory } from 'fake-indexeddb';
import { expect, it } from 'vitest';
import { databaseName } from '../../store/schema.ts';
import { queryDatabaseName } from '../../domain/accounts/deviceNames.ts';
import { databaseNames, holdsRows, metaName, settled, unsentIn } from './data.ts';

/** Creates a database with an outbox of these states. */
async function withOutbox(factory: IDBFactory, name: string, states: readonly string[]): Promise<void> {
  const opening = factory.open(name, 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('outbox', { keyPath: 'id' }));
  const db = await settled(opening);
  const outbox = db.transaction('outbox', 'readwrite').objectStore('outbox');
  await Promise.all(states.map((state, id) => settled(outbox.put({ id, state }))));
  db.close();
}
const rows = databaseName('demo', 'u-1');
const answers = queryDatabaseName('demo', 'u-1');

it('every database of the console is listed for clearing, kept answers and earlier generations too, and no other', {
  tags: ['D-30', 'M-2'],
}, async () => {
  const factory = new IDBFactory();
  const all = [metaName, rows, answers, databaseName('demo', 'u-1', 2), queryDatabaseName('demo', 'u-1', 2)];
  for (const name of [...all, 'another site’s on this port']) await withOutbox(factory, name, []);
  expect((await databaseNames(factory))?.toSorted()).toEqual(all.toSorted());
  expect(all.filter(holdsRows)).toEqual([rows, databaseName('demo', 'u-1', 2)]);
});

it('what was answered is not counted as unsent, whatever else stands in an outbox is', { tags: ['D-30', 'M-3'] }, async () => {
  const factory = new IDBFactory();
  await withOutbox(factory, rows, ['sent', 'refused', 'waiting', 'held', 'of a later build']);
  await withOutbox(factory, answers, []);
  expect(await unsentIn(factory, [rows, answers, 'none of that name'])).toEqual({ counted: 3, known: true });
  expect((await factory.databases()).map(({ name }) => name)).not.toContain('none of that name');
});

it('unknown is never none: a browser that does not list its databases, never answers, or holds one that does not open', {
  tags: ['D-30', 'M-3'],
}, async () => {
  const factory = new IDBFactory();
  await withOutbox(factory, rows, ['waiting']);
  const silent = Object.assign(new IDBFactory(), { databases: () => new Promise<never>(() => {}) });
  const broken = Object.assign(new IDBFactory(), { databases: () => Promise.reject(new Error('no')) });
  expect(await databaseNames(silent, 5)).toBeNull();
  expect(await databaseNames(broken)).toBeNull();
  expect(await unsentIn(factory, null)).toEqual({ counted: 0, known: false });
  const refusing = Object.assign(new IDBFactory(), {
    open: (name: string) => (name === answers ? factory.open(name, -1) : factory.open(name)),
  });
  expect(await unsentIn(refusing, [rows, answers])).toEqual({ counted: 1, known: false });
});
