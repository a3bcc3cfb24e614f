import { environmentManager, focusManager, onlineManager } from '@tanstack/query-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { broken, createScheduling, down, ok, refused } from '../../../../tests/builders/scheduling.ts';
import { resourceKeys } from '../../../domain/freshness/resources.ts';
import type { Fetched } from './fetchContext.ts';
import { createScheduler } from './scheduler.ts';

const minute = 60_000;
const damaged: Fetched = { ok: false, problem: { code: 'bad_shape', message: 'came damaged', retry: false } };
const hung: Fetched = { ok: false, problem: { code: 'timeout', message: 'no byte', retry: true } };

beforeEach(() => {
  vi.useFakeTimers();
  // A worker has no window, like Node, so query-core takes it for a server, whatever an earlier test has set.
  environmentManager.setIsServer(() => true);
});
afterEach(() => void vi.useRealTimers());

it('refetches at the resource’s interval while somebody looks, and stops when nobody does', { tags: ['C-75'] }, async () => {
  const { scheduler, count } = createScheduling();
  scheduler.subscribe(new Set(['pipeline', 'health']));
  await vi.advanceTimersByTimeAsync(0);
  expect([count('pipeline'), count('health')]).toEqual([1, 1]);
  await vi.advanceTimersByTimeAsync(2 * minute);
  expect([count('pipeline'), count('health')]).toEqual([5, 3]);
  scheduler.subscribe(new Set(['health']));
  await vi.advanceTimersByTimeAsync(2 * minute);
  expect([count('pipeline'), count('health')]).toEqual([5, 5]);
  scheduler.subscribe(new Set());
  await vi.advanceTimersByTimeAsync(10 * minute);
  expect([count('pipeline'), count('health')]).toEqual([5, 5]);
});

it('does not ask again within the five minutes for which KPIs are kept', { tags: ['C-75'] }, async () => {
  const { scheduler, count } = createScheduling();
  scheduler.subscribe(new Set(['kpis']));
  await vi.advanceTimersByTimeAsync(1000);
  scheduler.subscribe(new Set());
  await vi.advanceTimersByTimeAsync(2 * minute);
  scheduler.subscribe(new Set(['kpis']));
  await vi.advanceTimersByTimeAsync(2 * minute);
  expect(count('kpis')).toBe(1);
  scheduler.subscribe(new Set());
  await vi.advanceTimersByTimeAsync(2 * minute);
  scheduler.subscribe(new Set(['kpis']));
  await vi.advanceTimersByTimeAsync(0);
  expect(count('kpis')).toBe(2);
});

it('answers a burst of events with one refetch per coalescing time, and never cuts one off', { tags: ['C-76'] }, async () => {
  const answers: ((fetched: Fetched) => void)[] = [];
  const { scheduler, count } = createScheduling(() => new Promise((resolve) => answers.push(resolve)));
  scheduler.subscribe(new Set(['pipeline']));
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
  // The answer is slow and events continue: nothing is sent in parallel, and one more request follows.
  for (let event = 0; event < 20; event += 1) {
    scheduler.touched('pipeline');
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(count('pipeline')).toBe(2);
  answers.shift()?.(ok);
  await vi.advanceTimersByTimeAsync(600);
  expect(count('pipeline')).toBe(3);
});

it('two events of one coalescing time are one refetch, however fast it is answered', { tags: ['C-76'] }, async () => {
  const { scheduler, count } = createScheduling();
  scheduler.subscribe(new Set(['pipeline']));
  await vi.advanceTimersByTimeAsync(0);
  scheduler.touched('pipeline');
  await vi.advanceTimersByTimeAsync(100);
  scheduler.touched('pipeline');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(count('pipeline')).toBe(2);
});

it('does not fetch for events that nobody looks at, but does as soon as somebody looks', { tags: ['C-76'] }, async () => {
  const { scheduler, count } = createScheduling();
  scheduler.subscribe(new Set(['health']));
  await vi.advanceTimersByTimeAsync(0);
  scheduler.subscribe(new Set());
  scheduler.touched('health');
  await vi.advanceTimersByTimeAsync(5000);
  expect(count('health')).toBe(1);
  scheduler.subscribe(new Set(['health']));
  await vi.advanceTimersByTimeAsync(0);
  expect(count('health')).toBe(2);
});

it('fetches everything the person may see once at start, a few at a time', { tags: ['D-37'] }, async () => {
  const answers: (() => void)[] = [];
  const { scheduler, fetched } = createScheduling(
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
  // Each once, in the order of the table: the first screen's data first.
  expect(fetched).toEqual(resourceKeys.filter((key) => key !== 'refinanceSummary'));
  expect(Math.max(...under)).toBe(3);
});

it('fetches what failed at start as soon as the platform answers again', { tags: ['D-37'] }, async () => {
  let up = false;
  const { scheduler, count } = createScheduling(() => (up ? ok : down));
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

it('a scheduler that was stopped waits for nothing any more, whatever was owed, coming or waiting out a failure', {
  tags: ['D-14'],
}, async () => {
  const { scheduler, held, timers } = createScheduling((key) => (key === 'kpis' ? broken : ok));
  held.set('health', 4);
  // Answered as of an older seq than what is owed: it would be fetched again.
  scheduler.owes('health', { seq: 9, epoch: 'e1' });
  scheduler.subscribe(new Set(['health', 'kpis']));
  scheduler.touched('pipeline');
  await vi.advanceTimersByTimeAsync(10);
  // A coalesced event, a debt, a failure.
  expect(timers.size).toBe(3);
  await scheduler.stop();
  expect(timers.size).toBe(0);
});

it('a resync counts only once the rows are held as of the seq it names', { tags: ['D-14', 'D-32'] }, async () => {
  const { scheduler, held, count } = createScheduling((key) => {
    held.set(key, (held.get(key) ?? 0) + 10);
    return ok;
  });
  held.set('health', 30);
  // health is stored as of 30 already; dlq and pipeline need two fetches to reach 15.
  const landed = scheduler.resync({ health: 25, pipeline: 15 }, 'e1');
  await vi.advanceTimersByTimeAsync(100);
  expect(await landed).toEqual(['health', 'pipeline']);
  expect([count('health'), count('pipeline'), count('dlq')]).toEqual([0, 2, 2]);
});

it('a resync whose debt the disk does not take has not landed', { tags: ['D-14'] }, async () => {
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

it('refresh asks now, once, and says what went wrong', async () => {
  const { scheduler, count } = createScheduling((key) => (key === 'dlq' ? down : ok));
  const outcome = scheduler.refresh(['health', 'dlq']);
  await vi.advanceTimersByTimeAsync(10);
  expect(await outcome).toMatchObject({ ok: false, problem: { code: 'network' } });
  expect([count('health'), count('dlq')]).toEqual([1, 1]);
});

it('what is wished while a read is under way is asked once more when that has ended, once for all who wished it', {
  tags: ['C-64', 'C-76'],
}, async () => {
  const answers: ((fetched: Fetched) => void)[] = [];
  const { scheduler, count } = createScheduling(() => new Promise((resolve) => answers.push(resolve)));
  scheduler.subscribe(new Set(['health']));
  await vi.advanceTimersByTimeAsync(0);
  // From here on the platform's answer would differ from that of the read under way.
  let came = 0;
  for (let wish = 0; wish < 3; wish += 1) void scheduler.refresh(['health']).then(({ ok: did }) => (came += did ? 1 : 0));
  await vi.advanceTimersByTimeAsync(0);
  expect(count('health')).toBe(1);
  answers.shift()?.(ok);
  await vi.advanceTimersByTimeAsync(0);
  expect([count('health'), came]).toEqual([2, 0]);
  // This read, too, was sent before the next request.
  const last = scheduler.refresh(['health']);
  answers.shift()?.(ok);
  await vi.advanceTimersByTimeAsync(0);
  expect([count('health'), came]).toEqual([3, 3]);
  answers.shift()?.(ok);
  await vi.advanceTimersByTimeAsync(0);
  expect(await last).toEqual({ ok: true, value: null });
  expect(count('health')).toBe(3);
});

it('a read that waits for its turn is sent after whatever is wished meanwhile, and counts for it', { tags: ['C-76', 'F-32'] }, async () => {
  const answers: (() => void)[] = [];
  const { scheduler, count } = createScheduling(() => new Promise((resolve) => answers.push(() => resolve(ok))));
  scheduler.subscribe(new Set(['kpis', 'pipeline', 'dlq', 'activity', 'health']));
  await vi.advanceTimersByTimeAsync(0);
  expect(count('health')).toBe(0);
  const asked = scheduler.refresh(['health']);
  while (answers.length > 0) {
    answers.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
  }
  expect([await asked, count('health')]).toEqual([{ ok: true, value: null }, 1]);
});

it('a read under way that the platform refuses is no answer to what is wished meanwhile; that nothing answers it is, and waits out its delay', {
  tags: ['C-76', 'F-37'],
}, async () => {
  for (const [failure, times] of [
    [broken, 2],
    [damaged, 2],
    [down, 1],
    [hung, 1],
  ] as const) {
    const answers: ((fetched: Fetched) => void)[] = [];
    const { scheduler, count } = createScheduling(() => new Promise((resolve) => answers.push(resolve)));
    scheduler.subscribe(new Set(['health']));
    await vi.advanceTimersByTimeAsync(0);
    const asked = scheduler.refresh(['health']);
    answers.shift()?.(failure);
    await vi.advanceTimersByTimeAsync(500);
    answers.shift()?.(ok);
    expect([await asked, count('health')]).toEqual([times === 2 ? { ok: true, value: null } : failure, times]);
    await scheduler.stop();
  }
});

it('stop waits for a fetch that is writing and lets nothing start after it', async () => {
  let finish = () => {};
  const { scheduler, fetched } = createScheduling(
    () =>
      new Promise((resolve) => {
        finish = () => resolve(ok);
      }),
  );
  scheduler.subscribe(new Set(['health']));
  await vi.advanceTimersByTimeAsync(0);
  let stopped = false;
  const stopping = scheduler.stop().then(() => {
    stopped = true;
  });
  await vi.advanceTimersByTimeAsync(1000);
  expect(stopped).toBe(false);
  finish();
  await stopping;
  scheduler.subscribe(new Set(['kpis']));
  scheduler.touched('health');
  const after = scheduler.refresh(['pipeline']);
  await vi.advanceTimersByTimeAsync(10 * minute);
  expect(await after).toMatchObject({ ok: false, problem: { code: 'cancelled' } });
  expect(fetched).toEqual(['health']);
});

it('nothing is asked for again because somebody looks, or because the browser says that it is online, not even what failed', {
  tags: ['M-13', 'C-75'],
}, async () => {
  const { scheduler, count } = createScheduling(() => refused);
  scheduler.subscribe(new Set(['kpis']));
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

it('with the device’s clock set back it asks for what an event, a page, a resync or a person wants, and does not take what came before for news', {
  tags: ['M-5', 'F-20', 'C-76'],
}, async () => {
  const { scheduler, count, held, owed } = createScheduling();
  for (const backMs of [3 * 60 * minute, 20 * 365 * 24 * 60 * minute]) {
    await scheduler.prewarm();
    const [kpis, pipeline, health] = [count('kpis'), count('pipeline'), count('health')];
    vi.setSystemTime(Date.now() - backMs);
    expect(await scheduler.refresh(['kpis'])).toEqual({ ok: true, value: null });
    expect(count('kpis')).toBe(kpis + 1);
    vi.setSystemTime(Date.now() - backMs);
    scheduler.subscribe(new Set(['pipeline']));
    await vi.advanceTimersByTimeAsync(0);
    expect(count('pipeline'), 'looked at').toBe(pipeline + 1);
    vi.setSystemTime(Date.now() - backMs);
    scheduler.touched('pipeline');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(count('pipeline'), 'told of').toBe(pipeline + 2);
    held.set('health', 1);
    await scheduler.resync({ health: 7 }, 'e1');
    expect([count('health'), owed.has('health')], 'asked twice for what is not held as of then, and owed').toEqual([health + 2, true]);
    scheduler.subscribe(new Set());
    owed.clear();
    vi.setSystemTime(Date.now() + 3 * backMs);
    await vi.advanceTimersByTimeAsync(0);
  }
  await scheduler.stop();
});

it('what somebody may not see is not asked for because the platform is back', { tags: ['M-13', 'C-69'] }, async () => {
  const { scheduler, fetched } = createScheduling(
    () => ok,
    (key) => key !== 'refinanceSummary',
  );
  scheduler.recover();
  await vi.advanceTimersByTimeAsync(0);
  expect(fetched).toContain('health');
  expect(fetched).not.toContain('refinanceSummary');
  await scheduler.stop();
});

it('a stay that ends while it is read what is held asks for nothing more, whatever was owed', { tags: ['M-13', 'D-14'] }, async () => {
  let tellHeld = (_held: number | null) => {};
  const timers = new Set<() => void>();
  const scheduler = createScheduler({
    load: async () => ok,
    mayFetch: () => true,
    heldAsOf: () => new Promise((resolve) => (tellHeld = resolve)),
    random: () => 0.5,
    owe: async () => true,
    setTimer: (_delayMs, run) => {
      timers.add(run);
      return () => timers.delete(run);
    },
  });
  scheduler.owes('health', { seq: 9, epoch: 'e1' });
  expect(await scheduler.refresh(['health'])).toEqual({ ok: true, value: null });
  await scheduler.stop();
  tellHeld(4);
  await vi.advanceTimersByTimeAsync(0);
  expect(timers.size).toBe(0);
});
