import { environmentManager } from '@tanstack/query-core';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { broken, createScheduling, down, ok, refused } from '../../../../tests/builders/scheduling.ts';
import { resourceKeys } from '../../../domain/freshness/resources.ts';
import type { Fetched } from './fetchContext.ts';

const minute = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
  // A worker has no window, like Node, so query-core takes it for a server, whatever an earlier test has set.
  environmentManager.setIsServer(() => true);
});
afterEach(() => void vi.useRealTimers());

it('tries three times more after a failure that may pass, and once for one that will not', { tags: ['C-75'] }, async () => {
  const passing = createScheduling(() => down);
  passing.scheduler.subscribe(new Set(['kpis']));
  await vi.advanceTimersByTimeAsync(minute);
  expect(passing.count('kpis')).toBe(4);
  const final = createScheduling(() => refused);
  final.scheduler.subscribe(new Set(['kpis']));
  await vi.advanceTimersByTimeAsync(minute);
  expect(final.count('kpis')).toBe(1);
});

it('while every answer is slow, connections are left beside the reads, and what somebody looks at does not wait for what was only fetched ahead', {
  tags: ['F-32'],
}, async () => {
  const open: ((fetched: Fetched) => void)[] = [];
  const { scheduler, fetched } = createScheduling(() => new Promise((resolve) => open.push(resolve)));
  void scheduler.prewarm();
  await vi.advanceTimersByTimeAsync(0);
  expect(fetched).toHaveLength(3);
  const looked = ['incidents', 'schools', 'audit', 'aiTrail', 'rbfPayments', 'savedViews'] as const;
  scheduler.subscribe(new Set(looked));
  await vi.advanceTimersByTimeAsync(0);
  let most = 0;
  for (let answered = 0; open.length > 0; answered += 1) {
    most = Math.max(most, open.length);
    open.shift()?.(ok);
    await vi.advanceTimersByTimeAsync(0);
    if (answered === 2 + looked.length) expect(fetched.slice(0, 4 + looked.length)).toEqual(expect.arrayContaining([...looked]));
  }
  // Of a browser's six connections to an HTTP/1.1 host: one for the stream, one free.
  expect(most).toBe(4);
  expect(new Set(fetched).size).toBe(resourceKeys.length);
});

it('a read that waits for its turn when its person leaves is not sent any more', { tags: ['F-32'] }, async () => {
  const { scheduler, fetched, timers } = createScheduling(
    (_key, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(down))),
  );
  scheduler.subscribe(new Set(resourceKeys));
  await vi.advanceTimersByTimeAsync(0);
  const sent = fetched.length;
  expect(sent).toBeGreaterThan(0);
  await scheduler.stop();
  await vi.advanceTimersByTimeAsync(0);
  // An aborted read has not failed: no retry is set for it.
  expect(timers.size).toBe(0);
  await vi.advanceTimersByTimeAsync(minute);
  expect(fetched).toHaveLength(sent);
});

it('waits as long as the platform asks before it tries again', async () => {
  const { scheduler, count } = createScheduling(() => ({
    ok: false,
    problem: { code: 'rate_limited', message: 'slow down', retry: true, retryAfterMs: 20_000 },
  }));
  scheduler.subscribe(new Set(['confidence']));
  await vi.advanceTimersByTimeAsync(19_000);
  expect(count('confidence')).toBe(1);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(count('confidence')).toBe(2);
});

it('what failed at start is tried again though nobody looks where that may help, and left alone where it will not', {
  tags: ['D-37'],
}, async () => {
  const { scheduler, count } = createScheduling((key) => (key === 'kpis' ? down : key === 'health' ? refused : ok));
  const done = scheduler.prewarm();
  await vi.advanceTimersByTimeAsync(10 * minute);
  await done;
  expect([count('kpis'), count('health'), count('dlq')]).toEqual([4, 1, 1]);
});

it('a resync whose fetch fails is written down as owed, holds up no topic, and is paid when the resource answers again', {
  tags: ['D-14', 'M-12'],
}, async () => {
  let up = false;
  const { scheduler, held, owed, count } = createScheduling((key) => {
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

it('a resource that fails for ten minutes is asked ever more rarely, whatever events and resyncs come, and the others as ever', {
  tags: ['M-12', 'F-37'],
}, async () => {
  const { scheduler, held, count } = createScheduling((key) => {
    if (key === 'incidents') return broken;
    held.set(key, 600);
    return ok;
  });
  scheduler.subscribe(new Set(['incidents', 'health']));
  for (let second = 0; second < 600; second += 1) {
    scheduler.touched('system');
    if (second % 5 === 0) void scheduler.resync({ system: second }, 'e1');
    await vi.advanceTimersByTimeAsync(1000);
  }
  // 1, 2, 4 s, then its interval of one minute, then two: 20 times a minute without back-off.
  expect(count('incidents')).toBeLessThanOrEqual(11);
  expect(count('incidents')).toBeGreaterThanOrEqual(8);
  expect(count('health')).toBe(11);
});

it('pages that come and go do not undo the wait, a person who asks does, and an answer ends it', { tags: ['M-12', 'F-37'] }, async () => {
  let up = false;
  const { scheduler, count } = createScheduling(() => (up ? ok : broken));
  scheduler.subscribe(new Set(['incidents']));
  await vi.advanceTimersByTimeAsync(8000);
  const tried = count('incidents');
  for (let page = 0; page < 10; page += 1) {
    scheduler.subscribe(new Set());
    scheduler.subscribe(new Set(['incidents']));
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

it('an event has nothing fetched that its person may not see, nor anything for who has left', { tags: ['M-13', 'D-19'] }, async () => {
  const { scheduler, fetched } = createScheduling(
    () => ok,
    (key) => key !== 'incidents',
  );
  scheduler.follow('incidents');
  scheduler.follow('schools');
  await vi.advanceTimersByTimeAsync(minute);
  expect(fetched).toEqual(['schools']);
  await scheduler.stop();
  scheduler.follow('schools');
  await vi.advanceTimersByTimeAsync(minute);
  expect(fetched).toEqual(['schools']);
});

it('a link that comes and goes does not undo the wait of what the platform itself answered with an error', { tags: ['M-12'] }, async () => {
  const { scheduler, count } = createScheduling(() => broken);
  scheduler.subscribe(new Set(['incidents']));
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

it('a link that comes back never makes a wait longer than it was', { tags: ['M-12'] }, async () => {
  const { scheduler, count } = createScheduling(() => broken);
  scheduler.subscribe(new Set(['incidents']));
  await vi.advanceTimersByTimeAsync(100);
  expect(count('incidents')).toBe(1);
  // The first delay is about one second; a hurried one would be five.
  scheduler.recover();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(count('incidents')).toBe(2);
});

it('what failed and was left alone is tried as soon as somebody looks', { tags: ['M-12'] }, async () => {
  const { scheduler, count } = createScheduling(() => refused);
  void scheduler.refresh(['kpis']);
  await vi.advanceTimersByTimeAsync(10 * minute);
  expect(count('kpis')).toBe(1);
  scheduler.subscribe(new Set(['kpis']));
  await vi.advanceTimersByTimeAsync(10);
  expect(count('kpis')).toBe(2);
});

it('what was owed of a log that is no more is not asked for again and again', { tags: ['M-12'] }, async () => {
  const { scheduler, held, count } = createScheduling();
  held.set('kpis', 5);
  scheduler.owes('incidents', { seq: 9, epoch: 'e0' });
  void scheduler.resync({ kpis: 5 }, 'e1');
  void scheduler.refresh(['incidents']);
  await vi.advanceTimersByTimeAsync(minute);
  expect(count('incidents')).toBe(1);
});

it('what an earlier hub owed is fetched until it is held, though nobody looks', { tags: ['M-12'] }, async () => {
  let up = false;
  const { scheduler, held, count } = createScheduling((key) => {
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

/** A platform that answers at once until `isSlow`; a read aborted meanwhile gets no answer. `held` is the number of the newest answer. */
function slowAtWill() {
  const line = { isSlow: false };
  const free = new Set<() => void>();
  const scheduling = createScheduling(async (key, signal) => {
    const asked = scheduling.count(key);
    if (line.isSlow)
      await new Promise<void>((resolve) => {
        free.add(resolve);
        signal.addEventListener('abort', () => resolve());
      });
    if (signal.aborted) return { ok: false, problem: { code: 'cancelled', message: 'left', retry: false } };
    scheduling.held.set(key, asked);
    return ok;
  });
  const answer = (): void => {
    line.isSlow = false;
    for (const go of free) go();
  };
  return { ...scheduling, line, answer };
}

it('what an event has made old is old to whoever comes back, though its read ended as they left', { tags: ['C-76', 'M-11'] }, async () => {
  const { scheduler, line, answer, held, count } = slowAtWill();
  scheduler.subscribe(new Set(['health']));
  await vi.advanceTimersByTimeAsync(0);
  line.isSlow = true;
  scheduler.touched('health');
  await vi.advanceTimersByTimeAsync(5_000);
  expect([count('health'), held.get('health')]).toEqual([2, 1]);
  scheduler.subscribe(new Set());
  await vi.advanceTimersByTimeAsync(0);
  answer();
  scheduler.subscribe(new Set(['health']));
  await vi.advanceTimersByTimeAsync(0);
  expect(held.get('health')).toBeGreaterThan(1);
});

it('whoever asked for rows is not told that they came when the read ended with another page', { tags: ['D-51'] }, async () => {
  const { scheduler, line, answer, held } = slowAtWill();
  scheduler.subscribe(new Set(['health']));
  await vi.advanceTimersByTimeAsync(0);
  line.isSlow = true;
  const asked = scheduler.refresh(['health']);
  await vi.advanceTimersByTimeAsync(0);
  scheduler.subscribe(new Set());
  await vi.advanceTimersByTimeAsync(0);
  answer();
  await vi.advanceTimersByTimeAsync(0);
  expect([(await asked).ok, held.get('health')]).toEqual([true, 2]);
});

it('a page that comes and goes while everything is fetched ahead takes none of it away', { tags: ['D-37'] }, async () => {
  const { scheduler, line, answer, held } = slowAtWill();
  line.isSlow = true;
  void scheduler.prewarm();
  await vi.advanceTimersByTimeAsync(0);
  scheduler.subscribe(new Set(['health']));
  await vi.advanceTimersByTimeAsync(0);
  scheduler.subscribe(new Set());
  await vi.advanceTimersByTimeAsync(0);
  answer();
  await vi.advanceTimersByTimeAsync(minute);
  expect([...held.keys()].toSorted()).toEqual([...resourceKeys].toSorted());
});

it('what a resync asks for is asked until it is held, however often pages come and go meanwhile', { tags: ['M-12', 'D-14'] }, async () => {
  const { scheduler, line, answer, held, count } = slowAtWill();
  scheduler.subscribe(new Set(['health']));
  await vi.advanceTimersByTimeAsync(0);
  line.isSlow = true;
  const landed = scheduler.resync({ health: 2 }, 'e1');
  for (let page = 0; page < 3; page += 1) {
    await vi.advanceTimersByTimeAsync(0);
    scheduler.subscribe(new Set());
    await vi.advanceTimersByTimeAsync(0);
    scheduler.subscribe(new Set(['health']));
  }
  scheduler.subscribe(new Set());
  await vi.advanceTimersByTimeAsync(0);
  answer();
  await vi.advanceTimersByTimeAsync(minute);
  expect(await landed).toEqual(['health']);
  expect([count('health') >= 2, held.get('health')]).toEqual([true, expect.any(Number)]);
  expect(held.get('health')).toBeGreaterThanOrEqual(2);
});

it('a part of the platform that takes every call and answers none holds up the rest once, for as long as a call waits, and no more', {
  tags: ['M-12', 'F-37'],
}, async () => {
  const sick = ['incidents', 'schools', 'aiTrail', 'rbfPayments', 'savedViews', 'aiAgents'] as const;
  let most = 0;
  let hanging = 0;
  const { scheduler, count } = createScheduling(async (key) => {
    if (!sick.some((one) => one === key)) return ok;
    hanging += 1;
    most = Math.max(most, hanging);
    await new Promise((resolve) => setTimeout(resolve, 30_000));
    hanging -= 1;
    return { ok: false, problem: { code: 'timeout', message: 'no byte', retry: true } };
  });
  scheduler.subscribe(new Set(sick));
  // Four at once, then the two that waited.
  await vi.advanceTimersByTimeAsync(minute);
  most = 0;
  for (let second = 0; second < 600; second += 1) {
    const asked = scheduler.refresh(['health']);
    await vi.advanceTimersByTimeAsync(1_000);
    await expect(Promise.race([asked, Promise.resolve('waits')])).resolves.toEqual({ ok: true, value: null });
  }
  expect(most).toBe(2);
  for (const key of sick) expect(count(key)).toBeGreaterThan(2);
});
