import { focusManager, onlineManager } from '@tanstack/query-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ResourceKey } from '../../contracts/rpc.ts';
import type { Fetched } from './fetchContext.ts';
import { createScheduler } from './scheduler.ts';

const ok: Fetched = { ok: true, value: null };
const down: Fetched = { ok: false, problem: { code: 'network', message: 'gone', retry: true } };
const refused: Fetched = { ok: false, problem: { code: 'forbidden', message: 'no', retry: false } };
/** The platform answers, and cannot. */
const broken: Fetched = { ok: false, problem: { code: 'internal', message: 'no', retry: true } };
const minute = 60_000;

/** A scheduler on a clock that the test moves, over a platform whose answers it sets. */
function setup(answer: (key: ResourceKey) => Fetched | Promise<Fetched> = () => ok, mayFetch: (key: ResourceKey) => boolean = () => true) {
  const fetched: ResourceKey[] = [];
  const held = new Map<ResourceKey, number>();
  const owed = new Map<ResourceKey, number>();
  const timers = new Set<unknown>();
  const scheduler = createScheduler({
    random: () => 0.5,
    owe: async (key, { seq }) => {
      owed.set(key, seq);
      return true;
    },
    load: async (key) => {
      fetched.push(key);
      return answer(key);
    },
    mayFetch,
    heldAsOf: async (key) => held.get(key) ?? null,
    setTimer: (delayMs, run) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        run();
      }, delayMs);
      timers.add(timer);
      return () => {
        timers.delete(timer);
        clearTimeout(timer);
      };
    },
  });
  const count = (key: ResourceKey) => fetched.filter((each) => each === key).length;
  return { scheduler, fetched, held, owed, timers, count };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('[C-75] refetches at the resource’s interval while somebody looks, and stops when nobody does', async () => {
  const { scheduler, count } = setup();
  scheduler.want(new Set(['pipeline', 'health']));
  await vi.advanceTimersByTimeAsync(0);
  expect([count('pipeline'), count('health')]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(2 * minute);
  expect([count('pipeline'), count('health')]).toEqual([5, 3]);
  scheduler.want(new Set(['health']));
  await vi.advanceTimersByTimeAsync(2 * minute);
  expect([count('pipeline'), count('health')]).toEqual([5, 5]);
  scheduler.want(new Set());
  await vi.advanceTimersByTimeAsync(10 * minute);
  expect([count('pipeline'), count('health')]).toEqual([5, 5]);
});

it('[C-75] does not ask again within the five minutes for which KPIs are kept', async () => {
  const { scheduler, count } = setup();
  scheduler.want(new Set(['kpis']));
  await vi.advanceTimersByTimeAsync(1000);
  scheduler.want(new Set());
  await vi.advanceTimersByTimeAsync(2 * minute);
  scheduler.want(new Set(['kpis']));
  await vi.advanceTimersByTimeAsync(2 * minute);
  expect(count('kpis')).toBe(1);
  scheduler.want(new Set());
  await vi.advanceTimersByTimeAsync(2 * minute);
  scheduler.want(new Set(['kpis']));
  await vi.advanceTimersByTimeAsync(0);
  expect(count('kpis')).toBe(2);
});

it('[C-75] tries three times more after a failure that may pass, and once for one that will not', async () => {
  const passing = setup(() => down);
  passing.scheduler.want(new Set(['kpis']));
  await vi.advanceTimersByTimeAsync(minute);
  expect(passing.count('kpis')).toBe(4);
  const final = setup(() => refused);
  final.scheduler.want(new Set(['kpis']));
  await vi.advanceTimersByTimeAsync(minute);
  expect(final.count('kpis')).toBe(1);
});

it('waits as long as the platform asks before it tries again', async () => {
  const { scheduler, count } = setup(() => ({
    ok: false,
    problem: { code: 'rate_limited', message: 'slow down', retry: true, retryAfterMs: 20_000 },
  }));
  scheduler.want(new Set(['confidence']));
  await vi.advanceTimersByTimeAsync(19_000);
  expect(count('confidence')).toBe(1);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(count('confidence')).toBe(2);
});

it('[C-76] answers a burst of events with one refetch per coalescing time, and never cuts one off', async () => {
  const answers: ((fetched: Fetched) => void)[] = [];
  const { scheduler, count } = setup(() => new Promise((resolve) => answers.push(resolve)));
  scheduler.want(new Set(['pipeline']));
  await vi.advanceTimersByTimeAsync(0);
  answers.shift()?.(ok);
  await vi.advanceTimersByTimeAsync(0);
  for (let event = 0; event < 20; event += 1) {
    scheduler.touched('pipeline');
    await vi.advanceTimersByTimeAsync(20);
  }
  expect(count('pipeline')).toBe(1);
  await vi.advanceTimersByTimeAsync(150);
  expect(count('pipeline')).toBe(2);
  // The answer is slow, and events go on: nothing is sent beside it, and one more follows it.
  for (let event = 0; event < 20; event += 1) {
    scheduler.touched('pipeline');
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(count('pipeline')).toBe(2);
  answers.shift()?.(ok);
  await vi.advanceTimersByTimeAsync(600);
  expect(count('pipeline')).toBe(3);
});

it('[C-76] does not fetch for events that nobody looks at, but does as soon as somebody looks', async () => {
  const { scheduler, count } = setup();
  scheduler.want(new Set(['health']));
  await vi.advanceTimersByTimeAsync(0);
  scheduler.want(new Set());
  scheduler.touched('health');
  await vi.advanceTimersByTimeAsync(5000);
  expect(count('health')).toBe(1);
  scheduler.want(new Set(['health']));
  await vi.advanceTimersByTimeAsync(0);
  expect(count('health')).toBe(2);
});

it('[D-37] fetches everything the person may see once at start, a few at a time', async () => {
  const answers: (() => void)[] = [];
  const { scheduler, fetched } = setup(
    () => new Promise((resolve) => answers.push(() => resolve(ok))),
    (key) => key !== 'refinanceSummary',
  );
  const done = scheduler.prewarm();
  await vi.advanceTimersByTimeAsync(0);
  const under: number[] = [];
  while (answers.length > 0) {
    under.push(answers.length);
    answers.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
  }
  await done;
  expect(new Set(fetched)).toEqual(
    new Set([
      'kpis',
      'health',
      'pipeline',
      'dlq',
      'verifications',
      'evidence',
      'jwks',
      'activity',
      'notifications',
      'confidence',
      'rbfSummary',
      'manifests',
      'series:1h',
      'series:24h',
      'series:7d',
      'series:30d',
      'incidents',
      'refinancePortfolios',
      'rbfPayments',
      'schools',
      'aiAgents',
      'aiAgreement',
      'aiOverrides',
      'aiTrail',
      'audit',
      'savedViews',
    ]),
  );
  expect(fetched).toHaveLength(26);
  expect(Math.max(...under)).toBe(3);
});

it('[D-37] fetches what failed at start as soon as the platform answers again', async () => {
  let up = false;
  const { scheduler, count } = setup(() => (up ? ok : down));
  const done = scheduler.prewarm();
  await vi.advanceTimersByTimeAsync(3 * minute);
  await done;
  const tried = count('activity');
  up = true;
  scheduler.recover();
  await vi.advanceTimersByTimeAsync(1000);
  expect(count('activity')).toBe(tried + 1);
  scheduler.recover();
  await vi.advanceTimersByTimeAsync(1000);
  expect(count('activity')).toBe(tried + 1);
});

it('[D-37] what failed at start is tried again though nobody looks where that may help, and left alone where it will not', async () => {
  const { scheduler, count } = setup((key) => (key === 'kpis' ? down : key === 'health' ? refused : ok));
  const done = scheduler.prewarm();
  await vi.advanceTimersByTimeAsync(10 * minute);
  await done;
  expect([count('kpis'), count('health'), count('dlq')]).toEqual([4, 1, 1]);
});

it('[D-14] a scheduler that was stopped waits for nothing any more, whatever was owed, coming or waiting out a failure', async () => {
  const { scheduler, held, timers } = setup((key) => (key === 'kpis' ? broken : ok));
  held.set('health', 4);
  // Answered as of an older seq than what is owed: it would be asked again.
  scheduler.owes('health', { seq: 9, epoch: 'e1' });
  scheduler.want(new Set(['health', 'kpis']));
  scheduler.touched('pipeline');
  await vi.advanceTimersByTimeAsync(10);
  // An event to come, a debt, a failure.
  expect(timers.size).toBe(3);
  await scheduler.stop();
  expect(timers.size).toBe(0);
});

it('[D-14] [D-32] a resync counts only once the rows are held as of the seq it names', async () => {
  const { scheduler, held, count } = setup((key) => {
    held.set(key, (held.get(key) ?? 0) + 10);
    return ok;
  });
  held.set('health', 30);
  // health is held as of 30 already; dlq and pipeline need two fetches to reach 15.
  const landed = scheduler.resync({ health: 25, pipeline: 15 }, 'e1');
  await vi.advanceTimersByTimeAsync(100);
  expect(await landed).toEqual(['health', 'pipeline']);
  expect([count('health'), count('pipeline'), count('dlq')]).toEqual([0, 2, 2]);
});

it('[D-14] [M-12] a resync whose fetch fails is written down as owed, holds up no topic, and is paid when the resource answers again', async () => {
  let up = false;
  const { scheduler, held, owed, count } = setup((key) => {
    if (key === 'dlq' && !up) return down;
    held.set(key, 5);
    return ok;
  });
  const landed = scheduler.resync({ pipeline: 5, kpis: 5 }, 'e1');
  await vi.advanceTimersByTimeAsync(100);
  expect(await landed).toEqual(['pipeline', 'kpis']);
  expect([...owed]).toEqual([['dlq', 5]]);
  up = true;
  const tried = count('dlq');
  await vi.advanceTimersByTimeAsync(3 * minute);
  expect([held.get('dlq'), count('dlq')]).toEqual([5, tried + 1]);
});

it('[D-14] a resync whose debt the disk does not take has not landed', async () => {
  const scheduler = createScheduler({
    load: async () => down,
    mayFetch: () => true,
    heldAsOf: async () => null,
    random: () => 0.5,
    owe: async () => false,
    setTimer: (delayMs, run) => {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
  });
  const landed = scheduler.resync({ kpis: 5 }, 'e1');
  await vi.advanceTimersByTimeAsync(100);
  expect(await landed).toEqual([]);
});

it('[M-12] [F-37] a resource that fails for ten minutes is asked ever more rarely, whatever events and resyncs come, and the others as ever', async () => {
  const { scheduler, held, count } = setup((key) => {
    if (key === 'incidents') return broken;
    held.set(key, 600);
    return ok;
  });
  scheduler.want(new Set(['incidents', 'health']));
  for (let second = 0; second < 600; second += 1) {
    scheduler.touched('system');
    if (second % 5 === 0) void scheduler.resync({ system: second }, 'e1');
    await vi.advanceTimersByTimeAsync(1000);
  }
  // 1, 2, 4 s, then its interval of a minute, then two: today it is 20 times a minute.
  expect(count('incidents')).toBeLessThanOrEqual(11);
  expect(count('incidents')).toBeGreaterThanOrEqual(8);
  expect(count('health')).toBe(11);
});

it('[M-12] [F-37] pages that come and go do not undo the wait, a person who asks does, and an answer ends it', async () => {
  let up = false;
  const { scheduler, count } = setup(() => (up ? ok : broken));
  scheduler.want(new Set(['incidents']));
  await vi.advanceTimersByTimeAsync(8000);
  const tried = count('incidents');
  for (let page = 0; page < 10; page += 1) {
    scheduler.want(new Set());
    scheduler.want(new Set(['incidents']));
    scheduler.follow('incidents');
    await vi.advanceTimersByTimeAsync(500);
  }
  expect(count('incidents')).toBe(tried);
  up = true;
  const asked = scheduler.refresh(['incidents']);
  await vi.advanceTimersByTimeAsync(10);
  expect([(await asked).ok, count('incidents')]).toEqual([true, tried + 1]);
  await vi.advanceTimersByTimeAsync(minute);
  expect(count('incidents')).toBe(tried + 2);
});

it('[M-12] a link that comes and goes does not undo the wait of what the platform itself answered with an error', async () => {
  const { scheduler, count } = setup(() => broken);
  scheduler.want(new Set(['incidents']));
  await vi.advanceTimersByTimeAsync(8000);
  const tried = count('incidents');
  for (let second = 0; second < 50; second += 1) {
    scheduler.recover();
    await vi.advanceTimersByTimeAsync(1000);
  }
  expect(count('incidents') - tried).toBeLessThanOrEqual(4);
  const before = count('incidents');
  scheduler.recover(true);
  await vi.advanceTimersByTimeAsync(10);
  expect(count('incidents')).toBe(before + 1);
});

it('[M-12] what an earlier hub owed is fetched until it is held, though nobody looks', async () => {
  let up = false;
  const { scheduler, held, count } = setup((key) => {
    if (!up) return broken;
    held.set(key, 9);
    return ok;
  });
  scheduler.owes('incidents', { seq: 9, epoch: 'e1' });
  void scheduler.prewarm();
  await vi.advanceTimersByTimeAsync(5 * minute);
  const tried = count('incidents');
  expect(tried).toBeGreaterThan(5);
  up = true;
  await vi.advanceTimersByTimeAsync(5 * minute);
  expect(count('incidents')).toBe(tried + 1);
});

it('refresh asks now, once, and says what went wrong', async () => {
  const { scheduler, count } = setup((key) => (key === 'dlq' ? down : ok));
  const outcome = scheduler.refresh(['health', 'dlq']);
  await vi.advanceTimersByTimeAsync(10);
  expect(await outcome).toMatchObject({ ok: false, problem: { code: 'network' } });
  expect([count('health'), count('dlq')]).toEqual([1, 1]);
});

it('stop waits for a fetch that is writing and lets nothing start after it', async () => {
  let finish = () => {};
  const { scheduler, fetched } = setup(
    () =>
      new Promise((resolve) => {
        finish = () => resolve(ok);
      }),
  );
  scheduler.want(new Set(['health']));
  await vi.advanceTimersByTimeAsync(0);
  let stopped = false;
  const stopping = scheduler.stop().then(() => {
    stopped = true;
  });
  await vi.advanceTimersByTimeAsync(1000);
  expect(stopped).toBe(false);
  finish();
  await stopping;
  scheduler.want(new Set(['kpis']));
  scheduler.touched('health');
  const after = scheduler.refresh(['pipeline']);
  await vi.advanceTimersByTimeAsync(10 * minute);
  expect(await after).toMatchObject({ ok: false, problem: { code: 'cancelled' } });
  expect(fetched).toEqual(['health']);
});

it('[M-13] [C-75] nothing is asked for again because somebody looks, or because the browser says that it is online, not even what failed', async () => {
  const { scheduler, count } = setup(() => refused);
  scheduler.want(new Set(['kpis']));
  await vi.advanceTimersByTimeAsync(5_000);
  const asked = count('kpis');
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  await vi.advanceTimersByTimeAsync(0);
  expect([asked, count('kpis')]).toEqual([1, 1]);
  await scheduler.stop();
  focusManager.setFocused(undefined);
});
