// Long: encrypts thousands of rows on a real disk, several times.
import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { deadLetterRow, removalFrame, stageFrame, verificationFrame, verificationRow } from '../../tests/builders/operations.ts';
import { valueOf } from '../../tests/builders/valueOf.ts';
import { newOutboxItem, promotes } from '../../tests/builders/outboxItem.ts';
import { liveRead } from './liveRead.ts';
import { closeReadStore, openReadStore, readDeadLetters, readStages, takeReadKey } from './read.ts';
import { readSegments } from './readSegments.ts';
import { readOutbox } from './readOutbox.ts';
import { searchRows } from './readPalette.ts';
import { readChain, readVerification, readVerifications } from './readVerifications.ts';
import type { AnswerMeta, WriteStore } from './types.ts';
import { openWriteStore, wipe } from './write.ts';

/** Each payload below contains one of the two. */
const canary = 'CANARY-7f3a';
const hashCanary = 'deadbeef'.repeat(8);
const user = 'u-encrypted';
const name = `ukweli:demo:${user}`;
let key: CryptoKey;
let store: WriteStore;
const ends: (() => void)[] = [];

const newKey = (): Promise<CryptoKey> => crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);

beforeEach(async () => {
  key = await newKey();
});
afterEach(async () => {
  for (const end of ends.splice(0)) end();
  closeReadStore();
  valueOf(await wipe('demo', user));
});

const open = async (held: CryptoKey | null): Promise<void> => {
  store = valueOf(await openWriteStore('demo', user, null, held));
  openReadStore('demo', user, held);
};
const meta: AnswerMeta = { receivedAt: 1, asOfSeq: 4, epoch: 'e1', extent: 'whole' };
const letter = deadLetterRow({ errorMessage: canary });
const draft = newOutboxItem({ command: promotes(['DLQ-1']), problem: { code: 'network', message: canary } });
/** Fills every kind of table: rows of answers and events, links, a segment, the outbox. */
async function fill(): Promise<void> {
  valueOf(await store.applyAnswer('dlq', { items: [letter], totalCount: 1, lastUpdated: '2026-11-21T08:00:00Z' }, meta));
  const frames = [stageFrame(5, { currentLagMinutes: 3 }), verificationFrame(6, verificationRow(0, { covenantHash: hashCanary }))];
  valueOf(await store.applyBatch({ frames, cursors: { pipeline: 5 }, epoch: 'e1', at: 1 }));
  valueOf(await store.outbox.add([draft]));
}
async function expectAllThere(): Promise<void> {
  expect((await readDeadLetters()).rows).toEqual([letter]);
  expect(await readStages()).toMatchObject({ rows: [{ name: 'decision_service', currentLagMinutes: 3 }], corrupt: 0 });
  expect(await readVerification(verificationRow(0).vrfId)).toMatchObject({ covenantHash: hashCanary });
  expect(await readChain(0, 10)).toMatchObject([{ covenantHash: hashCanary }]);
  expect((await readSegments(10)).flatMap(({ frames }) => frames.map(({ seq }) => seq)).sort()).toEqual([5, 6]);
  expect(await readOutbox()).toMatchObject([{ problem: { message: canary }, state: 'pending' }]);
  expect(valueOf(await store.outbox.list())).toMatchObject({ items: [{ problem: { message: canary } }], setAside: 0 });
}

/** The database's complete content as text; encrypted data appears as bytes, in which a plain canary would be found. */
async function raw(): Promise<string> {
  const db = await new Dexie(name).open();
  const decoder = new TextDecoder('latin1');
  const texts: string[] = [];
  for (const table of db.tables)
    for (const row of await table.toArray())
      texts.push(
        JSON.stringify(row, (_, value: unknown) =>
          value instanceof ArrayBuffer || value instanceof Uint8Array ? decoder.decode(value) : value,
        ),
      );
  db.close();
  return texts.join('\n');
}

it('under a key no payload stands in the clear, in any table, and all of it is read', { tags: ['D-31'] }, async () => {
  await open(key);
  await fill();
  await expectAllThere();
  const held = await raw();
  expect(held).not.toContain(letter.itemId);
  expect(held).not.toContain(canary);
  expect(held).not.toContain(hashCanary);
  expect(held).not.toContain('currentLagMinutes');
});

it('of several changes of one row the newest is stored, encrypted, also where the store decides otherwise than by version', {
  tags: ['D-31', 'D-13'],
}, async () => {
  await open(key);
  const nothing = { verifications: [], totalCount: 0, nextCursor: null, head: null, lastUpdated: '2026-11-21T08:00:00Z' };
  valueOf(await store.applyAnswer('verifications', nothing, { ...meta, asOfSeq: 10 }));
  const frameOf = (row: number, seq: number, version: number, hash: string) =>
    verificationFrame(seq, verificationRow(row, { covenantHash: hash, version }));
  const frames = [
    frameOf(0, 11, 11, 'a'.repeat(64)),
    frameOf(0, 12, 12, 'b'.repeat(64)),
    // Older than the answer, so ignored whatever its version, and the next one applies.
    frameOf(1, 9, 99, 'c'.repeat(64)),
    frameOf(1, 13, 13, hashCanary),
  ];
  const { applied } = valueOf(await store.applyBatch({ frames, cursors: { verifications: 13 }, epoch: 'e1', at: 1 }));
  expect(applied.map(({ seq }) => seq)).toEqual([11, 12, 13]);
  expect(await readVerification(verificationRow(0).vrfId)).toMatchObject({ version: 12, covenantHash: 'b'.repeat(64) });
  expect(await readVerification(verificationRow(1).vrfId)).toMatchObject({ version: 13, covenantHash: hashCanary });
  const held = await raw();
  for (const hash of ['a'.repeat(64), 'b'.repeat(64), 'c'.repeat(64), hashCanary]) expect(held).not.toContain(hash);
});

it('without the key nothing of it is shown, nothing is thrown, and with it everything is there again', { tags: ['D-31'] }, async () => {
  await open(key);
  await fill();
  openReadStore('demo', user);
  expect(await readDeadLetters()).toEqual({ rows: [], corrupt: 1 });
  expect(await readVerification(verificationRow(0).vrfId)).toBeNull();
  expect(await readChain(0, 10)).toEqual([]);
  expect(await readOutbox()).toEqual([]);
  await takeReadKey(await newKey());
  expect(await readStages()).toEqual({ rows: [], corrupt: 1 });
  await takeReadKey(key);
  await expectAllThere();
});

it('rows that stood before the lock are encrypted then and there, read meanwhile, and open again when it is taken off', {
  tags: ['D-31'],
}, async () => {
  await open(null);
  await fill();
  expect(await raw()).toContain(canary);
  await takeReadKey(key);
  await expectAllThere();
  valueOf(await store.encrypt(key));
  await expectAllThere();
  const held = await raw();
  expect(held).not.toContain(canary);
  expect(held).not.toContain(hashCanary);
  valueOf(await store.decrypt(key));
  await takeReadKey(null);
  await expectAllThere();
});

it('cut short in the middle of encrypting both forms are read, and the next run does the rest', { tags: ['D-31', 'F-15'] }, async () => {
  await open(null);
  const many = Array.from({ length: 600 }, (_, index) =>
    verificationFrame(index + 1, verificationRow(index, { covenantHash: hashCanary })),
  );
  valueOf(await store.applyBatch({ frames: many, cursors: {}, epoch: 'e1', at: 1 }));
  await takeReadKey(key);
  const put = IDBObjectStore.prototype.put;
  let puts = 0;
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
    puts += 1;
    if (puts > 300) throw new DOMException('the disk does not answer', 'UnknownError'); // not a lack of space, which would delete rows
    return put.apply(this, given);
  });
  expect((await store.encrypt(key)).ok).toBe(false);
  vi.restoreAllMocks();
  expect(await raw()).toContain(hashCanary);
  expect((await readVerifications({ sort: 'oldest', offset: 0, limit: 200 })).rows).toHaveLength(200);
  expect((await readVerifications({ sort: 'newest', offset: 0, limit: 200 })).rows).toHaveLength(200);
  valueOf(await store.encrypt(key));
  expect(await raw()).not.toContain(hashCanary);
  expect((await readVerifications({ sort: 'newest', offset: 0, limit: 40 })).corrupt).toBe(0);
});

it('what a live read goes on to read after encrypted rows is watched too', { tags: ['D-31'] }, async () => {
  await open(key);
  await fill();
  const seen: string[] = [];
  ends.push(
    liveRead(
      async () => {
        const stages = await readStages();
        const letters = await readDeadLetters();
        const chain = await readChain(0, 10);
        const list = await readVerifications({ sort: 'site', offset: 0, limit: 9 });
        const found = await searchRows('kibera', { verifications: true, packs: true }, 9);
        return `${stages.rows[0]?.currentLagMinutes} ${letters.rows.length} ${chain.length} ${list.rows.length} ${found.verifications.length}`;
      },
      (value) => seen.push(value),
    ),
  );
  await vi.waitFor(() => expect(seen.at(-1)).toBe('3 1 1 1 1'), 15_000);
  valueOf(await store.applyBatch({ frames: [verificationFrame(7, verificationRow(1))], cursors: {}, epoch: 'e1', at: 2 }));
  await vi.waitFor(() => expect(seen.at(-1)).toBe('3 1 2 2 2'), 15_000);
  valueOf(await store.applyBatch({ frames: [removalFrame(8, letter.itemId)], cursors: {}, epoch: 'e1', at: 3 }));
  await vi.waitFor(() => expect(seen.at(-1)).toBe('3 0 2 2 2'), 15_000);
});

it('an answer that changes nothing writes nothing, encrypted rows or not', { tags: ['D-31'] }, async () => {
  await open(key);
  await fill();
  const before = await raw();
  const answer = { items: [letter], totalCount: 1, lastUpdated: '2026-11-21T08:00:00Z' };
  valueOf(await store.applyAnswer('dlq', answer, meta));
  expect(await raw()).toBe(before);
  valueOf(await store.applyAnswer('dlq', { ...answer, items: [{ ...letter, errorMessage: `${canary} 2` }] }, meta));
  expect(await raw()).not.toBe(before);
  expect((await readDeadLetters()).rows[0]?.errorMessage).toBe(`${canary} 2`);
});

it('an encrypted row that was spoilt or moved is set aside and asked for again; the others stay', { tags: ['D-31', 'F-25'] }, async () => {
  await open(key);
  await fill();
  const db = await new Dexie(name).open();
  const [row] = await db.table('stages').toArray();
  await db.table('stages').put({ ...row, name: 'outbox_pump' });
  db.close();
  expect(await readStages()).toMatchObject({ corrupt: 1 });
  expect(valueOf(await store.audit())).toEqual({ setAside: 1, refetch: ['pipeline'] });
  await expectAllThere();
});
