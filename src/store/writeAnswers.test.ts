import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { deadLetterFrame, deadLetterRow, removalFrame, stageFrame, stageRow, verificationRow } from '../../tests/builders/operations.ts';
import { makeKey, makePack } from '../../tests/builders/evidencePack.ts';
import { answered, at, dlq, items, lags, openedStore, pipeline } from '../../tests/builders/openedStore.ts';
import { valueOf } from '../../tests/builders/valueOf.ts';
import type { EvidencePack } from '../contracts/evidence.ts';
import { readActivities, readNewestFetch, readRefinanceSummary, readStages, readSync } from './read.ts';
import { readManifest } from './readEvidence.ts';
import { readOverrides } from './readAgents.ts';
import { readVerifications } from './readVerifications.ts';
import { tableRules } from './resources.ts';
import { ConsoleDb } from './schema.ts';

const device = openedStore();

describe('answers', () => {
  it('are stored with their sync row', async () => {
    await device.store.applyAnswer('pipeline', pipeline(stageRow()), answered(40));
    expect((await readStages()).rows).toEqual([stageRow()]);
    expect(await readSync('pipeline')).toMatchObject({
      lastSuccessAt: at,
      asOfSeq: 40,
      source: 'network',
      lastUpdated: '2026-11-21T08:00:00Z',
    });
  });

  it.each(['part', 'cut', 'whole'] as const)(
    'a row that came in no form that can be used does not stand as it was before, in an answer that is %s, unless that is older',
    { tags: ['G-14', 'T-9'] },
    async (extent) => {
      const page = (...rows: readonly ReturnType<typeof verificationRow>[]) => ({
        verifications: [...rows],
        superseded: [],
        totalCount: 3,
        nextCursor: null,
        head: null,
        lastUpdated: '2026-11-21T08:00:00Z',
      });
      const held = async () => (await readVerifications({ sort: 'newest', offset: 0, limit: 10 })).rows.map(({ vrfId }) => vrfId).sort();
      const [a, b, c] = [verificationRow(0), verificationRow(1), verificationRow(2)];
      valueOf(await device.store.applyAnswer('verifications', page(a, b, c), answered(40)));
      const damaged = [b.vrfId, { row: c.vrfId, unknown: [{ member: 'status', raw: 'splendid' }] }, 'row 3 of superseded'];
      valueOf(await device.store.applyAnswer('verifications', page(a), answered(39, { extent: 'part', damaged })));
      expect(await held()).toEqual([a, b, c].map(({ vrfId }) => vrfId).sort());
      valueOf(await device.store.applyAnswer('verifications', page(a), answered(41, { extent, damaged })));
      expect(await held()).toEqual([a.vrfId]);
      expect(await readSync('verifications')).toMatchObject({ cameDamaged: damaged });
      // A row listed as damaged that also arrived intact is not deleted.
      valueOf(await device.store.applyAnswer('verifications', page(a, b), answered(42, { extent: 'part', damaged: [b.vrfId] })));
      expect(await held()).toEqual([a.vrfId, b.vrfId].sort());
    },
  );

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
      valueOf(await device.store.applyAnswer('manifests', makePack(key, { packId }), answered(seq, { extent: 'part' })));
    const held = async () => (await Promise.all(['EP-1', 'EP-2', 'EP-3'].map(readManifest))).flatMap((manifest) => manifest?.packId ?? []);
    valueOf(await device.store.applyAnswer('evidence', list('EP-1', 'EP-2'), answered(40)));
    await keep('EP-1', 41);
    await keep('EP-2', 41);
    await keep('EP-3', 60);
    expect(await held()).toEqual(['EP-1', 'EP-2', 'EP-3']);
    valueOf(await device.store.applyAnswer('evidence', list('EP-2'), answered(50)));
    expect(await held()).toEqual(['EP-2', 'EP-3']);
  });

  it('an answer taken before an event that was applied does not undo it', { tags: ['D-32'] }, async () => {
    await device.store.applyAnswer('pipeline', pipeline(stageRow({ version: 4, currentLagMinutes: 3 })), answered(40));
    await device.apply([stageFrame(45, { version: 5, currentLagMinutes: 14 })]);
    valueOf(await device.store.applyAnswer('pipeline', pipeline(stageRow({ version: 4, currentLagMinutes: 3 })), answered(44)));
    expect(await lags()).toEqual([14]);
  });

  it('an item whose removal was told without a number is not brought back by an answer from before the item’s last change', {
    tags: ['M-13', 'D-32', 'D-13'],
  }, async () => {
    await device.apply([deadLetterFrame(45, { itemId: 'dl-1', version: 5 })]);
    const { seq: _, prev: __, ...unnumbered } = removalFrame(46, 'dl-1', 6);
    valueOf(await device.store.applyBatch({ frames: [unnumbered], cursors: {}, epoch: 'e1', at }));
    const item = deadLetterRow({ itemId: 'dl-1', version: 4 });
    valueOf(await device.store.applyAnswer('dlq', dlq(item), answered(44)));
    expect(await items()).toEqual([]);
    valueOf(await device.store.applyAnswer('dlq', dlq(item), answered(47)));
    expect(await items()).toEqual(['dl-1']);
  });

  it('where nothing is numbered a removed item stays removed, however often an answer still has it, until a newer version of it comes', {
    tags: ['M-13', 'D-32'],
  }, async () => {
    const listed = async (version: number) =>
      valueOf(await device.store.applyAnswer('dlq', dlq(deadLetterRow({ itemId: 'dl-1', version })), answered(null)));
    await listed(5);
    const { seq: _, prev: __, ...unnumbered } = removalFrame(1, 'dl-1', 6);
    valueOf(await device.store.applyBatch({ frames: [unnumbered], cursors: {}, epoch: 'e1', at }));
    for (let again = 0; again < 3; again += 1) {
      await listed(5);
      expect(await items()).toEqual([]);
    }
    await listed(7);
    expect(await items()).toEqual(['dl-1']);
  });

  it('answers that overtake each other leave the newer one', { tags: ['D-32'] }, async () => {
    const confidence = {
      confidence: 87,
      dataQuality: 92,
      ruleAdherence: 95,
      anomalyRate: 'low',
      anomalies: 1,
      sampleSize: 100,
      lastUpdated: '2026-11-21T08:00:00Z',
    } as const;
    await device.store.applyAnswer('confidence', confidence, answered(50));
    expect(valueOf(await device.store.applyAnswer('confidence', { ...confidence, confidence: 10 }, answered(49)))).toBe('older');
    const db = new ConsoleDb('demo', 'u1');
    expect((await db.rows('singles').get('confidence'))?.payload).toMatchObject({ confidence: 87 });
    db.close();
  });

  it('the number of rows and the time of an answer that was overtaken do not replace those of the newer one', {
    tags: ['M-13', 'D-32'],
  }, async () => {
    const listed = async (seq: number, totalCount: number, lastUpdated: string) => {
      valueOf(await device.store.applyAnswer('dlq', { ...dlq(deadLetterRow()), totalCount, lastUpdated }, answered(seq)));
      const sync = await readSync('dlq');
      return [sync?.totalCount, sync?.lastUpdated];
    };
    const newer = [7, '2026-11-21T08:05:00Z'] as const;
    expect(await listed(50, ...newer)).toEqual(newer);
    expect(await listed(49, 9, '2026-11-21T08:00:00Z')).toEqual(newer);
    expect(await listed(51, 8, '2026-11-21T08:06:00Z')).toEqual([8, '2026-11-21T08:06:00Z']);
  });

  it('of points that are asked for again and overtaken the newer ones stay', { tags: ['M-13', 'D-32'] }, async () => {
    const answerOf = (value: number) =>
      ({
        series: [{ metric: 'verification_accuracy', points: [{ t: '2026-11-21T08:00:00Z', value }] }],
        from: '2026-11-21T07:00:00Z',
        to: '2026-11-21T08:00:00Z',
        stepS: 60,
        lastUpdated: '2026-11-21T08:00:00Z',
      }) as never; // the content is stored as it came
    await device.store.applyAnswer('series:1h', answerOf(97), answered(50));
    await device.store.applyAnswer('series:1h', answerOf(11), answered(49));
    const db = new ConsoleDb('demo', 'u1');
    const [row] = await db.rows('series').toArray();
    expect(row?.payload).toMatchObject({ points: [{ value: 97 }] });
    db.close();
  });

  it('an item removed by an event is not brought back by an answer from before, but by one from after', { tags: ['D-32'] }, async () => {
    await device.store.applyAnswer('dlq', dlq(deadLetterRow({ version: 1 })), answered(10));
    await device.apply([removalFrame(12, 'dl-1', 2)]);
    expect(await items()).toEqual([]);
    await device.store.applyAnswer('dlq', dlq(deadLetterRow({ version: 1 })), answered(11));
    expect(await items()).toEqual([]);
    await device.store.applyAnswer('dlq', dlq(deadLetterRow({ version: 3 })), answered(13));
    expect(await items()).toEqual(['dl-1']);
  });

  it('items that the whole answer no longer has are gone; one that an event brought since stays', { tags: ['C-28'] }, async () => {
    await device.store.applyAnswer('dlq', dlq(deadLetterRow({ itemId: 'a' }), deadLetterRow({ itemId: 'b' })), answered(10));
    await device.apply([deadLetterFrame(15, { itemId: 'c' })]);
    await device.store.applyAnswer('dlq', dlq(deadLetterRow({ itemId: 'b' })), answered(12));
    expect((await items()).sort()).toEqual(['b', 'c']);
    await device.store.applyAnswer('dlq', dlq(deadLetterRow({ itemId: 'x' })), answered(16, { extent: 'part' }));
    expect((await items()).sort()).toEqual(['b', 'c', 'x']);
  });

  it('from another log everything is taken anew, lower versions too', { tags: ['D-14'] }, async () => {
    await device.store.applyAnswer('pipeline', pipeline(stageRow({ version: 90, currentLagMinutes: 30 })), answered(400));
    await device.store.applyAnswer('pipeline', pipeline(stageRow({ version: 2, currentLagMinutes: 1 })), answered(5, { epoch: 'e2' }));
    expect(await lags()).toEqual([1]);
    expect(await readSync('pipeline')).toMatchObject({ epoch: 'e2', asOfSeq: 5 });
  });

  it('an event of another log is applied over the old row, and the answer that follows does not undo it', { tags: ['D-14'] }, async () => {
    await device.store.applyAnswer('pipeline', pipeline(stageRow({ version: 90, currentLagMinutes: 30 })), answered(400));
    await device.apply([stageFrame(7, { version: 3, currentLagMinutes: 8 })], {}, 'e2');
    await device.store.applyAnswer('pipeline', pipeline(stageRow({ version: 2, currentLagMinutes: 1 })), answered(6, { epoch: 'e2' }));
    expect(await lags()).toEqual([8]);
  });

  it('from another log with the same content a row is of that log from then on, and an event from before it does not undo it', {
    tags: ['D-14'],
  }, async () => {
    await device.store.applyAnswer('pipeline', pipeline(stageRow({ version: 5, currentLagMinutes: 5 })), answered(400));
    await device.store.applyAnswer('pipeline', pipeline(stageRow({ version: 5, currentLagMinutes: 5 })), answered(8, { epoch: 'e2' }));
    expect((await device.apply([stageFrame(9, { version: 4, currentLagMinutes: 4 })], {}, 'e2')).applied).toEqual([]);
    expect(await lags()).toEqual([5]);
  });

  it('lines of activity are listed by their time, the newest first', { tags: ['C-16'] }, async () => {
    const line = (activityId: string, time: string) =>
      ({ activityId, text: 'Something happened', time, link: '/audit', status: 'info', version: 1 }) as const;
    const activities = [line('b', '2026-11-21T08:00:00Z'), line('a', '2026-11-21T09:00:00Z'), line('c', '2026-11-21T07:00:00Z')];
    valueOf(await device.store.applyAnswer('activity', { activities, lastUpdated: '2026-11-21T09:00:00Z' }, answered(5)));
    expect((await readActivities(2)).rows.map(({ activityId }) => activityId)).toEqual(['a', 'b']);
  });

  it('an answer of one thing leaves every other thing that it shares a table with', async () => {
    const lastUpdated = '2026-11-21T08:00:00Z';
    const whole = answered(5);
    const keys = tableRules.singles.resources;
    expect(keys.length).toBeGreaterThan(7);
    // The content does not matter here: each is one row.
    for (const key of [...keys, ...keys.toReversed()]) valueOf(await device.store.applyAnswer(key, { lastUpdated } as never, whole));
    const db = new ConsoleDb('demo', 'u1');
    expect(await db.rows('singles').toCollection().primaryKeys()).toEqual([...keys].sort());
    db.close();
  });

  it('what stands alone is read by its own name, and is nothing before an answer brought it', { tags: ['C-36', 'C-75'] }, async () => {
    expect([await readOverrides(), await readRefinanceSummary()]).toEqual([null, null]);
    const lastUpdated = '2026-11-21T08:00:00Z';
    const overrides = { overrides: [], predictions: [], lastUpdated };
    const summary = {
      currency: 'KES',
      byState: [],
      performanceSummary: { avgUptime: 99, avgFuelSavings: 1, avgEmissionReduction: 2, totalSites: 3, verificationCount: 4 },
      recycledCapital: 5,
      totalReceivables: 6,
      verificationScore: 1,
      lastUpdated,
    };
    valueOf(await device.store.applyAnswer('aiOverrides', overrides, answered(5)));
    valueOf(await device.store.applyAnswer('refinanceSummary', summary, answered(5)));
    expect(await readOverrides()).toEqual(overrides);
    expect(await readRefinanceSummary()).toEqual(summary);
  });

  it('rows that no stream vouches for are as of the newest fetch of anything, and of none where nothing was ever fetched', {
    tags: ['D-15'],
  }, async () => {
    expect(await readNewestFetch()).toBeNull();
    await device.store.noteFailure('dlq', { code: 'network', message: 'gone', retry: true }, at + 90);
    expect(await readNewestFetch()).toBeNull();
    await device.store.applyAnswer('dlq', dlq(), answered(40, { receivedAt: at + 20 }));
    await device.store.applyAnswer('pipeline', pipeline(stageRow()), answered(40));
    expect(await readNewestFetch()).toBe(at + 20);
  });

  it('a failed fetch keeps rows and last success, and says why', async () => {
    await device.store.applyAnswer('pipeline', pipeline(stageRow()), answered(40));
    await device.store.noteFailure('pipeline', { code: 'network', message: 'gone', retry: true }, at + 5);
    expect(await readSync('pipeline')).toMatchObject({ lastSuccessAt: at, lastFailureAt: at + 5, lastFailure: { code: 'network' } });
    expect((await readStages()).rows).toHaveLength(1);
  });
});

describe('windows', () => {
  it('filters, sorts, searches and counts, 40 rows at a time', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => verificationRow(index));
    await device.store.applyAnswer(
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
