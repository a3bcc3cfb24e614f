import { expect, it } from 'vitest';
import { median, medianRatio, percentile, slope, slopeError } from './statistics.ts';

it('takes nearest-rank percentiles and medians of unsorted values', () => {
  const values = [5, 1, 4, 2, 3];
  expect([percentile(values, 0.5), percentile(values, 0.95), percentile(values, 0), median(values)]).toEqual([3, 5, 1, 3]);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(percentile([], 0.5)).toBeNaN();
});

it('compares within rounds, so that one slow round does not move the ratio', () => {
  expect(medianRatio([10, 100, 12], [5, 50, 6])).toBe(2);
});

it('finds the slope of a line through noisy points', () => {
  expect(slope([0, 1, 2, 3].map((x) => ({ x, y: 7 + 3 * x + (x % 2 === 0 ? 1 : -1) })))).toBeCloseTo(2.6, 10);
  expect(slope([0, 1, 2].map((x) => ({ x, y: 5 })))).toBe(0);
});

it('knows how far a slope may be off: not at all on a line, more the farther the points lie from it', () => {
  const off = (by: number) => [0, 1, 2, 3, 4, 5].map((x) => ({ x, y: 2 * x + (x % 2 === 0 ? by : -by) }));
  expect(slopeError(off(0))).toBe(0);
  expect(slopeError(off(2))).toBeCloseTo(2 * slopeError(off(1)), 10);
  // Six points one off a line, by the textbook formula: the residual sum of squares (5.828...) over 4, over 17.5, square root.
  expect(slopeError(off(1))).toBeCloseTo(Math.sqrt((6 - 9 / 17.5) / 4 / 17.5), 10);
  expect(slopeError(off(1).slice(0, 2))).toBeNaN();
});
