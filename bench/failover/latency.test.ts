import { expect, it } from 'vitest';
import { backAfter, longestSilence, timesOf, within } from './latency.ts';

const every = (from: number, to: number, stepMs: number, tookMs: number) =>
  Array.from({ length: (to - from) / stepMs }, (_, index) => ({ at: from + index * stepMs, tookMs }));

it('counts what began in a span, its end left out', () => {
  const samples = every(0, 1000, 100, 5);
  expect(within(samples, { from: 100, to: 300 }).map(({ at }) => at)).toEqual([100, 200]);
  expect(timesOf([{ at: 0, tookMs: 9 }, ...samples])).toEqual({ count: 11, p50: 5, p95: 9, max: 9 });
  expect(timesOf([])).toEqual({ count: 0, p50: Number.NaN, p95: Number.NaN, max: Number.NaN });
});

it('measures silence at the ends of a span as well', () => {
  const span = { from: 0, to: 1000 };
  expect(longestSilence([], span)).toBe(1000);
  expect(longestSilence([{ at: 100 }, { at: 900 }], span)).toBe(800);
  expect(longestSilence([{ at: 600 }, { at: 700 }], span)).toBe(600);
  expect(longestSilence([{ at: 10 }, { at: 20 }], span)).toBe(980);
});

it('everything is as before once it stays so, and not at the first good second', () => {
  const span = { from: 0, to: 5000 };
  expect(backAfter(every(0, 5000, 100, 10), span, 50)).toBe(0);
  const bad = (second: number) => every(second * 1000, (second + 1) * 1000, 100, 90);
  const good = (second: number) => every(second * 1000, (second + 1) * 1000, 100, 10);
  expect(backAfter([...bad(0), ...good(1), ...bad(2), ...good(3), ...good(4)], span, 50)).toBe(3000);
  // A second without samples is not good.
  expect(backAfter([...good(0), ...good(2), ...good(3), ...good(4)], span, 50)).toBe(2000);
  expect(backAfter([...good(0), ...good(1), ...good(2), ...good(3)], span, 50)).toBeNull();
});
