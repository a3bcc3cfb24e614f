import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../contracts/problem.ts';
import {
  answerGraceMs,
  type FreshnessContext,
  type FreshnessState,
  type FetchRecord,
  freshnessOf,
  isLost,
  isOfThen,
  isOutdated,
  sameFreshness,
  withoutPart,
  vouchHoldsMs,
} from './freshness.ts';

const problem: Problem = { code: 'internal', message: 'API Error: 500 Internal Server Error', retry: true, status: 500 };
const record: FetchRecord = { lastSuccessAt: 100_000, failure: null, vouchedAt: null, owedAt: null };
const context: FreshnessContext = { connected: true, carried: false, refetchMs: 60_000, staleAfterMs: 180_000, nowMs: 110_000 };

describe('freshness', { tags: ['D-15'] }, () => {
  it('not known where nothing is held, whatever is heard', () => {
    expect(freshnessOf(null, context)).toEqual({ kind: 'never' });
    expect(freshnessOf({ ...record, lastSuccessAt: null, vouchedAt: 109_000 }, { ...context, carried: true })).toEqual({ kind: 'never' });
  });
  it('live only while connected; as of its time otherwise', () => {
    expect(freshnessOf(record, context)).toEqual({ kind: 'live', at: 100_000 });
    expect(freshnessOf(record, { ...context, connected: false })).toEqual({ kind: 'asOf', at: 100_000, why: { kind: 'disconnected' } });
  });
  it('live as long as an answer came within its interval, and not a moment longer than an answer may take', { tags: ['M-11'] }, () => {
    const last = 100_000 + 60_000 + answerGraceMs;
    expect(freshnessOf(record, { ...context, nowMs: last }).kind).toBe('live');
    expect(freshnessOf(record, { ...context, nowMs: last + 1 })).toEqual({ kind: 'asOf', at: 100_000, why: { kind: 'overdue' } });
  });
  it('as of from the moment a refetch failed, with the reason, though the stream goes on', { tags: ['M-11', 'F-37'] }, () => {
    const failed = { ...record, failure: problem };
    expect(freshnessOf(failed, context)).toEqual({ kind: 'asOf', at: 100_000, why: { kind: 'failed', problem } });
    expect(freshnessOf({ ...failed, vouchedAt: 109_000 }, { ...context, carried: true })).toEqual({
      kind: 'asOf',
      at: 109_000,
      why: { kind: 'failed', problem },
    });
  });
  it('a change that was told of and has not come is no live row', { tags: ['M-11'] }, () => {
    const told = { ...record, owedAt: 101_000 };
    expect(freshnessOf(told, { ...context, nowMs: 101_000 + answerGraceMs }).kind).toBe('live');
    expect(freshnessOf(told, { ...context, nowMs: 101_001 + answerGraceMs })).toEqual({
      kind: 'asOf',
      at: 100_000,
      why: { kind: 'changed' },
    });
    // The stream's confirmation applies only to complete rows.
    expect(freshnessOf({ ...told, vouchedAt: 140_000 }, { ...context, carried: true, nowMs: 141_000 })).toMatchObject({
      kind: 'asOf',
      at: 100_000,
    });
  });
  it('a stream vouches only for the rows that it carries, and not longer than its word holds', { tags: ['M-11'] }, () => {
    const vouched = { ...record, vouchedAt: 400_000 };
    expect(freshnessOf(vouched, { ...context, carried: true, nowMs: 400_000 + vouchHoldsMs })).toEqual({ kind: 'live', at: 400_000 });
    expect(freshnessOf(vouched, { ...context, carried: true, nowMs: 400_001 + vouchHoldsMs })).toMatchObject({ kind: 'asOf', at: 400_000 });
    expect(freshnessOf(vouched, { ...context, nowMs: 401_000 })).toEqual({ kind: 'stale', at: 100_000, why: { kind: 'overdue' } });
  });
  it('what is only fetched on demand is kept up by nobody', { tags: ['M-11'] }, () => {
    expect(freshnessOf(record, { ...context, refetchMs: null })).toEqual({ kind: 'asOf', at: 100_000, why: { kind: 'onDemand' } });
  });
  it('halted while the work behind it is, as of when it was halted, and never live', { tags: ['T-5', 'D-23'] }, () => {
    const halt = { at: 105_000, by: 'Wanjiru Kamande' };
    const confirmed = { ...record, lastSuccessAt: 107_000 };
    expect(freshnessOf(confirmed, { ...context, halt })).toEqual({ kind: 'halted', at: 105_000, by: 'Wanjiru Kamande' });
    expect(freshnessOf(confirmed, { ...context, connected: false, halt }).kind).toBe('halted');
    expect(freshnessOf(confirmed, { ...context, halt: null }).kind).toBe('live');
    // Rows last fetched before the halt may lack changes made before it; nothing has confirmed them since.
    expect(freshnessOf(record, { ...context, connected: false, halt })).toMatchObject({ kind: 'asOf', at: 100_000 });
    expect(freshnessOf(confirmed, { ...context, nowMs: 900_000, halt }).kind).toBe('stale');
    expect(freshnessOf(null, { ...context, halt }).kind).toBe('never');
  });
  it('not halted once nobody says that it still is: what is told was so until the halt, and is no younger', {
    tags: ['T-5', 'D-15', 'D-23'],
  }, () => {
    const halt = { at: 105_000, by: 'Wanjiru Kamande', past: true } as const;
    const confirmed = { ...record, lastSuccessAt: 107_000 };
    for (const connected of [true, false])
      expect(freshnessOf(confirmed, { ...context, connected, halt })).toEqual({ kind: 'asOf', at: 105_000, why: { kind: 'wasHalted' } });
    expect(freshnessOf(record, { ...context, connected: false, halt })).toMatchObject({ kind: 'asOf', at: 100_000 });
    expect(freshnessOf(confirmed, { ...context, nowMs: 900_000, halt })).toMatchObject({ kind: 'stale', at: 105_000 });
  });
  it('not live while nobody knows whether the work behind it was halted', { tags: ['T-9', 'D-23'] }, () => {
    const record = { lastSuccessAt: 1_000, failure: null, vouchedAt: 1_000, owedAt: null };
    const context = { connected: true, carried: true, refetchMs: null, staleAfterMs: 60_000, nowMs: 2_000 };
    expect(freshnessOf(record, { ...context, halt: null })).toEqual({ kind: 'live', at: 1_000 });
    const unknown = freshnessOf(record, { ...context, halt: 'unknown' });
    expect(unknown).toEqual({ kind: 'asOf', at: 1_000, why: { kind: 'switchUnknown' } });
    expect(isLost(unknown)).toBe(true);
    // Other reasons take precedence.
    expect(freshnessOf(record, { ...context, connected: false, halt: 'unknown' })).toMatchObject({ why: { kind: 'disconnected' } });
  });

  it('of which a part is damaged is not live: what else is against it says more', { tags: ['T-9', 'F-25'] }, () => {
    expect(withoutPart({ kind: 'live', at: 1 })).toEqual({ kind: 'asOf', at: 1, why: { kind: 'damaged' } });
    const others: readonly FreshnessState[] = [
      { kind: 'never' },
      { kind: 'asOf', at: 1, why: { kind: 'disconnected' } },
      { kind: 'stale', at: 1, why: { kind: 'overdue' } },
      { kind: 'halted', at: 1, by: 'A' },
    ];
    expect(others.map(withoutPart)).toEqual(others);
  });

  it('two halts are the same words only of one moment and one person', { tags: ['T-5'] }, () => {
    const halted = { kind: 'halted', at: 1, by: 'A' } as const;
    expect(sameFreshness(halted, { ...halted })).toBe(true);
    expect(sameFreshness(halted, { ...halted, by: 'B' })).toBe(false);
    expect(sameFreshness(halted, { ...halted, at: 2 })).toBe(false);
    expect(sameFreshness(halted, { kind: 'live', at: 1 })).toBe(false);
  });
  it('stale past the limit, and not at it', () => {
    expect(freshnessOf(record, { ...context, nowMs: 280_000 }).kind).toBe('asOf');
    expect(freshnessOf(record, { ...context, nowMs: 280_001 })).toEqual({ kind: 'stale', at: 100_000, why: { kind: 'overdue' } });
    expect(freshnessOf(record, { ...context, connected: false, nowMs: 280_001 }).kind).toBe('stale');
  });
  it('says the same where kind, moment and reason are the same', () => {
    const asOf = { kind: 'asOf', at: 1, why: { kind: 'failed', problem } } as const;
    expect(sameFreshness(asOf, { ...asOf })).toBe(true);
    expect(sameFreshness(asOf, { ...asOf, at: 2 })).toBe(false);
    expect(sameFreshness(asOf, { kind: 'asOf', at: 1 })).toBe(false);
    expect(sameFreshness(asOf, { ...asOf, why: { kind: 'failed', problem: { ...problem, status: 503 } } })).toBe(false);
    expect(sameFreshness({ kind: 'live', at: 1 }, { kind: 'stale', at: 1 })).toBe(false);
    expect(sameFreshness({ kind: 'never' }, { kind: 'never' })).toBe(true);
  });
});

/** Events of one resource in a simulation where the truth is known: the platform's rows change, are reported, fetched, carried, or not. */
type Happening = 'change' | 'fetch' | 'fetchFails' | 'heartbeat' | 'lost' | 'back';

describe('tries to make it lie', { tags: ['M-11'] }, () => {
  it('what it calls live was the platform’s own within what the resource promises; after a failed fetch nothing is', () => {
    const happening = fc.constantFrom<Happening>('change', 'fetch', 'fetchFails', 'heartbeat', 'lost', 'back');
    const story = fc.array(fc.tuple(happening, fc.integer({ min: 1, max: 40_000 })), { maxLength: 60 });
    fc.assert(
      fc.property(story, fc.boolean(), fc.constantFrom(null, 15_000, 60_000, 300_000), (happenings, carried, refetchMs) => {
        let now = 1_000_000;
        let connected = true;
        let failing = false;
        /** Times when the platform's row changed; the held row is as of `heldAt`. */
        const changes: number[] = [];
        let heldAt: number | null = null;
        let facts: FetchRecord = { lastSuccessAt: null, failure: null, vouchedAt: null, owedAt: null };
        for (const [what, afterMs] of happenings) {
          now += afterMs;
          if (what === 'change') {
            changes.push(now);
            // A connected stream carries the row or reports that there is something to fetch; a disconnected one does nothing.
            if (connected && carried) heldAt = heldAt === null ? null : now;
            else if (connected && facts.lastSuccessAt !== null) facts = { ...facts, owedAt: facts.owedAt ?? now };
          }
          if (what === 'fetch' && connected) {
            heldAt = now;
            failing = false;
            facts = { ...facts, lastSuccessAt: now, failure: null, owedAt: null };
          }
          if (what === 'fetchFails' && facts.lastSuccessAt !== null) {
            failing = true;
            facts = { ...facts, failure: problem };
          }
          if (what === 'heartbeat' && connected) facts = { ...facts, vouchedAt: now };
          if (what === 'lost') connected = false;
          // Missed changes are replayed if the stream carries the rows, and reported if not.
          if (what === 'back' && !connected) {
            connected = true;
            const missed = changes.some((at) => heldAt !== null && at > heldAt);
            if (carried && heldAt !== null) heldAt = now;
            else if (missed && facts.lastSuccessAt !== null) facts = { ...facts, owedAt: facts.owedAt ?? now };
          }
          const said = freshnessOf(facts, { connected, carried, refetchMs, staleAfterMs: 600_000, nowMs: now });
          if (said.kind === 'never') {
            expect(facts.lastSuccessAt).toBeNull();
            continue;
          }
          expect(said.at).toBeLessThanOrEqual(now);
          if (said.kind !== 'live') continue;
          expect([connected, failing]).toEqual([true, false]);
          // How long the platform's row may have differed from the displayed one.
          const wrongSince = changes.find((at) => at > (heldAt ?? 0));
          const promise = Math.max(carried ? vouchHoldsMs : 0, refetchMs === null ? 0 : refetchMs + answerGraceMs, answerGraceMs);
          if (wrongSince !== undefined) expect(now - wrongSince).toBeLessThanOrEqual(promise);
          // A figure's age never claims a later time than the last confirmed one.
          expect(said.at).toBeLessThanOrEqual(Math.max(facts.lastSuccessAt ?? 0, carried ? (facts.vouchedAt ?? 0) : 0));
        }
      }),
      { numRuns: 5000 },
    );
  });
});

it('what rows claim is lost at the very moment that they are not live, whatever the reason, and told beside its age until it is stale', {
  tags: ['T-8', 'D-15'],
}, () => {
  const at = context.nowMs;
  expect(isLost({ kind: 'live', at })).toBe(false);
  for (const kind of ['failed', 'disconnected', 'changed', 'overdue', 'onDemand'] as const)
    expect(isLost({ kind: 'asOf', at, why: kind === 'failed' ? { kind, problem } : { kind } })).toBe(true);
  expect([isLost({ kind: 'stale', at }), isLost({ kind: 'never' })]).toEqual([true, true]);
  expect([isOutdated({ kind: 'asOf', at }), isOutdated({ kind: 'stale', at }), isOutdated({ kind: 'never' })]).toEqual([false, true, true]);
  // Matches the displayed freshness to the millisecond.
  fc.assert(
    fc.property(fc.boolean(), fc.integer({ min: 0, max: 400_000 }), (connected, age) => {
      const state = freshnessOf(record, { ...context, connected, nowMs: 100_000 + age });
      expect(isLost(state)).toBe(state.kind !== 'live');
    }),
  );
});

it('that a list is empty is a word of then once its age is told or it is stale, and holds while it is live or the work stands still', {
  tags: ['M-13', 'D-15'],
}, () => {
  const at = context.nowMs;
  expect([isOfThen({ kind: 'asOf', at, why: { kind: 'disconnected' } }), isOfThen({ kind: 'stale', at })]).toEqual([true, true]);
  const others: readonly FreshnessState[] = [{ kind: 'live', at }, { kind: 'halted', at, by: 'Amina' }, { kind: 'never' }];
  expect(others.map(isOfThen)).toEqual([false, false, false]);
});
