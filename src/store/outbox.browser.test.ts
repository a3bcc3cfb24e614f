import { afterEach, expect, it, vi } from 'vitest';
import { valueOf } from '../../tests/builders/valueOf.ts';
import { newOutboxItem, promotes } from '../../tests/builders/outboxItem.ts';
import { closeReadStore, openReadStore } from './read.ts';
import { readOutbox } from './readOutbox.ts';
import { openWriteStore, wipe } from './write.ts';

const draft = newOutboxItem({ command: promotes(['DLQ-1']) });

afterEach(async () => {
  vi.restoreAllMocks();
  closeReadStore();
  valueOf(await wipe('demo', 'u-outbox'));
});

it('writes the outbox with strict durability, and answers only once the transaction is complete', { tags: ['D-37'] }, async () => {
  const store = valueOf(await openWriteStore('demo', 'u-outbox'));
  const written: { readonly durability: string; complete: boolean }[] = [];
  const original = IDBDatabase.prototype.transaction;
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
    const transaction = original.apply(this, args);
    if (transaction.mode === 'readwrite' && transaction.objectStoreNames.contains('outbox')) {
      const entry = { durability: transaction.durability, complete: false };
      written.push(entry);
      transaction.addEventListener('complete', () => {
        entry.complete = true;
      });
    }
    return transaction;
  });
  const [item] = valueOf(await store.outbox.add([draft]));
  expect(written).toEqual([{ durability: 'strict', complete: true }]);
  if (item === undefined) throw new Error('nothing was added');
  valueOf(await store.outbox.save({ ...item, state: 'sending' }));
  expect(written.at(-1)).toEqual({ durability: 'strict', complete: true });
  openReadStore('demo', 'u-outbox');
  expect(await readOutbox()).toEqual([{ ...item, state: 'sending' }]);
  valueOf(await store.outbox.remove([item.place]));
  expect(written.every(({ durability, complete }) => durability === 'strict' && complete)).toBe(true);
  expect(await readOutbox()).toEqual([]);
});
