import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createMending } from './mending.ts';

const asked: [string, number][] = [];
let began = 0;
beforeEach(() => {
  vi.useFakeTimers();
  began = Date.now();
  asked.length = 0;
});
afterEach(() => void vi.useRealTimers());

const mending = () =>
  createMending({
    ask: (key) => void asked.push([key, (Date.now() - began) / 1000]),
    now: () => Date.now(),
    setTimer(delayMs, run) {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
  });

it('a damaged row is asked for at once, and one that is damaged soon after is not left lying', { tags: ['F-25'] }, () => {
  const { need } = mending();
  const come = need('verifications');
  vi.advanceTimersByTime(100);
  come();
  // Another row, two seconds after the first: fetched as soon as five seconds have passed, without a new read.
  vi.advanceTimersByTime(1_900);
  need('verifications');
  vi.advanceTimersByTime(3_500);
  expect(asked).toEqual([
    ['verifications', 0],
    ['verifications', 5],
  ]);
});

it('what stays damaged is asked for ever more seldom, each minute in the end, and no more once nobody reads it', {
  tags: ['F-25', 'M-12'],
}, () => {
  const { need } = mending();
  const ends = [need('dlq'), need('dlq')];
  vi.advanceTimersByTime(200_000);
  expect(asked.map(([, at]) => at)).toEqual([0, 5, 15, 35, 75, 135, 195]);
  ends[0]?.();
  ends[0]?.();
  vi.advanceTimersByTime(60_000);
  expect(asked).toHaveLength(8);
  ends[1]?.();
  vi.advanceTimersByTime(600_000);
  expect(asked).toHaveLength(8);
});

it('one resource is not kept waiting for another', { tags: ['F-25'] }, () => {
  const { need } = mending();
  need('dlq');
  need('kpis');
  vi.advanceTimersByTime(0);
  expect(asked).toEqual([
    ['dlq', 0],
    ['kpis', 0],
  ]);
});
