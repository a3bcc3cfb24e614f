import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import { newOutboxItem } from '../../tests/builders/outboxItem.ts';
import { valueOf } from '../../tests/builders/valueOf.ts';
import { databaseName } from './schema.ts';
import { readUnsent } from './unsentRows.ts';
import { openWriteStore, wipe } from './write.ts';

const user = 'u-unsent-rows';
afterEach(async () => {
  await wipe('demo', user);
});

it('what was on its way when its hub ended may have arrived, and is named so to whoever has to decide again', {
  tags: ['M-3', 'F-38'],
}, async () => {
  const store = valueOf(await openWriteStore('demo', user));
  const [first, second] = valueOf(
    await store.outbox.add([
      newOutboxItem(),
      newOutboxItem({ key: 'decision-0000001.1', command: { kind: 'note', incidentId: 'INC-1', text: 'Seen.' } }),
    ]),
  );
  if (first === undefined || second === undefined) throw new Error('not added');
  valueOf(await store.outbox.save({ ...first, state: 'sending', attempts: 1 }));
  await store.close();
  const { items } = valueOf(await readUnsent(databaseName('demo', user)));
  expect(items.map(({ place, state, maybeDone }) => [place, state, maybeDone])).toEqual([
    [first.place, 'pending', true],
    [second.place, 'pending', false],
  ]);
});

it('what the platform has answered is not told as unsent, whichever the answer was', { tags: ['M-3'] }, async () => {
  const store = valueOf(await openWriteStore('demo', user));
  const items = valueOf(await store.outbox.add(['1', '2', '3'].map((part) => newOutboxItem({ key: `decision-0000001.${part}` }))));
  for (const [place, state] of (['sent', 'refused'] as const).entries()) {
    const item = items[place];
    if (item === undefined) throw new Error('not added');
    valueOf(await store.outbox.save({ ...item, state, settledAt: 5 }));
  }
  await store.close();
  const { items: unsent, unread } = valueOf(await readUnsent(databaseName('demo', user)));
  expect([unsent.map(({ key }) => key), unread]).toEqual([['decision-0000001.3'], 0]);
});

it('rows that the disk does not give are a fault of the storage: nobody waits for them, and nobody is told that nothing waits', {
  tags: ['M-13', 'M-3'],
}, async () => {
  await valueOf(await openWriteStore('demo', user)).close();
  vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
    const failing = new EventTarget() as IDBRequest<unknown[]>; // safe: no other member is used
    queueMicrotask(() => failing.dispatchEvent(new Event('error')));
    return failing;
  });
  const late = new Promise((resolve) => setTimeout(() => resolve('nothing came'), 2_000));
  const read = await Promise.race([readUnsent(databaseName('demo', user)), late]);
  vi.restoreAllMocks();
  expect(read).toMatchObject({ ok: false, problem: { code: 'storage' } });
});
