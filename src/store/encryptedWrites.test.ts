import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deadLetterRow, stageFrame, stageRow } from '../../tests/builders/operations.ts';
import { newOutboxItem } from '../../tests/builders/outboxItem.ts';
import { valueOf } from '../../tests/builders/valueOf.ts';
import { closeReadStore, openReadStore, readDeadLetters, readStages, takeReadKey } from './read.ts';
import { databaseName } from './schema.ts';
import { unchanged } from './decryptRows.ts';
import { isEncrypted } from './rowCipher.ts';
import type { AnswerMeta } from './types.ts';
import { openWriteStore, wipe } from './write.ts';

/** What is on the disk after writes under a lock (D-31). */

const user = 'u-encrypted-writes';
const name = databaseName('demo', user);
const meta: AnswerMeta = { receivedAt: 1, asOfSeq: 4, epoch: 'e1', extent: 'whole' };
const pipeline = (lag: number) => ({ stages: [stageRow({ currentLagMinutes: lag })], lastUpdated: '2026-11-21T08:00:00Z' });
let key: CryptoKey;

async function payloads(table: string): Promise<readonly unknown[]> {
  const db = await new Dexie(name).open();
  const rows: readonly { readonly payload: unknown }[] = await db.table(table).toArray();
  db.close();
  return rows.map(({ payload }) => payload);
}

beforeEach(async () => {
  key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.doUnmock('./encryptRows.ts');
  vi.resetModules();
  closeReadStore();
  await wipe('demo', user);
});

it('an answer is stored encrypted and is read with the key; without a lock it is stored as it came', { tags: ['D-31'] }, async () => {
  const plain = valueOf(await openWriteStore('demo', user));
  valueOf(await plain.applyAnswer('pipeline', pipeline(3), meta));
  expect(await payloads('stages')).toEqual(pipeline(3).stages);
  valueOf(await wipe('demo', user));
  const store = valueOf(await openWriteStore('demo', user, null, key));
  valueOf(await store.applyAnswer('pipeline', pipeline(3), meta));
  expect((await payloads('stages')).map(isEncrypted)).toEqual([true]);
  openReadStore('demo', user);
  await takeReadKey(key);
  expect((await readStages()).rows).toEqual(pipeline(3).stages);
});

it('a row that still stands as it did before the lock is not undone, nor doubled, by an answer that is older', {
  tags: ['M-13', 'D-31', 'D-32'],
}, async () => {
  const letters = (version: number, errorCode: string) => ({
    items: [deadLetterRow({ itemId: 'dl-1', version, errorCode })],
    totalCount: 1,
    lastUpdated: '2026-11-21T08:00:00Z',
  });
  const plain = valueOf(await openWriteStore('demo', user));
  valueOf(await plain.applyAnswer('dlq', letters(9, 'NEWER'), { ...meta, asOfSeq: 50 }));
  const store = valueOf(await openWriteStore('demo', user, null, key));
  valueOf(await store.applyAnswer('dlq', letters(5, 'OLDER'), { ...meta, asOfSeq: 40, extent: 'part' }));
  openReadStore('demo', user);
  await takeReadKey(key);
  expect((await readDeadLetters()).rows.map(({ errorCode }) => errorCode)).toEqual(['NEWER']);
});

it('a decision that is taken under a lock stands encrypted on the disk, and is read with the key', { tags: ['D-31'] }, async () => {
  const draft = newOutboxItem();
  const store = valueOf(await openWriteStore('demo', user, null, key));
  const [item] = valueOf(await store.outbox.add([draft]));
  expect((await payloads('outbox')).map(isEncrypted)).toEqual([true]);
  expect(valueOf(await store.outbox.list())).toEqual({ items: [item], setAside: 0 });
});

it('of many changes of one row only the last one is encrypted for the disk', { tags: ['D-31'] }, async () => {
  const store = valueOf(await openWriteStore('demo', user, null, key));
  const encrypt = vi.spyOn(crypto.subtle, 'encrypt');
  const frames = Array.from({ length: 10 }, (_, place) => stageFrame(place + 1, { currentLagMinutes: place }));
  valueOf(await store.applyBatch({ frames, cursors: { pipeline: 10 }, epoch: 'e1', at: 1 }));
  // One for the row, one for the event segment.
  expect(encrypt).toHaveBeenCalledTimes(2);
  openReadStore('demo', user);
  await takeReadKey(key);
  expect((await readStages()).rows).toMatchObject([{ currentLagMinutes: 9 }]);
});

it('a store that was opened under a lock refuses what somebody forgot to encrypt, and stores nothing of it', {
  tags: ['D-31'],
}, async () => {
  vi.resetModules();
  vi.doMock('./encryptRows.ts', async (original) => ({
    ...(await original<object>()),
    encryptRow: (_: unknown, __: string, row: unknown) => Promise.resolve(row),
    encryptRows: (_: unknown, __: string, rows: unknown) => Promise.resolve(rows),
  }));
  const forgetful = await import('./write.ts');
  const store = valueOf(await forgetful.openWriteStore('demo', user, null, key));
  expect(await store.applyAnswer('pipeline', pipeline(3), meta)).toMatchObject({ ok: false, problem: { code: 'storage' } });
  await store.close();
  expect(await payloads('stages')).toEqual([]);
});

it('a row that was replaced or removed since it was read is not the one that was judged', { tags: ['F-25'] }, () => {
  const row = { payload: { lag: 1 } };
  expect(unchanged(structuredClone(row), row)).toBe(true);
  expect(unchanged({ payload: { lag: 2 } }, row)).toBe(false);
  expect(unchanged(undefined, row)).toBe(false);
});
