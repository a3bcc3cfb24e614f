import { describe, expect, it, vi } from 'vitest';
import { deadLetterFrame, frameOf, stageFrame, verificationFrame, verificationRow } from '../../../../tests/builders/operations.ts';
import type { Problem, Result } from '../../../contracts/problem.ts';
import type { HeardFrame, TopicSeqs } from '../../../contracts/realtime/event.ts';
import { highWaterLimit } from '../../../domain/dedup.ts';
import type { BatchOutcome, EventBatch } from '../../../store/types.ts';
import { createIngest } from './ingest.ts';

/** An ingest with a controlled clock, and a store that applies everything or fails as `fail` says. */
function build() {
  const timers: { at: number; run: () => void }[] = [];
  let now = 0;
  const batches: EventBatch[] = [];
  const applied: (readonly HeardFrame[])[] = [];
  const settled: { ok: boolean; cursors: TopicSeqs }[] = [];
  const missed: string[] = [];
  let missedCalls = 0;
  const logged: string[] = [];
  const dropped: Readonly<Record<string, number>>[] = [];
  const control: { fail: Problem | null; spoil: number | null; hangs: boolean } = { fail: null, spoil: null, hangs: false };
  const ingest = createIngest({
    store: {
      applyBatch: async (batch): Promise<Result<BatchOutcome>> => {
        batches.push(batch);
        if (control.hangs) await new Promise(() => {});
        if (control.fail !== null) return { ok: false, problem: control.fail };
        const unusable = batch.frames.filter((frame) => frame.seq === control.spoil).map((frame) => ({ frame, detail: 'not a stage' }));
        return { ok: true, value: { applied: batch.frames.filter((frame) => frame.seq !== control.spoil), unusable } };
      },
    },
    setTimer: (delayMs, run) => {
      const timer = { at: now + delayMs, run };
      timers.push(timer);
      return () => {
        if (timers.includes(timer)) timers.splice(timers.indexOf(timer), 1);
      };
    },
    now: () => now,
    settled: (ok, cursors) => {
      settled.push({ ok, cursors });
      if (!ok) ingest.discard();
    },
    missed: (topics) => {
      missedCalls += 1;
      missed.push(...topics);
    },
    dropped: (counts) => dropped.push(counts),
    applied: (events) => applied.push(events),
    log: (_, code) => logged.push(code),
  });
  return {
    ingest,
    batches,
    applied,
    settled,
    missed,
    missedCalls: () => missedCalls,
    logged,
    control,
    dropped,
    seqsWritten: () => batches.map((batch) => batch.frames.map((frame) => frame.seq)),
    /** Fires all timers at once, as a delayed worker finds them. */
    due(): void {
      for (const timer of timers.splice(0)) timer.run();
    },
    /** Lets time pass; writes settle after each timer. */
    async pass(ms: number): Promise<void> {
      const until = now + ms;
      for (let next = soonest(timers, until); next !== undefined; next = soonest(timers, until)) {
        now = next.at;
        timers.splice(timers.indexOf(next), 1);
        next.run();
        for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
      }
      now = until;
    },
  };
}

function soonest(timers: readonly { at: number; run: () => void }[], until: number) {
  return timers.filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0];
}

const control = (seq: number) => frameOf('system.kill_switch', 'kill-switch', { active: true }, { seq });

describe('ingest', () => {
  it('writes one batch a topic: pipeline after 500 ms, verifications after 250', { tags: ['C-76'] }, async () => {
    const told = build();
    told.ingest.accept([stageFrame(1), verificationFrame(2, verificationRow(0))], { pipeline: 1, verifications: 2 }, 'e1');
    told.ingest.accept([stageFrame(3)], { pipeline: 3 }, 'e1');
    await told.pass(249);
    expect(told.batches).toEqual([]);
    await told.pass(1);
    expect(told.seqsWritten()).toEqual([[2]]);
    await told.pass(250);
    expect(told.seqsWritten()).toEqual([[2], [1, 3]]);
    expect(told.batches[1]?.cursors).toEqual({ pipeline: 3 });
    expect(told.settled.every(({ ok }) => ok)).toBe(true);
  });

  it('topics that are due at the same time share a transaction, each with its own cursor settled', { tags: ['C-76'] }, async () => {
    const told = build();
    told.ingest.accept([stageFrame(1)], { pipeline: 1 }, 'e1');
    await told.pass(250);
    told.ingest.accept(
      [verificationFrame(2, verificationRow(0)), frameOf('kpis.updated', 'kpis', {}, { seq: 3 })],
      { verifications: 2, kpis: 3 },
      'e1',
    );
    told.due();
    await told.pass(0);
    expect(told.batches.map(({ frames }) => frames.map(({ seq }) => seq))).toEqual([[1, 2, 3]]);
    expect(told.batches[0]?.cursors).toEqual({ pipeline: 1, verifications: 2, kpis: 3 });
    await vi.waitFor(() =>
      expect(told.settled.map(({ cursors }) => cursors)).toEqual([{ pipeline: 1 }, { verifications: 2 }, { kpis: 3 }]),
    );
  });

  it('drops an event already seen and a version not above the last, but keeps their place', { tags: ['C-57', 'C-58'] }, async () => {
    const told = build();
    told.ingest.accept(
      [stageFrame(1, { version: 5 }), stageFrame(2, { version: 5 }), stageFrame(3, { version: 4 }), stageFrame(4, { version: 6 })],
      { pipeline: 4 },
      'e1',
    );
    await told.pass(500);
    expect(told.seqsWritten()).toEqual([[1, 4]]);
    expect(told.batches[0]?.cursors).toEqual({ pipeline: 4 });
  });

  it('where the mark of a resource is forgotten, the seen set still knows what it was told just now', {
    tags: ['M-13', 'C-57'],
  }, async () => {
    const told = build();
    const one = (seq: number, version: number) => verificationFrame(seq, verificationRow(0, { version }));
    const others = Array.from({ length: highWaterLimit }, (_, n) => verificationFrame(n + 2, verificationRow(n + 1, { version: 1 })));
    told.ingest.accept([one(1, 5), ...others.slice(0, -1)], { verifications: 4000 }, 'e1');
    told.ingest.accept([one(5000, 4)], { verifications: 5000 }, 'e1'); // old, by the high-water mark
    told.ingest.accept(others.slice(-1), { verifications: 5001 }, 'e1'); // displaces the high-water mark
    told.ingest.accept([one(5002, 4)], { verifications: 5002 }, 'e1');
    await told.pass(500);
    const written = told.seqsWritten().flat();
    expect(written).toHaveLength(highWaterLimit + 1);
    expect(written).not.toContain(5002);
  });

  it('a burst drops the oldest, counts them, and fetches again only what nothing newer made up for', {
    tags: ['C-81', 'D-12'],
  }, async () => {
    const told = build();
    told.ingest.accept(
      Array.from({ length: 250 }, (_, n) => stageFrame(n + 1)),
      { pipeline: 250 },
      'e1',
    );
    expect(told.missed).toEqual([]);
    told.ingest.accept(
      Array.from({ length: 250 }, (_, n) => deadLetterFrame(n + 251, { itemId: `dl-${n}` })),
      { pipeline: 500 },
      'e1',
    );
    expect(new Set(told.missed)).toEqual(new Set(['pipeline']));
    await told.pass(500);
    expect(told.batches[0]?.frames).toHaveLength(200);
    // Dropped frames are not covered: no cursor is stored with the batch.
    expect(told.batches[0]?.cursors).toEqual({});
    expect(told.dropped.at(-1)).toEqual({ pipeline: 300 });
  });

  it('what a burst drops is told once for each batch, and not once for each event: every page would have to listen', {
    tags: ['C-81', 'F-7'],
  }, async () => {
    const told = build();
    for (let seq = 1; seq <= 1000; seq += 1) told.ingest.accept([stageFrame(seq)], { pipeline: seq }, 'e1');
    expect(told.dropped).toEqual([]);
    await told.pass(500);
    expect(told.dropped).toEqual([{ pipeline: 800 }]);
    told.ingest.accept([stageFrame(1001)], { pipeline: 1001 }, 'e1');
    await told.pass(500);
    expect(told.dropped).toHaveLength(1);
  });

  it('verifications drop nothing: at 1000 they are written at once', { tags: ['D-12'] }, async () => {
    const told = build();
    told.ingest.accept(
      Array.from({ length: 1500 }, (_, n) => verificationFrame(n + 1, verificationRow(n))),
      { verifications: 1500 },
      'e1',
    );
    await told.pass(0);
    expect(told.batches.map((batch) => batch.frames.length)).toEqual([1000]);
    // The batch in the middle of the burst is not covered by the burst's cursor.
    expect(told.batches[0]?.cursors).toEqual({});
    await told.pass(250);
    expect(told.batches.map((batch) => batch.frames.length)).toEqual([1000, 500]);
    expect(told.batches[1]?.cursors).toEqual({ verifications: 1500 });
    expect(told.dropped).toEqual([]);
  });

  it('a place in the log that came with events which all were known is stored all the same: they are not asked for again', {
    tags: ['M-13', 'D-14'],
  }, async () => {
    const told = build();
    told.ingest.accept([stageFrame(1, { version: 5 })], { pipeline: 1 }, 'e1');
    await told.pass(500);
    told.ingest.accept([stageFrame(2, { version: 5 })], { pipeline: 2 }, 'e1');
    await told.pass(500);
    expect(told.batches.at(-1)).toMatchObject({ frames: [], cursors: { pipeline: 2 } });
    expect(told.settled.at(-1)).toEqual({ ok: true, cursors: { pipeline: 2 } });
  });

  it('after a failed write everything unwritten is forgotten, so that it can come again', { tags: ['D-14'] }, async () => {
    const told = build();
    told.control.fail = { code: 'storage', message: 'full', retry: true };
    told.ingest.accept([stageFrame(1)], { pipeline: 1 }, 'e1');
    await told.pass(500);
    expect(told.settled).toEqual([{ ok: false, cursors: { pipeline: 1 } }]);
    told.control.fail = null;
    told.ingest.accept([stageFrame(1)], { pipeline: 1 }, 'e1');
    await told.pass(500);
    expect(told.seqsWritten()).toEqual([[1], [1]]);
    expect(told.settled.at(-1)).toEqual({ ok: true, cursors: { pipeline: 1 } });
  });

  it('an event whose data is no such thing is logged, skipped, and its topic fetched', { tags: ['C-65'] }, async () => {
    const told = build();
    told.control.spoil = 2;
    told.ingest.accept([stageFrame(1), stageFrame(2)], { pipeline: 2 }, 'e1');
    await told.pass(500);
    expect(told.logged).toEqual(['malformed_event']);
    expect(told.missed).toEqual(['pipeline']);
    expect(told.applied.flat().map((frame) => frame.seq)).toEqual([1]);
  });

  it('nobody is called for nothing: no page by an event that is still to be written, and no fetch by a batch that was usable', {
    tags: ['M-13', 'C-76'],
  }, async () => {
    const told = build();
    told.ingest.accept([stageFrame(1)], { pipeline: 1 }, 'e1');
    expect(told.applied).toEqual([]);
    await told.pass(500);
    expect(told.settled).toEqual([{ ok: true, cursors: { pipeline: 1 } }]);
    expect(told.missedCalls()).toBe(0);
  });

  it('tells pages at most every 250 ms; the control topic at once and once', { tags: ['C-76'] }, async () => {
    const told = build();
    told.ingest.accept([control(1)], { system: 1 }, 'e1');
    expect(told.applied.flat().map((frame) => frame.seq)).toEqual([1]);
    told.ingest.discard();
    told.ingest.accept([control(1)], { system: 1 }, 'e1');
    await told.pass(2000);
    expect(told.applied.flat().map((frame) => frame.seq)).toEqual([1]);
  });

  it('keeps the last 20 events for diagnostics, redacted', { tags: ['C-81'] }, () => {
    const told = build();
    told.ingest.accept(
      Array.from({ length: 30 }, (_, n) => verificationFrame(n + 1, verificationRow(n))),
      { verifications: 30 },
      'e1',
    );
    expect(told.ingest.recent().map((frame) => frame.seq)).toEqual(Array.from({ length: 20 }, (_, n) => n + 11));
    expect(JSON.stringify(told.ingest.recent())).not.toContain('Kibera');
  });

  it('while the disk does not answer a few batches wait; one more is not taken, which is said, so that all of it comes again', {
    tags: ['D-14'],
  }, async () => {
    const told = build();
    told.control.hangs = true;
    for (let seq = 1; seq <= 8; seq += 1) {
      told.ingest.accept([stageFrame(seq)], { pipeline: seq }, 'e1');
      await told.pass(500);
    }
    expect([told.batches.length, told.settled, told.logged]).toEqual([1, [], []]);
    told.ingest.accept([stageFrame(9)], { pipeline: 9 }, 'e1');
    await told.pass(500);
    expect(told.settled).toEqual([{ ok: false, cursors: {} }]);
    expect(told.logged).toEqual(['write_blocked']);
  });

  it('tells pages nothing after it was closed: what they show by then is somebody else’s', { tags: ['M-13', 'C-76'] }, async () => {
    const told = build();
    told.ingest.accept([stageFrame(1)], { pipeline: 1 }, 'e1');
    await told.pass(150);
    told.ingest.accept([verificationFrame(2, verificationRow(0))], { verifications: 2 }, 'e1');
    await told.pass(350);
    // Both are written; the second is still to be published.
    expect([told.seqsWritten(), told.applied.flat().map(({ seq }) => seq)]).toEqual([[[2], [1]], [2]]);
    await told.ingest.close();
    await told.pass(1000);
    expect(told.applied.flat().map(({ seq }) => seq)).toEqual([2]);
  });

  it('writes nothing after it was closed', async () => {
    const told = build();
    told.ingest.accept([stageFrame(1)], { pipeline: 1 }, 'e1');
    await told.ingest.close();
    await told.pass(1000);
    expect(told.batches).toEqual([]);
  });
});
