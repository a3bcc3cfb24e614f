import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deadLetterRow, stageRow, verificationFrame, verificationRow } from '../../tests/builders/operations.ts';
import { valueOf } from '../../tests/builders/valueOf.ts';
import { newOutboxItem } from '../../tests/builders/outboxItem.ts';
import { closeReadStore, openReadStore, readDeadLetters, readStages, readSync } from './read.ts';
import { readSegments } from './readSegments.ts';
import { readChain, readVerifications } from './readVerifications.ts';
import type { AnswerMeta, WriteStore } from './types.ts';
import { ruleOf } from './resources.ts';
import { ConsoleDb } from './schema.ts';
import { openWriteStore, wipe } from './write.ts';

let store: WriteStore;

beforeEach(async () => {
  store = valueOf(await openWriteStore('demo', 'u-log'));
  openReadStore('demo', 'u-log');
});
afterEach(async () => {
  closeReadStore();
  valueOf(await wipe('demo', 'u-log'));
});

const lastUpdated = '2026-11-21T08:00:00Z';
const meta = (asOfSeq: number | null, epoch: string, extent: AnswerMeta['extent']): AnswerMeta => ({
  receivedAt: 1,
  asOfSeq,
  epoch,
  extent,
});
const listed = (rows: readonly number[], version = 1) => ({
  verifications: rows.map((row) => verificationRow(row, { version })),
  totalCount: rows.length,
  nextCursor: null,
  head: null,
  lastUpdated,
});
const held = async () => {
  const { rows } = await readVerifications({ sort: 'oldest', offset: 0, limit: 200 });
  return rows.map(({ vrfId, version }) => [vrfId, version]).sort();
};
const links = async () => (await readChain(0, 100)).map(({ vrfId }) => vrfId).sort();
const id = (row: number) => verificationRow(row).vrfId;

it('another log: pages remove nothing while they come; at their end verifications and links of the old one are gone, those that events of the new one brought stay', {
  tags: ['M-12', 'F-34'],
}, async () => {
  await store.applyAnswer('verifications', listed([0, 1, 2, 3], 9), meta(400, 'e1', 'part'));
  await store.applyAnswer('verifications', listed([0]), meta(null, 'e2', 'part'));
  expect((await held()).length).toBe(4);
  await store.applyBatch({ frames: [verificationFrame(7, verificationRow(5, { version: 7 }))], cursors: {}, epoch: 'e2', at: 1 });
  await store.applyAnswer('verifications', listed([1]), meta(6, 'e2', 'part'));
  expect(valueOf(await store.removeOtherLog('e2'))).toBe(2);
  expect(await held()).toEqual(
    [
      [id(0), 1],
      [id(1), 1],
      [id(5), 7],
    ].sort(),
  );
  expect(await links()).toEqual([id(0), id(1), id(5)].sort());
  expect(valueOf(await store.removeOtherLog('e2'))).toBe(0);
  expect(await readSync('verifications')).toMatchObject({ epoch: 'e2', asOfSeq: 6 });
});

it('a list that was cut: in the same log nothing behind the cut is touched, from another log none of the old rows stays', {
  tags: ['M-12', 'F-34'],
}, async () => {
  const cut = (...items: string[]) => ({ items: items.map((itemId) => deadLetterRow({ itemId })), totalCount: 900, lastUpdated });
  await store.applyAnswer('dlq', cut('DLQ-1', 'DLQ-2'), meta(10, 'e1', 'cut'));
  await store.applyAnswer('dlq', cut('DLQ-3'), meta(11, 'e1', 'cut'));
  expect((await readDeadLetters()).rows).toHaveLength(3);
  await store.applyAnswer('dlq', cut('DLQ-1'), meta(2, 'e2', 'cut'));
  expect((await readDeadLetters()).rows.map(({ itemId }) => itemId)).toEqual(['DLQ-1']);
});

it('the same log put back to an earlier state: rows are shown until they are asked for anew, then lower versions stand, and what the platform does not have is gone; the outbox is left alone', {
  tags: ['M-12', 'F-34'],
}, async () => {
  const pipeline = (version: number, currentLagMinutes: number) => ({ stages: [stageRow({ version, currentLagMinutes })], lastUpdated });
  await store.applyAnswer('verifications', listed([0, 1, 2], 9), meta(400, 'e1', 'part'));
  await store.applyAnswer('pipeline', pipeline(90, 30), meta(400, 'e1', 'whole'));
  await store.applyBatch({
    frames: [verificationFrame(401, verificationRow(3, { version: 12 }))],
    cursors: { verifications: 401 },
    epoch: 'e1',
    at: 1,
  });
  valueOf(await store.outbox.add([draft(1)]));

  valueOf(await store.voidLog());
  expect((await held()).length).toBe(4);
  expect(valueOf(await store.readLog())).toMatchObject({ epoch: null, cursors: {} });
  expect(await readSegments(10)).toEqual([]);
  expect(await readSync('verifications')).toMatchObject({ asOfSeq: null });

  await store.applyAnswer('pipeline', pipeline(2, 1), meta(300, 'e1', 'whole'));
  expect((await readStages()).rows.map(({ currentLagMinutes }) => currentLagMinutes)).toEqual([1]);
  await store.applyAnswer('verifications', listed([0, 1], 4), meta(300, 'e1', 'part'));
  expect(valueOf(await store.removeOtherLog('e1'))).toBe(2);
  expect(await held()).toEqual(
    [
      [id(0), 4],
      [id(1), 4],
    ].sort(),
  );
  expect(await links()).toEqual([id(0), id(1)].sort());
  expect(valueOf(await store.outbox.list()).items).toMatchObject([{ key: 'decision-0000001.0' }]);
  // Data that exists only on the device belongs to no log: it is neither cleared nor marked.
  expect(['outbox', 'segments', 'setAside'].map((table) => ruleOf(table)?.entityOf('any'))).toEqual([null, null, null]);
  // Events with reused numbers are accepted again.
  const { applied } = valueOf(
    await store.applyBatch({
      frames: [verificationFrame(301, verificationRow(3, { version: 5 }))],
      cursors: { verifications: 301 },
      epoch: 'e1',
      at: 2,
    }),
  );
  expect(applied).toHaveLength(1);
  expect((await readSegments(10)).length).toBe(1);
});

const draft = (part: number) => newOutboxItem({ key: `decision-000000${part}.0`, decision: `decision-000000${part}` });
const many = Array.from({ length: 1_500 }, (_, row) => row);

it('walks over long tables let a decision and a list between: neither waits until they are done', {
  tags: ['M-12', 'M-3', 'F-34'],
}, async () => {
  for (const walk of [() => store.voidLog(), () => store.removeOtherLog('e2')]) {
    await store.applyAnswer('verifications', listed(many), meta(400, 'e1', 'part'));
    const order: string[] = [];
    const walking = walk().then(() => order.push('walked'));
    await Promise.all([
      store.outbox.add([draft(1)]).then(({ ok }) => order.push(`decided ${ok}`)),
      readVerifications({ sort: 'newest', offset: 0, limit: 1 }).then(() => order.push('read')),
    ]);
    await walking;
    expect(order.at(-1)).toBe('walked');
    expect(order.sort()).toEqual(['decided true', 'read', 'walked']);
  }
});

it('a walk that is cut short leaves the place by which it is begun again', { tags: ['M-12', 'F-34'] }, async () => {
  await store.applyAnswer('verifications', listed(many), meta(400, 'e1', 'part'));
  await store.saveCursors({ verifications: 401 }, 'e1');
  const { put } = IDBObjectStore.prototype;
  let left = 600;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
    left -= 1;
    if (left < 0) throw new DOMException('the disk is gone', 'UnknownError');
    return put.apply(this, given);
  });
  expect((await store.voidLog()).ok).toBe(false);
  vi.restoreAllMocks();
  expect(valueOf(await store.readLog())).toMatchObject({ epoch: 'e1', cursors: { verifications: 401 } });
  valueOf(await store.voidLog());
  expect(valueOf(await store.readLog())).toMatchObject({ epoch: null, cursors: {} });
  expect(valueOf(await store.removeOtherLog('e1'))).toBe(many.length);
});

it('a link of the old log goes though its verification is in the new one as well: no chain is shown that neither has', {
  tags: ['M-12', 'F-34', 'D-9'],
}, async () => {
  const moved = verificationRow(4, { vrfId: id(0), status: 'verified', version: 2 });
  await store.applyAnswer('verifications', listed([0]), meta(400, 'e1', 'part'));
  await store.applyBatch({ frames: [verificationFrame(401, moved)], cursors: {}, epoch: 'e1', at: 1 });
  expect((await readChain(0, 100)).map(({ chainIndex }) => chainIndex)).toEqual([0, 4]);
  await store.applyAnswer('verifications', listed([0]), meta(2, 'e2', 'part'));
  expect(valueOf(await store.removeOtherLog('e2'))).toBe(0);
  expect((await readChain(0, 100)).map(({ chainIndex }) => chainIndex)).toEqual([0]);
});

it('a link from before links carried their log goes with its verification, and stays with one that the present log has', {
  tags: ['M-13', 'F-34', 'D-9'],
}, async () => {
  await store.applyAnswer('verifications', listed([0, 1, 2]), meta(400, 'e1', 'part'));
  await store.applyAnswer('verifications', listed([0]), meta(2, 'e2', 'part'));
  const db = new ConsoleDb('demo', 'u-log');
  const stored = await db.chain.toArray();
  for (const link of stored) Reflect.deleteProperty(link, 'epoch'); // as an older build stored them
  await db.chain.bulkPut(stored);
  db.close();
  expect(await links()).toEqual([id(0), id(1), id(2)].sort());
  expect(valueOf(await store.removeOtherLog('e2'))).toBe(2);
  expect(await links()).toEqual([id(0)]);
});
