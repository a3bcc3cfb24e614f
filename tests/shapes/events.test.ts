import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import type { DownFrame } from '../../src/contracts/realtime/down.ts';
import type { HeardFrame } from '../../src/contracts/realtime/event.ts';
import { readAnswer } from '../../src/domain/api/answer.ts';
import { readDeadLetters, readKpis, readStages, readSync } from '../../src/store/read.ts';
import { readSegments } from '../../src/store/readSegments.ts';
import { createIngest } from '../../src/workers/hub/events/ingest.ts';
import { openSse, type StreamNews } from '../../src/workers/hub/events/streams.ts';
import { readFrame } from '../../src/workers/hub/events/streamFrame.ts';
import { answered, openedStore } from '../builders/openedStore.ts';
import { deadLetterRow, stageRow } from '../builders/operations.ts';
import { effectOf, hello, heartbeat, start, story, allTopics } from '../builders/realtimeStories.ts';
import { valueOf } from '../builders/valueOf.ts';
import { event, kpis, letter, stage } from './documents.ts';
import { exampleOf, list, refusedOf, takenOf } from './shape.ts';

/** The documented event of a stage, as read from a stream. */
const asDocumented = exampleOf(event) as HeardFrame;
const frameOf = (change: Partial<HeardFrame> = {}): HeardFrame => ({ ...asDocumented, ...change });
const { version: _, ...stageAsDocumented } = stageRow(exampleOf(stage) as Parameters<typeof stageRow>[0]);

describe('the documents’ events on the wire', () => {
  it('are taken as events, by name or without one, each variant; nothing else is', { tags: ['T-3', 'D-58', 'C-39'] }, () => {
    for (const { what, value } of takenOf(event))
      expect(readFrame(JSON.stringify(value)), what).toMatchObject({ ok: true, frame: { ...(value as object), kind: 'event' } });
    for (const { what, value } of refusedOf(event))
      expect(readFrame(JSON.stringify(value)), what).toMatchObject({ ok: false, detail: expect.stringContaining('unexpected form') });
    for (const ours of [{ seq: 3 }, { seq: 3, prev: 2 }, { prev: 2 }])
      expect(readFrame(JSON.stringify({ ...asDocumented, ...ours })), JSON.stringify(ours)).toMatchObject({ ok: true, frame: ours });
    for (const ours of [{ seq: -1 }, { seq: '3' }, { seq: null }, { seq: 3, prev: 1.5 }])
      expect(readFrame(JSON.stringify({ ...asDocumented, ...ours })).ok, JSON.stringify(ours)).toBe(false);
  });

  it('a bare heartbeat is ignored, and no fault', { tags: ['C-65'] }, () => {
    for (const bare of [{ type: 'heartbeat' }, { type: 'heartbeat', ts: asDocumented.ts }])
      expect(readFrame(JSON.stringify(bare))).toEqual({ ok: false, detail: null });
    // A frame that claims to be one of ours must be valid.
    expect(readFrame(JSON.stringify({ kind: 'heartbeat', type: 'heartbeat' }))).toMatchObject({ ok: false, detail: expect.any(String) });
  });

  it('a server-sent event without a name is heard like one that has ours', { tags: ['T-3', 'C-39'] }, () => {
    const listeners = new Map<string, (event: { data?: unknown }) => void>();
    const heard: unknown[] = [];
    const news: StreamNews = {
      opened: () => {},
      message: (read) => heard.push(read.ok && read.frame),
      outdated: () => {},
      closed: () => {},
    };
    const source = {
      addEventListener: (type: string, listener: (event: { data?: unknown }) => void) => listeners.set(type, listener),
      close: () => {},
    };
    openSse({ openEventSource: () => source as never }, 'demo', ['pipeline'], {}, news); // Only the members that are used.
    listeners.get('message')?.({ data: JSON.stringify(asDocumented) });
    expect(heard).toEqual([{ ...asDocumented, kind: 'event' }]);
  });

  it('a poll’s list of them is an answer', { tags: ['T-3', 'D-58', 'C-75'] }, () => {
    const read = (value: unknown) =>
      readAnswer('poll', { status: 200, statusText: '', header: () => null, text: JSON.stringify(value) }, 'sent-1');
    expect(takenOf(list(event)).filter(({ value }) => !read(value).ok)).toEqual([]);
    expect(refusedOf(list(event)).filter(({ value }) => read(value).ok)).toEqual([]);
  });
});

describe('an event without a seq', () => {
  const live = () => {
    const told = story();
    told.tell(start('sse', { pipeline: 10 }, 'e1'));
    told.tell({ type: 'frame', connection: 1, frame: hello({ pipeline: 10 }) });
    told.tell({ type: 'resynced', topics: allTopics });
    return told;
  };
  const heard = (frame: HeardFrame) => ({ type: 'frame', connection: 1, frame: { kind: 'event', ...frame } as DownFrame }) as const;

  it('is handed on, moves no cursor, tells of no gap, and is never asked for again', { tags: ['T-3', 'D-58'] }, () => {
    const told = live();
    const effects = told.tell(heard(asDocumented));
    expect(effectOf(effects, 'apply')).toMatchObject({ frames: [asDocumented], cursors: { pipeline: 10 }, epoch: 'e1' });
    expect(effectOf(effects, 'poll')).toBeUndefined();
    expect(told.state().log.cursors).toMatchObject({ pipeline: 10 });
    // Applied again: without a seq, duplicates are detected by version, not here.
    expect(effectOf(told.tell(heard(asDocumented)), 'apply')).toBeDefined();
    expect(effectOf(told.tell({ type: 'frame', connection: 1, frame: heartbeat({ pipeline: 10 }) }), 'poll')).toBeUndefined();
    // With a seq but no `prev`: applied, and the cursor moves to that seq.
    expect(effectOf(told.tell(heard({ ...asDocumented, seq: 14 })), 'apply')).toBeDefined();
    expect(told.state().log.cursors).toMatchObject({ pipeline: 14 });
    expect(effectOf(told.tell(heard({ ...asDocumented, seq: 14 })), 'apply')).toBeUndefined();
  });

  it('of another tenant or topic is refused like any other', { tags: ['T-3', 'C-39'] }, () => {
    const told = live();
    for (const change of [{ tenantId: 'kampala' }, { type: 'weather.changed' }])
      expect(effectOf(told.tell(heard(frameOf(change))), 'apply'), JSON.stringify(change)).toBeUndefined();
  });

  it('that could not be kept is told as missed, once, so that what it is about is fetched again', { tags: ['T-3', 'F-15'] }, async () => {
    const missed: (readonly string[])[] = [];
    const timers: (() => void)[] = [];
    let fails = true;
    const ingest = createIngest({
      store: {
        applyBatch: async ({ frames }) =>
          fails
            ? { ok: false, problem: { code: 'storage', message: 'full', retry: true } }
            : { ok: true, value: { applied: frames, unusable: [] } },
      },
      setTimer: (_delay, run) => {
        timers.push(run);
        return () => void timers.splice(timers.indexOf(run), 1);
      },
      now: () => 0,
      settled: (ok) => void (ok || ingest.discard()),
      missed: (topics) => missed.push(topics),
      dropped: () => {},
      applied: () => {},
    });
    const due = () => timers.splice(0).forEach((run) => run());
    ingest.accept([asDocumented, frameOf({ type: 'health.component', seq: 4, prev: 3 })], { health: 4 }, 'e1');
    due();
    await expect.poll(() => missed).toEqual([['pipeline']]);
    // Discarded before it was written: the topic is also reported as missed.
    ingest.accept([frameOf({ version: 8 })], {}, 'e1');
    ingest.discard();
    expect(missed).toEqual([['pipeline'], ['pipeline']]);
    fails = false;
    ingest.accept([frameOf({ version: 9 })], {}, 'e1');
    due();
    await ingest.close();
    expect(missed).toHaveLength(2);
  });
});

describe('rows of events and answers without versions, numbers and as-of', () => {
  const device = openedStore();
  const lag = async () => (await readStages()).rows.map(({ currentLagMinutes }) => currentLagMinutes);
  const stageEvent = (version: number, lagMinutes: number, ours: Partial<HeardFrame> = {}) =>
    frameOf({ version, data: { ...stageAsDocumented, currentLagMinutes: lagMinutes }, ...ours });
  const answerWith = (lagMinutes: number, asOfSeq: number | null) =>
    device.store.applyAnswer(
      'pipeline',
      { stages: [{ ...stageAsDocumented, currentLagMinutes: lagMinutes }], lastUpdated: asDocumented.ts },
      answered(asOfSeq, asOfSeq === null ? { epoch: null } : {}),
    );
  const apply = async (...frames: HeardFrame[]) => valueOf(await device.store.applyBatch({ frames, cursors: {}, epoch: 'e1', at: 1 }));

  it('a row that counts no versions has its event’s: above it taken, at or below it never', { tags: ['T-3', 'D-13'] }, async () => {
    expect((await apply(stageEvent(7, 3))).applied).toHaveLength(1);
    for (const version of [7, 6, 0]) expect((await apply(stageEvent(version, 99))).applied, String(version)).toEqual([]);
    expect(await lag()).toEqual([3]);
    await apply(stageEvent(8, 4));
    expect(await lag()).toEqual([4]);
    // The stored row is what was sent; no version is invented.
    expect((await readStages()).rows).toEqual([{ ...stageAsDocumented, currentLagMinutes: 4 }]);
  });

  it('an answer without versions takes the row’s place by its seq, and the events before it do not come back', {
    tags: ['T-3', 'D-13', 'D-32'],
  }, async () => {
    valueOf(await answerWith(1, 10));
    await apply(stageEvent(7, 3, { seq: 12, prev: 10 }));
    expect(valueOf(await answerWith(2, 11))).toBe('applied');
    expect(await lag()).toEqual([3]);
    valueOf(await answerWith(5, 12));
    expect(await lag()).toEqual([5]);
    // A replay from before the answer, with and without a seq.
    expect((await apply(stageEvent(7, 3, { seq: 12, prev: 10 }), stageEvent(6, 99))).applied).toEqual([]);
    expect(await lag()).toEqual([5]);
    expect((await apply(stageEvent(8, 6))).applied).toHaveLength(1);
  });

  it('an answer that does not say as of when it is: what counts no versions is taken as it comes, what counts them never goes back', {
    tags: ['T-3', 'D-32'],
  }, async () => {
    await apply(stageEvent(7, 3, { seq: 12, prev: 10 }));
    valueOf(await answerWith(5, null));
    expect(await lag()).toEqual([5]);
    expect((await apply(stageEvent(7, 3))).applied).toEqual([]);
    valueOf(await answerWith(6, null));
    expect(await lag()).toEqual([6]);
    const { name } = stageAsDocumented;
    await apply(frameOf({ version: 20, data: stageRow({ name, version: 20, currentLagMinutes: 8 }) }));
    valueOf(
      await device.store.applyAnswer(
        'pipeline',
        { stages: [stageRow({ name, version: 19, currentLagMinutes: 7 })], lastUpdated: asDocumented.ts },
        answered(null),
      ),
    );
    expect(await lag()).toEqual([8]);
    expect((await readSync('pipeline'))?.asOfSeq).toBeNull();
  });

  it('an item that an event without a number took away comes back with a newer version or the next answer', {
    tags: ['T-3', 'D-13'],
  }, async () => {
    const items = async () => (await readDeadLetters()).rows.map(({ itemId }) => itemId);
    const { itemId } = deadLetterRow();
    const told = (version: number, data: Record<string, unknown>) =>
      apply(frameOf({ type: 'pipeline.dead_letter', resourceId: itemId, version, data }));
    await told(3, { ...(exampleOf(letter) as object), itemId });
    await told(4, { itemId, removed: true });
    await told(3, { ...(exampleOf(letter) as object), itemId });
    expect(await items()).toEqual([]);
    await told(5, { ...(exampleOf(letter) as object), itemId });
    expect(await items()).toEqual([itemId]);
    await told(6, { itemId, removed: true });
    valueOf(
      await device.store.applyAnswer(
        'dlq',
        { items: [exampleOf(letter) as ReturnType<typeof deadLetterRow>], totalCount: 1, lastUpdated: asDocumented.ts },
        answered(null),
      ),
    );
    expect(await items()).toEqual([itemId]);
  });

  it('events without numbers are on record beside those that have them, and do not hide what comes after', {
    tags: ['T-3', 'C-81'],
  }, async () => {
    await apply(stageEvent(7, 3));
    await apply(stageEvent(8, 3, { seq: 4, prev: 0 }), stageEvent(9, 3));
    await apply(stageEvent(10, 3, { seq: 5, prev: 4 }));
    const versions = (await readSegments(10)).flatMap(({ frames }) => frames.map(({ version }) => version));
    expect(versions.toSorted((a, b) => a - b)).toEqual([7, 8, 9, 10]);
    await apply(stageEvent(10, 3, { seq: 5, prev: 4 }));
    expect((await readSegments(10)).flatMap(({ frames }) => frames)).toHaveLength(4);
  });

  it('KPIs without a version are taken from event and answer alike', { tags: ['T-3', 'C-40'] }, async () => {
    const data = exampleOf(kpis) as Record<string, unknown>;
    await apply(frameOf({ type: 'kpis.updated', resourceId: 'kpis', version: 3, data }));
    expect(await readKpis()).toEqual(data);
    valueOf(
      await device.store.applyAnswer(
        'kpis',
        { ...data, automationRate: { ...(data['automationRate'] as object), value: 12 } } as never,
        answered(null),
      ),
    ); // The example with one figure changed.
    expect((await readKpis())?.automationRate.value).toBe(12);
    expect(await readKpis()).not.toHaveProperty('version');
  });
});
