import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { describe, expect, it } from 'vitest';
import {
  deadLetterFrame,
  deadLetterRow,
  frameOf,
  removalFrame,
  stageFrame,
  stageRow,
  verificationFrame,
  verificationRow,
} from '../../tests/builders/operations.ts';
import { answered, at, dlq, items, lags, openedStore, pipeline } from '../../tests/builders/openedStore.ts';
import { valueOf } from '../../tests/builders/valueOf.ts';
import { linkOf } from '../domain/records/chainLink.ts';
import { closeReadStore, openReadStore, readStages, readSync } from './read.ts';
import { readSegments } from './readSegments.ts';
import { readChain, readVerification, readVerificationByIndex, readVerifications } from './readVerifications.ts';
import { ConsoleDb } from './schema.ts';
import { letGo, openWriteStore, wipe } from './write.ts';

const device = openedStore();

describe('events', () => {
  it('a replay older than any memory is not applied again and no row goes back', { tags: ['D-13'] }, async () => {
    const first = await device.apply([stageFrame(5, { currentLagMinutes: 5 }), stageFrame(6, { currentLagMinutes: 6 })]);
    expect(first.applied.map((frame) => frame.seq)).toEqual([5, 6]);
    const replay = await device.apply([stageFrame(5, { currentLagMinutes: 5 }), stageFrame(6, { currentLagMinutes: 6 })]);
    expect(replay.applied).toEqual([]);
    expect(await lags()).toEqual([6]);
  });

  it('what was applied is told in the order of the log, whichever topic came first', { tags: ['D-14'] }, async () => {
    const { applied } = await device.apply([
      deadLetterFrame(9, { itemId: 'dl-9' }),
      stageFrame(7),
      verificationFrame(8, verificationRow(0)),
    ]);
    expect(applied.map(({ seq }) => seq)).toEqual([7, 8, 9]);
  });

  it('a replay does not revive an item that an answer from after it no longer has', { tags: ['D-13'] }, async () => {
    await device.apply([deadLetterFrame(5, { itemId: 'dl-1' }), removalFrame(6, 'dl-1')]);
    await device.store.applyAnswer('dlq', dlq(), answered(7));
    // Seq 7 too: the answer is as of 7 and included it.
    for (const seq of [5, 7]) await device.apply([deadLetterFrame(seq, { itemId: 'dl-1' })]);
    expect(await items()).toEqual([]);
    await device.apply([deadLetterFrame(8, { itemId: 'dl-1' })]);
    expect(await items()).toEqual(['dl-1']);
  });

  it('rows, cursors and ONE segment a topic are written together', { tags: ['D-14'] }, async () => {
    await device.apply([stageFrame(5), stageFrame(6), deadLetterFrame(7), verificationFrame(8, verificationRow(0))], {
      pipeline: 7,
      verifications: 8,
    });
    expect(valueOf(await device.store.readLog())).toEqual({ epoch: 'e1', cursors: { pipeline: 7, verifications: 8 }, owed: [] });
    const segments = await readSegments(10);
    expect(
      segments
        .map(({ topic, firstSeq, lastSeq, frames }) => [topic, firstSeq, lastSeq, frames.length] as const)
        .sort((a, b) => a[1] - b[1]),
    ).toEqual([
      ['pipeline', 5, 7, 3],
      ['verifications', 8, 8, 1],
    ]);
  });

  it('what the next hub asks for again, since its cursor was not stored yet, is not recorded twice', {
    tags: ['D-14', 'F-13'],
  }, async () => {
    // A refetch is in progress: rows and segments are stored, the cursor is not; then the hub dies.
    await device.apply([stageFrame(5), stageFrame(6)], {});
    valueOf(await device.store.saveCursors({ pipeline: 4 }, 'e1'));
    await device.apply([stageFrame(5), stageFrame(6), stageFrame(7)], { pipeline: 7 });
    const seqs = async () =>
      (await readSegments(10)).flatMap(({ frames }) => frames.map(({ seq }) => seq)).toSorted((a, b) => Number(a) - Number(b));
    expect(await seqs()).toEqual([5, 6, 7]);
    await device.apply([stageFrame(6)], { pipeline: 6 }, 'e2');
    expect(await seqs()).toEqual([5, 6, 6, 7]);
  });

  it('a hub that dies in the middle of a refetch leaves the end of its record as the place to go on from, and the refetch owed', {
    tags: ['D-14', 'F-13'],
  }, async () => {
    await device.apply([stageFrame(5), stageFrame(6)], {});
    expect(valueOf(await device.store.readLog())).toEqual({ epoch: 'e1', cursors: { pipeline: 6 }, owed: ['pipeline'] });
    await device.apply([stageFrame(7)], { pipeline: 7 });
    expect(valueOf(await device.store.readLog())).toEqual({ epoch: 'e1', cursors: { pipeline: 7 }, owed: [] });
  });

  it('what is owed stands on the disk since it was, until an answer of that seq or of another log has come', {
    tags: ['M-12', 'F-37', 'D-14'],
  }, async () => {
    const kpis = { lastUpdated: new Date(at).toISOString(), activities: [] };
    const answered = async (asOfSeq: number, epoch: string) =>
      valueOf(await device.store.applyAnswer('activity', kpis, { receivedAt: at, asOfSeq, epoch, extent: 'whole' }));
    await answered(3, 'e1');
    expect(valueOf(await device.store.readOwed())).toEqual([]);
    valueOf(await device.store.owe('activity', { seq: 7, epoch: 'e1', at: at + 1 }));
    valueOf(await device.store.owe('activity', { seq: 9, epoch: 'e1', at: at + 2 }));
    valueOf(await device.store.owe('activity', { seq: 8, epoch: 'e1', at: at + 3 }));
    expect(valueOf(await device.store.readOwed())).toEqual([['activity', { seq: 9, epoch: 'e1', at: at + 1 }]]);
    await answered(8, 'e1');
    expect(valueOf(await device.store.readOwed())).toHaveLength(1);
    // An answer without a seq does not settle it, because its age is unknown.
    valueOf(await device.store.applyAnswer('activity', kpis, { receivedAt: at, asOfSeq: null, epoch: 'e1', extent: 'whole' }));
    expect(valueOf(await device.store.readOwed())).toHaveLength(1);
    await answered(9, 'e1');
    expect(valueOf(await device.store.readOwed())).toEqual([]);
    valueOf(await device.store.owe('activity', { seq: 20, epoch: 'e1', at: at + 4 }));
    await answered(1, 'e2');
    expect(valueOf(await device.store.readOwed())).toEqual([]);
  });

  it('a notice marks what it tells of as owed, in the transaction that moves the cursor past it; what an event carries is not', {
    tags: ['M-11', 'D-15'],
  }, async () => {
    valueOf(
      await device.store.applyAnswer(
        'activity',
        { lastUpdated: new Date(at).toISOString(), activities: [] },
        { receivedAt: at, asOfSeq: 3, epoch: 'e1', extent: 'whole' },
      ),
    );
    await device.apply([stageFrame(4), frameOf('system.notice', 'activity', {}, { seq: 5 })], { system: 5, pipeline: 4 });
    // A resource that was never fetched is not shown, so no refetch is due.
    expect(valueOf(await device.store.readOwed()).map(([key, { seq }]) => [key, seq])).toEqual([['activity', 5]]);
    expect(valueOf(await device.store.readLog()).cursors).toMatchObject({ system: 5 });
  });

  it('a notice without a number leaves no debt: no answer could be known to pay it', { tags: ['M-13', 'M-11', 'D-15'] }, async () => {
    const activity = { lastUpdated: new Date(at).toISOString(), activities: [] };
    valueOf(await device.store.applyAnswer('activity', activity, answered(3)));
    const { seq: _seq, prev: _prev, ...notice } = frameOf('system.notice', 'activity', {}, { seq: 5 });
    await device.apply([notice as ReturnType<typeof frameOf>]); // as sent by a platform with the documents' events
    expect(valueOf(await device.store.readOwed())).toEqual([]);
  });

  it('a notice of what an answer has brought already owes nothing; one of another log always does', {
    tags: ['M-11', 'D-15'],
  }, async () => {
    const activity = { lastUpdated: new Date(at).toISOString(), activities: [] };
    const told = (seq: number) => [frameOf('system.notice', 'activity', {}, { seq })];
    valueOf(await device.store.applyAnswer('activity', activity, answered(7)));
    await device.apply(told(6), { system: 6 });
    await device.apply(told(7), { system: 7 });
    expect(valueOf(await device.store.readOwed())).toEqual([]);
    await device.apply(told(2), { system: 2 }, 'e2');
    expect(valueOf(await device.store.readOwed())).toEqual([['activity', { seq: 2, epoch: 'e2', at }]]);
  });

  it('an event with a field that holds nothing, or a number, is recorded with the others, and counts like its text', {
    tags: ['M-13', 'D-14'],
  }, async () => {
    const { applied } = await device.apply(
      [stageFrame(4), frameOf('system.kill_switch', 'kill', { active: false, by: null, tries: 3 }, { seq: 5 })],
      { system: 5, pipeline: 4 },
    );
    // The control topic changes no row.
    expect(applied.map(({ seq }) => seq)).toEqual([4]);
    const segment = (await readSegments(10)).find(({ topic }) => topic === 'system');
    expect(segment?.frames[0]?.data).toEqual({ active: false, by: null, tries: 3 });
    const written = JSON.stringify(segment?.frames).length;
    expect(Math.abs((segment?.sizeBytes ?? 0) / written - 1)).toBeLessThan(0.25);
  });

  it('cursors of another log are not mixed with the old ones', { tags: ['D-14'] }, async () => {
    await device.apply([stageFrame(50)], { pipeline: 50, kpis: 40 });
    await device.apply([stageFrame(3, { version: 1 })], { pipeline: 3 }, 'e2');
    expect(valueOf(await device.store.readLog())).toEqual({ epoch: 'e2', cursors: { pipeline: 3 }, owed: [] });
  });

  it('segments hold no named personal field, rows do', { tags: ['C-67'] }, async () => {
    await device.apply([
      verificationFrame(8, verificationRow(0)),
      deadLetterFrame(9, { payload: { customer: { phoneNumber: '+254700000000', iban: 'x' } } }),
    ]);
    const text = JSON.stringify(await readSegments(10));
    expect(text).not.toContain('+254700000000');
    expect(text).not.toContain('Kibera');
    expect((await readVerification('VRF-00000'))?.siteName).toContain('Kibera');
    expect(await readVerificationByIndex(0)).toEqual(await readVerification('VRF-00000'));
    expect(await readVerificationByIndex(4711)).toBeNull();
  });

  it('data that is not what the type says is left out and named, the rest of the batch is written', { tags: ['C-65'] }, async () => {
    const outcome = await device.apply(
      [
        stageFrame(5),
        frameOf('pipeline.stage', 'outbox_pump', { name: 'outbox_pump' }, { seq: 6 }),
        frameOf('pipeline.novelty', 'x', {}, { seq: 7 }),
      ],
      { pipeline: 7 },
    );
    expect(outcome.unusable.map(({ frame }) => frame.seq)).toEqual([6, 7]);
    expect(outcome.applied.map((frame) => frame.seq)).toEqual([5]);
  });

  it('every link of the chain stays when its verification moves on', { tags: ['D-9'] }, async () => {
    const first = verificationRow(3, { status: 'pending' });
    await device.apply([verificationFrame(8, first)]);
    await device.apply([verificationFrame(9, verificationRow(4, { vrfId: first.vrfId, status: 'verified', version: 2 }))]);
    expect((await readChain(0, 10)).map((entry) => [entry.chainIndex, entry.vrfId])).toEqual([
      [3, first.vrfId],
      [4, first.vrfId],
    ]);
    expect(await readVerification(first.vrfId)).toMatchObject({ chainIndex: 4, status: 'verified' });
  });

  it('names the places up to a head that no link is held of, and keeps the links that are fetched for them', {
    tags: ['D-9', 'P-5'],
  }, async () => {
    const missing = async (head: number, most = 10) => valueOf(await device.store.missingLinks(head, most));
    expect(await missing(1)).toEqual([0, 1]);
    await device.apply([verificationFrame(8, verificationRow(0)), verificationFrame(9, verificationRow(3))]);
    expect([await missing(0), await missing(5), await missing(5, 2)]).toEqual([[], [1, 2, 4, 5], [1, 2]]);
    valueOf(
      await device.store.putLinks(
        [linkOf(verificationRow(1)), linkOf(verificationRow(2))].filter((link) => link !== null),
        'e1',
      ),
    );
    expect(await missing(3)).toEqual([]);
    expect((await readChain(0, 10)).map(({ chainIndex }) => chainIndex)).toEqual([0, 1, 2, 3]);
    expect(valueOf(await device.store.linkAt(2))).toEqual(linkOf(verificationRow(2)));
    expect(valueOf(await device.store.linkAt(4))).toBeNull();
  });

  it('does not count as a fetch: where the rows were made whole is left alone', async () => {
    await device.apply([stageFrame(45)]);
    expect(await readSync('pipeline')).toMatchObject({ asOfSeq: null, lastSuccessAt: null, lastEventAt: at });
  });
});

describe('what breaks', () => {
  it('a corrupted row is neither shown nor kept, and is asked for again', async () => {
    await device.store.applyAnswer('pipeline', pipeline(stageRow()), answered(40));
    const db = new ConsoleDb('demo', 'u1');
    await db.rows('stages').update('decision_service', { payload: { name: 'decision_service', queueDepth: 'lots' } });
    expect(await readStages()).toEqual({ rows: [], corrupt: 1 });
    expect(valueOf(await device.store.audit())).toEqual({ setAside: 1, refetch: ['pipeline'] });
    expect(await db.setAside.count()).toBe(1);
    db.close();
    await device.store.applyAnswer('pipeline', pipeline(stageRow()), answered(40));
    expect((await readStages()).rows).toHaveLength(1);
  });

  it('a thing that stands alone in its table and was spoilt is set aside, and fetched again by its own name', async () => {
    const killSwitch = { lastUpdated: '2026-11-21T08:00:00Z' } as never; // does not match the schema
    valueOf(await device.store.applyAnswer('killSwitch', killSwitch, answered(5)));
    expect(valueOf(await device.store.audit())).toEqual({ setAside: 1, refetch: ['killSwitch'] });
  });

  it('what stays of a removed item is no corrupted row, an item without its content is', async () => {
    await device.apply([deadLetterFrame(5, { itemId: 'a' }), deadLetterFrame(6, { itemId: 'b' }), removalFrame(7, 'a')]);
    expect(valueOf(await device.store.audit())).toEqual({ setAside: 0, refetch: [] });
    const db = new ConsoleDb('demo', 'u1');
    await db.rows('deadLetters').update('b', { payload: null });
    db.close();
    expect(valueOf(await device.store.audit())).toEqual({ setAside: 1, refetch: ['dlq'] });
    // The tombstone is still there: an answer older than the removal does not bring the item back.
    await device.store.applyAnswer('dlq', dlq(deadLetterRow({ itemId: 'a', version: 5 })), answered(5));
    expect(await items()).toEqual([]);
  });

  it('a store that is opened a second time ends the first, once what that was writing has ended', { tags: ['K-7'] }, async () => {
    const writing = device.store.applyBatch({ frames: [stageFrame(5)], cursors: { pipeline: 5 }, epoch: 'e1', at });
    const second = valueOf(await openWriteStore('demo', 'u1'));
    expect(await Promise.race([writing, 'still under way'])).toMatchObject({ ok: true });
    expect(await device.store.saveCursors({ kpis: 1 }, 'e1')).toMatchObject({ ok: false, problem: { code: 'cancelled' } });
    expect(valueOf(await second.readLog())).toEqual({ epoch: 'e1', cursors: { pipeline: 5 }, owed: [] });
  });

  it('a store that another has followed leaves that one alone when it is told to close once more: that one is still ended before the rows go', {
    tags: ['M-13', 'K-7'],
  }, async () => {
    const first = device.store;
    const second = valueOf(await openWriteStore('demo', 'u1'));
    await first.close();
    await letGo('ukweli:demo:u1');
    expect(await second.saveCursors({ kpis: 1 }, 'e1')).toMatchObject({ ok: false, problem: { code: 'cancelled' } });
  });

  it('segments go after 24 hours', { tags: ['D-12'] }, async () => {
    await device.apply([stageFrame(5)]);
    expect(valueOf(await device.store.trimSegments(at + 24 * 3_600_000))).toEqual({ deleted: 0 });
    expect(valueOf(await device.store.trimSegments(at + 24 * 3_600_000 + 1))).toEqual({ deleted: 1 });
  });

  it('a closed store answers with a problem and writes nothing', async () => {
    await device.store.close();
    expect(await device.store.applyBatch({ frames: [stageFrame(5)], cursors: {}, epoch: 'e1', at })).toMatchObject({
      ok: false,
      problem: { code: 'cancelled' },
    });
  });

  it('a store that is closing takes nothing more, though what it was writing has not ended: it would outlive the wipe that waits for it', {
    tags: ['A-11', 'D-51'],
  }, async () => {
    const writing = device.store.applyBatch({ frames: [stageFrame(5)], cursors: { pipeline: 5 }, epoch: 'e1', at });
    const closing = device.store.close();
    const late = device.store.saveCursors({ kpis: 1 }, 'e1');
    expect(await writing).toMatchObject({ ok: true });
    expect(await late).toMatchObject({ ok: false, problem: { code: 'cancelled' } });
    await closing;
    const next = valueOf(await openWriteStore('demo', 'u1'));
    expect(valueOf(await next.readLog()).cursors).toEqual({ pipeline: 5 });
  });

  it('of rows that were set aside the newest fifty are kept to look into', { tags: ['F-25'] }, async () => {
    const names = Array.from({ length: 60 }, (_, n) => `stage-${String(n).padStart(2, '0')}`);
    const db = new ConsoleDb('demo', 'u1');
    await db.table('stages').bulkPut(names.map((name) => ({ name, version: 1, seq: 1, epoch: 'e1', payload: { name } })));
    expect(valueOf(await device.store.audit())).toEqual({ setAside: 60, refetch: ['pipeline'] });
    const kept = async () => (await db.setAside.orderBy(':id').toArray()).map(({ key }) => key);
    expect(await kept()).toEqual(names.slice(10));
    expect(valueOf(await device.store.audit())).toEqual({ setAside: 0, refetch: [] });
    expect(await kept()).toHaveLength(50);
    db.close();
  });

  it('a database of version 1 is brought up: searchable, its chain kept, unreadable rows left behind', { tags: ['K-5'] }, async () => {
    await wipe('demo', 'u1');
    closeReadStore();
    const old = new Dexie('ukweli:demo:u1');
    old.version(1).stores((await import('../../tests/fixtures/storeV1.ts')).storesV1);
    await old.open();
    const { rowsV1 } = await import('../../tests/fixtures/storeV1.ts');
    for (const [table, rows] of Object.entries(rowsV1)) await old.table(table).bulkPut([...rows]);
    old.close();
    device.store = valueOf(await openWriteStore('demo', 'u1'));
    openReadStore('demo', 'u1');
    const found = await readVerifications({ sort: 'newest', search: 'mathare', offset: 0, limit: 40 });
    expect(found.rows.map((row) => row.vrfId)).toEqual(['VRF-2026-0001']);
    expect((await readVerifications({ sort: 'newest', offset: 0, limit: 40 })).count).toBe(1);
    expect((await readChain(0, 10)).map((entry) => entry.vrfId)).toEqual(['VRF-2026-0001']);
    expect(valueOf(await device.store.readLog())).toEqual({ epoch: 'e1', cursors: { pipeline: 41 }, owed: [] });
    expect((await readStages()).rows).toHaveLength(1);
  });
});

it('a write that has nothing to tell says that it was done, and no more', { tags: ['M-13', 'D-51'] }, async () => {
  const { store } = device;
  const done = { ok: true, value: null };
  const problem = { code: 'network', message: 'The platform cannot be reached.', retry: true } as const;
  expect([
    await store.noteFailure('kpis', problem, at),
    await store.owe('kpis', { seq: 5, epoch: 'e1', at }),
    await store.saveCursors({ kpis: 5 }, 'e1'),
    await store.voidLog(),
    await store.putLinks([], 'e1'),
    await store.look(),
  ]).toEqual([done, done, done, done, done, done]);
});
