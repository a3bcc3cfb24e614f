import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
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
import { makeKey, makePack } from '../../tests/builders/evidencePack.ts';
import type { EvidencePack } from '../contracts/evidence.ts';
import type { Result } from '../contracts/problem.ts';
import type { EventFrame, TopicSeqs } from '../contracts/realtime/event.ts';
import {
  closeReadStore,
  openReadStore,
  readActivities,
  readDeadLetters,
  readManifest,
  readSegments,
  readStages,
  readSync,
} from './read.ts';
import { readChain, readVerification, readVerificationByIndex, readVerifications } from './readVerifications.ts';
import { ConsoleDb } from './schema.ts';
import type { AnswerMeta, WriteStore } from './types.ts';
import { openWriteStore, wipe } from './write.ts';

let store: WriteStore;

function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.problem.message);
  return result.value;
}

beforeEach(async () => {
  store = valueOf(await openWriteStore('demo', 'u1'));
  openReadStore('demo', 'u1');
});

afterEach(async () => {
  closeReadStore();
  valueOf(await wipe('demo', 'u1'));
});

const at = 1_000_000;
function answered(asOfSeq: number | null, change: Partial<AnswerMeta> = {}): AnswerMeta {
  return { receivedAt: at, asOfSeq, epoch: 'e1', extent: 'whole', ...change };
}
async function apply(frames: readonly EventFrame[], cursors: TopicSeqs = {}, epoch = 'e1') {
  return valueOf(await store.applyBatch({ frames, cursors, epoch, at }));
}
const lags = async () => (await readStages()).rows.map((stage) => stage.currentLagMinutes);
const items = async () => (await readDeadLetters()).rows.map((item) => item.itemId);
const dlq = (...rows: ReturnType<typeof deadLetterRow>[]) => ({
  items: rows,
  totalCount: rows.length,
  lastUpdated: '2026-11-21T08:00:00Z',
});
const pipeline = (...stages: ReturnType<typeof stageRow>[]) => ({ stages, lastUpdated: '2026-11-21T08:00:00Z' });

describe('answers', () => {
  it('are stored with their sync row', async () => {
    await store.applyAnswer('pipeline', pipeline(stageRow()), answered(40));
    expect((await readStages()).rows).toEqual([stageRow()]);
    expect(await readSync('pipeline')).toMatchObject({
      lastSuccessAt: at,
      asOfSeq: 40,
      source: 'network',
      lastUpdated: '2026-11-21T08:00:00Z',
    });
  });

  it('a pack that the platform keeps no longer takes its manifest along, one fetched since the list was made does not go', async () => {
    const key = makeKey('k');
    const packOf = (packId: string): EvidencePack => ({
      packId,
      siteCode: 'KE-KLF-011',
      siteName: 'A school',
      timestamp: '2026-11-21T08:00:00Z',
      status: 'verified',
      wormStatus: 'locked',
      fileCount: 3,
      totalBytes: 1,
      signerKid: 'k',
      manifestHash: 'a'.repeat(64),
      vrfId: null,
      version: 1,
    });
    const list = (...ids: string[]) => ({ packs: ids.map(packOf), totalCount: ids.length, lastUpdated: '2026-11-21T08:00:00Z' });
    const keep = async (packId: string, seq: number) =>
      valueOf(await store.applyAnswer('manifests', makePack(key, { packId }), answered(seq, { extent: 'part' })));
    const held = async () => (await Promise.all(['EP-1', 'EP-2', 'EP-3'].map(readManifest))).flatMap((manifest) => manifest?.packId ?? []);
    valueOf(await store.applyAnswer('evidence', list('EP-1', 'EP-2'), answered(40)));
    await keep('EP-1', 41);
    await keep('EP-2', 41);
    await keep('EP-3', 60);
    expect(await held()).toEqual(['EP-1', 'EP-2', 'EP-3']);
    valueOf(await store.applyAnswer('evidence', list('EP-2'), answered(50)));
    expect(await held()).toEqual(['EP-2', 'EP-3']);
  });

  it('[D-32] an answer taken before an event that was applied does not undo it', async () => {
    await store.applyAnswer('pipeline', pipeline(stageRow({ version: 4, currentLagMinutes: 3 })), answered(40));
    await apply([stageFrame(45, { version: 5, currentLagMinutes: 14 })]);
    valueOf(await store.applyAnswer('pipeline', pipeline(stageRow({ version: 4, currentLagMinutes: 3 })), answered(44)));
    expect(await lags()).toEqual([14]);
  });

  it('[D-32] answers that overtake each other leave the newer one', async () => {
    const confidence = {
      confidence: 87,
      dataQuality: 92,
      ruleAdherence: 95,
      anomalyRate: 'low',
      anomalies: 1,
      sampleSize: 100,
      lastUpdated: '2026-11-21T08:00:00Z',
    } as const;
    await store.applyAnswer('confidence', confidence, answered(50));
    expect(valueOf(await store.applyAnswer('confidence', { ...confidence, confidence: 10 }, answered(49)))).toBe('older');
    const db = new ConsoleDb('demo', 'u1');
    expect((await db.rows('singles').get('confidence'))?.payload).toMatchObject({ confidence: 87 });
    db.close();
  });

  it('[D-32] an item removed by an event is not brought back by an answer from before, but by one from after', async () => {
    await store.applyAnswer('dlq', dlq(deadLetterRow({ version: 1 })), answered(10));
    await apply([removalFrame(12, 'dl-1', 2)]);
    expect(await items()).toEqual([]);
    await store.applyAnswer('dlq', dlq(deadLetterRow({ version: 1 })), answered(11));
    expect(await items()).toEqual([]);
    await store.applyAnswer('dlq', dlq(deadLetterRow({ version: 3 })), answered(13));
    expect(await items()).toEqual(['dl-1']);
  });

  it('[C-28] items that the whole answer no longer has are gone; one that an event brought since stays', async () => {
    await store.applyAnswer('dlq', dlq(deadLetterRow({ itemId: 'a' }), deadLetterRow({ itemId: 'b' })), answered(10));
    await apply([deadLetterFrame(15, { itemId: 'c' })]);
    await store.applyAnswer('dlq', dlq(deadLetterRow({ itemId: 'b' })), answered(12));
    expect((await items()).sort()).toEqual(['b', 'c']);
    await store.applyAnswer('dlq', dlq(deadLetterRow({ itemId: 'x' })), answered(16, { extent: 'part' }));
    expect((await items()).sort()).toEqual(['b', 'c', 'x']);
  });

  it('[D-14] from another log everything is taken anew, lower versions too', async () => {
    await store.applyAnswer('pipeline', pipeline(stageRow({ version: 90, currentLagMinutes: 30 })), answered(400));
    await store.applyAnswer('pipeline', pipeline(stageRow({ version: 2, currentLagMinutes: 1 })), answered(5, { epoch: 'e2' }));
    expect(await lags()).toEqual([1]);
    expect(await readSync('pipeline')).toMatchObject({ epoch: 'e2', asOfSeq: 5 });
  });

  it('[D-14] an event of another log is applied over the old row, and the answer that follows does not undo it', async () => {
    await store.applyAnswer('pipeline', pipeline(stageRow({ version: 90, currentLagMinutes: 30 })), answered(400));
    await apply([stageFrame(7, { version: 3, currentLagMinutes: 8 })], {}, 'e2');
    await store.applyAnswer('pipeline', pipeline(stageRow({ version: 2, currentLagMinutes: 1 })), answered(6, { epoch: 'e2' }));
    expect(await lags()).toEqual([8]);
  });

  it('[D-14] from another log with the same content a row is of that log from then on, and an event from before it does not undo it', async () => {
    await store.applyAnswer('pipeline', pipeline(stageRow({ version: 5, currentLagMinutes: 5 })), answered(400));
    await store.applyAnswer('pipeline', pipeline(stageRow({ version: 5, currentLagMinutes: 5 })), answered(8, { epoch: 'e2' }));
    expect((await apply([stageFrame(9, { version: 4, currentLagMinutes: 4 })], {}, 'e2')).applied).toEqual([]);
    expect(await lags()).toEqual([5]);
  });

  it('[C-16] lines of activity are listed by their time, the newest first', async () => {
    const line = (activityId: string, time: string) =>
      ({ activityId, text: 'Something happened', time, link: '/audit', status: 'info', version: 1 }) as const;
    const activities = [line('b', '2026-11-21T08:00:00Z'), line('a', '2026-11-21T09:00:00Z'), line('c', '2026-11-21T07:00:00Z')];
    valueOf(await store.applyAnswer('activity', { activities, lastUpdated: '2026-11-21T09:00:00Z' }, answered(5)));
    expect((await readActivities(2)).rows.map(({ activityId }) => activityId)).toEqual(['a', 'b']);
  });

  it('an answer of one thing leaves every other thing that it shares a table with', async () => {
    const lastUpdated = '2026-11-21T08:00:00Z';
    const whole = answered(5);
    const keys = [
      'confidence',
      'refinanceSummary',
      'rbfSummary',
      'aiAgreement',
      'aiOverrides',
      'aiTrail',
      'savedViews',
      'killSwitch',
    ] as const;
    // What is in them does not matter here: each is one row, whatever it holds.
    for (const key of [...keys, ...keys.toReversed()]) valueOf(await store.applyAnswer(key, { lastUpdated } as never, whole));
    const db = new ConsoleDb('demo', 'u1');
    expect(await db.rows('singles').toCollection().primaryKeys()).toEqual([...keys].sort());
    db.close();
  });

  it('a failed fetch keeps rows and last success, and says why', async () => {
    await store.applyAnswer('pipeline', pipeline(stageRow()), answered(40));
    await store.noteFailure('pipeline', { code: 'network', message: 'gone', retry: true }, at + 5);
    expect(await readSync('pipeline')).toMatchObject({ lastSuccessAt: at, lastFailureAt: at + 5, lastFailure: { code: 'network' } });
    expect((await readStages()).rows).toHaveLength(1);
  });
});

describe('events', () => {
  it('[D-13] a replay older than any memory is not applied again and no row goes back', async () => {
    const first = await apply([stageFrame(5, { currentLagMinutes: 5 }), stageFrame(6, { currentLagMinutes: 6 })]);
    expect(first.applied.map((frame) => frame.seq)).toEqual([5, 6]);
    const replay = await apply([stageFrame(5, { currentLagMinutes: 5 }), stageFrame(6, { currentLagMinutes: 6 })]);
    expect(replay.applied).toEqual([]);
    expect(await lags()).toEqual([6]);
  });

  it('[D-13] a replay does not revive an item that an answer from after it no longer has', async () => {
    await apply([deadLetterFrame(5, { itemId: 'dl-1' }), removalFrame(6, 'dl-1')]);
    await store.applyAnswer('dlq', dlq(), answered(7));
    await apply([deadLetterFrame(5, { itemId: 'dl-1' })]);
    expect(await items()).toEqual([]);
    await apply([deadLetterFrame(8, { itemId: 'dl-1' })]);
    expect(await items()).toEqual(['dl-1']);
  });

  it('[D-14] rows, cursors and ONE segment a topic are written together', async () => {
    await apply([stageFrame(5), stageFrame(6), deadLetterFrame(7), verificationFrame(8, verificationRow(0))], {
      pipeline: 7,
      verifications: 8,
    });
    expect(valueOf(await store.readLog())).toEqual({ epoch: 'e1', cursors: { pipeline: 7, verifications: 8 }, owed: [] });
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

  it('[D-14] [F-13] what the next hub asks for again, since its cursor was not stored yet, is not recorded twice', async () => {
    // A refetch is under way: rows and record are kept, the cursor is not; then the hub dies.
    await apply([stageFrame(5), stageFrame(6)], {});
    valueOf(await store.saveCursors({ pipeline: 4 }, 'e1'));
    await apply([stageFrame(5), stageFrame(6), stageFrame(7)], { pipeline: 7 });
    const seqs = async () => (await readSegments(10)).flatMap(({ frames }) => frames.map(({ seq }) => seq)).toSorted((a, b) => a - b);
    expect(await seqs()).toEqual([5, 6, 7]);
    await apply([stageFrame(6)], { pipeline: 6 }, 'e2');
    expect(await seqs()).toEqual([5, 6, 6, 7]);
  });

  it('[D-14] [F-13] a hub that dies in the middle of a refetch leaves the end of its record as the place to go on from, and the refetch owed', async () => {
    await apply([stageFrame(5), stageFrame(6)], {});
    expect(valueOf(await store.readLog())).toEqual({ epoch: 'e1', cursors: { pipeline: 6 }, owed: ['pipeline'] });
    await apply([stageFrame(7)], { pipeline: 7 });
    expect(valueOf(await store.readLog())).toEqual({ epoch: 'e1', cursors: { pipeline: 7 }, owed: [] });
  });

  it('[M-12] [F-37] [D-14] what is owed stands on the disk since it was, until an answer of that seq or of another log has come', async () => {
    const kpis = { lastUpdated: new Date(at).toISOString(), activities: [] };
    const answered = async (asOfSeq: number, epoch: string) =>
      valueOf(await store.applyAnswer('activity', kpis, { receivedAt: at, asOfSeq, epoch, extent: 'whole' }));
    await answered(3, 'e1');
    expect(valueOf(await store.readOwed())).toEqual([]);
    valueOf(await store.owe('activity', { seq: 7, epoch: 'e1', at: at + 1 }));
    valueOf(await store.owe('activity', { seq: 9, epoch: 'e1', at: at + 2 }));
    valueOf(await store.owe('activity', { seq: 8, epoch: 'e1', at: at + 3 }));
    expect(valueOf(await store.readOwed())).toEqual([['activity', { seq: 9, epoch: 'e1', at: at + 1 }]]);
    await answered(8, 'e1');
    expect(valueOf(await store.readOwed())).toHaveLength(1);
    // Of an answer that does not say as of when it is nobody knows what it brings.
    valueOf(await store.applyAnswer('activity', kpis, { receivedAt: at, asOfSeq: null, epoch: 'e1', extent: 'whole' }));
    expect(valueOf(await store.readOwed())).toHaveLength(1);
    await answered(9, 'e1');
    expect(valueOf(await store.readOwed())).toEqual([]);
    valueOf(await store.owe('activity', { seq: 20, epoch: 'e1', at: at + 4 }));
    await answered(1, 'e2');
    expect(valueOf(await store.readOwed())).toEqual([]);
  });

  it('[M-11] [D-15] a notice marks what it tells of as owed, in the transaction that moves the cursor past it; what an event carries is not', async () => {
    valueOf(
      await store.applyAnswer(
        'activity',
        { lastUpdated: new Date(at).toISOString(), activities: [] },
        { receivedAt: at, asOfSeq: 3, epoch: 'e1', extent: 'whole' },
      ),
    );
    await apply([stageFrame(4), frameOf('system.notice', 'activity', {}, { seq: 5 })], { system: 5, pipeline: 4 });
    // Of what was never fetched nothing is shown, and nothing is owed.
    expect(valueOf(await store.readOwed()).map(([key, { seq }]) => [key, seq])).toEqual([['activity', 5]]);
    expect(valueOf(await store.readLog()).cursors).toMatchObject({ system: 5 });
  });

  it('[M-11] [D-15] a notice of what an answer has brought already owes nothing; one of another log always does', async () => {
    const activity = { lastUpdated: new Date(at).toISOString(), activities: [] };
    const told = (seq: number) => [frameOf('system.notice', 'activity', {}, { seq })];
    valueOf(await store.applyAnswer('activity', activity, answered(7)));
    await apply(told(6), { system: 6 });
    await apply(told(7), { system: 7 });
    expect(valueOf(await store.readOwed())).toEqual([]);
    await apply(told(2), { system: 2 }, 'e2');
    expect(valueOf(await store.readOwed())).toEqual([['activity', { seq: 2, epoch: 'e2', at }]]);
  });

  it('[D-14] cursors of another log are not mixed with the old ones', async () => {
    await apply([stageFrame(50)], { pipeline: 50, kpis: 40 });
    await apply([stageFrame(3, { version: 1 })], { pipeline: 3 }, 'e2');
    expect(valueOf(await store.readLog())).toEqual({ epoch: 'e2', cursors: { pipeline: 3 }, owed: [] });
  });

  it('[C-67] segments hold no named personal field, rows do', async () => {
    await apply([
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

  it('[C-65] data that is not what the type says is left out and named, the rest of the batch is written', async () => {
    const outcome = await apply(
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

  it('[D-9] every link of the chain stays when its verification moves on', async () => {
    const first = verificationRow(3, { status: 'pending' });
    await apply([verificationFrame(8, first)]);
    await apply([verificationFrame(9, verificationRow(4, { vrfId: first.vrfId, status: 'verified', version: 2 }))]);
    expect((await readChain(0, 10)).map((entry) => [entry.chainIndex, entry.vrfId])).toEqual([
      [3, first.vrfId],
      [4, first.vrfId],
    ]);
    expect(await readVerification(first.vrfId)).toMatchObject({ chainIndex: 4, status: 'verified' });
    expect(valueOf(await store.newestChainEntry())).toMatchObject({ chainIndex: 4 });
  });

  it('does not count as a fetch: where the rows were made whole is left alone', async () => {
    await apply([stageFrame(45)]);
    expect(await readSync('pipeline')).toMatchObject({ asOfSeq: null, lastSuccessAt: null, lastEventAt: at });
  });
});

describe('windows', () => {
  it('[C-44] filters, sorts, searches and counts, 40 rows at a time', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => verificationRow(index));
    await store.applyAnswer(
      'verifications',
      { verifications: rows, totalCount: 300, nextCursor: null, head: null, lastUpdated: '2026-11-21T08:00:00Z' },
      answered(300, { extent: 'part' }),
    );
    const newest = await readVerifications({ sort: 'newest', offset: 40, limit: 40 });
    expect(newest.count).toBe(300);
    expect(newest.rows.map((row) => row.chainIndex)).toEqual(Array.from({ length: 40 }, (_, index) => 259 - index));
    const pending = await readVerifications({ sort: 'oldest', status: 'pending', siteCode: 'KE-NBO-000', offset: 0, limit: 40 });
    expect(pending.rows.map((row) => row.chainIndex)).toEqual([0, 70, 140, 210, 280]);
    const found = await readVerifications({ sort: 'newest', search: 'kibera vrf-0001', offset: 0, limit: 40 });
    expect(found.count).toBe(10);
    expect(found.rows[0]?.chainIndex).toBe(19);
    const hour = await readVerifications({ sort: 'oldest', from: rows[100]?.timestamp, to: rows[104]?.timestamp, offset: 0, limit: 40 });
    expect(hour.rows.map((row) => row.chainIndex)).toEqual([100, 101, 102, 103, 104]);
  });
});

describe('what breaks', () => {
  it('a corrupted row is neither shown nor kept, and is asked for again', async () => {
    await store.applyAnswer('pipeline', pipeline(stageRow()), answered(40));
    const db = new ConsoleDb('demo', 'u1');
    await db.rows('stages').update('decision_service', { payload: { name: 'decision_service', queueDepth: 'lots' } });
    expect(await readStages()).toEqual({ rows: [], corrupt: 1 });
    expect(valueOf(await store.audit())).toEqual({ setAside: 1, refetch: ['pipeline'] });
    expect(await db.setAside.count()).toBe(1);
    db.close();
    await store.applyAnswer('pipeline', pipeline(stageRow()), answered(40));
    expect((await readStages()).rows).toHaveLength(1);
  });

  it('a thing that stands alone in its table and was spoilt is set aside, and fetched again by its own name', async () => {
    const killSwitch = { lastUpdated: '2026-11-21T08:00:00Z' } as never; // not what the schema says
    valueOf(await store.applyAnswer('killSwitch', killSwitch, answered(5)));
    expect(valueOf(await store.audit())).toEqual({ setAside: 1, refetch: ['killSwitch'] });
  });

  it('what stays of a removed item is no corrupted row, an item without its content is', async () => {
    await apply([deadLetterFrame(5, { itemId: 'a' }), deadLetterFrame(6, { itemId: 'b' }), removalFrame(7, 'a')]);
    expect(valueOf(await store.audit())).toEqual({ setAside: 0, refetch: [] });
    const db = new ConsoleDb('demo', 'u1');
    await db.rows('deadLetters').update('b', { payload: null });
    db.close();
    expect(valueOf(await store.audit())).toEqual({ setAside: 1, refetch: ['dlq'] });
    // It was not forgotten by the way: an answer from before its removal does not bring it back.
    await store.applyAnswer('dlq', dlq(deadLetterRow({ itemId: 'a', version: 5 })), answered(5));
    expect(await items()).toEqual([]);
  });

  it('[K-7] a store that is opened a second time ends the first, once what that was writing has ended', async () => {
    const writing = store.applyBatch({ frames: [stageFrame(5)], cursors: { pipeline: 5 }, epoch: 'e1', at });
    const second = valueOf(await openWriteStore('demo', 'u1'));
    expect(await Promise.race([writing, 'still under way'])).toMatchObject({ ok: true });
    expect(await store.saveCursors({ kpis: 1 }, 'e1')).toMatchObject({ ok: false, problem: { code: 'cancelled' } });
    expect(valueOf(await second.readLog())).toEqual({ epoch: 'e1', cursors: { pipeline: 5 }, owed: [] });
  });

  it('[D-12] segments go after 24 hours', async () => {
    await apply([stageFrame(5)]);
    expect(valueOf(await store.trimSegments(at + 24 * 3_600_000))).toEqual({ deleted: 0 });
    expect(valueOf(await store.trimSegments(at + 24 * 3_600_000 + 1))).toEqual({ deleted: 1 });
  });

  it('a closed store answers with a problem and writes nothing', async () => {
    await store.close();
    expect(await store.applyBatch({ frames: [stageFrame(5)], cursors: {}, epoch: 'e1', at })).toMatchObject({
      ok: false,
      problem: { code: 'cancelled' },
    });
  });

  it('[K-5] a database of version 1 is brought up: searchable, its chain kept, unreadable rows left behind', async () => {
    await wipe('demo', 'u1');
    closeReadStore();
    const old = new Dexie('ukweli:demo:u1');
    old.version(1).stores((await import('../../tests/fixtures/storeV1.ts')).storesV1);
    await old.open();
    const { rowsV1 } = await import('../../tests/fixtures/storeV1.ts');
    for (const [table, rows] of Object.entries(rowsV1)) await old.table(table).bulkPut([...rows]);
    old.close();
    store = valueOf(await openWriteStore('demo', 'u1'));
    openReadStore('demo', 'u1');
    const found = await readVerifications({ sort: 'newest', search: 'mathare', offset: 0, limit: 40 });
    expect(found.rows.map((row) => row.vrfId)).toEqual(['VRF-2026-0001']);
    expect((await readVerifications({ sort: 'newest', offset: 0, limit: 40 })).count).toBe(1);
    expect((await readChain(0, 10)).map((entry) => entry.vrfId)).toEqual(['VRF-2026-0001']);
    expect(valueOf(await store.readLog())).toEqual({ epoch: 'e1', cursors: { pipeline: 41 }, owed: [] });
    expect((await readStages()).rows).toHaveLength(1);
  });
});
