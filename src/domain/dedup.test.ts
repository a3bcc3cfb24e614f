import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHighWater, createSeenSet } from './dedup.ts';

describe('the seen set', () => {
  it('drops what was seen, and is trimmed to the latest 500 when above 1000', { tags: ['C-57'] }, () => {
    const seen = createSeenSet();
    for (let n = 0; n < 1000; n += 1) expect(seen.add(`r ${n}`)).toBe(true);
    expect(seen.size()).toBe(1000);
    expect(seen.add('r 0')).toBe(false);
    seen.add('r 1000');
    expect(seen.size()).toBe(500);
    expect(seen.add('r 501')).toBe(false);
    expect(seen.add('r 500')).toBe(true);
  });

  it('never grows past its limit, and always knows the latest 500', { tags: ['C-57'] }, () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 4000 }), (numbers) => {
        const seen = createSeenSet();
        const order: number[] = [];
        for (const n of numbers) {
          if (seen.add(String(n))) order.push(n);
          expect(seen.size()).toBeLessThanOrEqual(1000);
        }
        for (const n of order.slice(-500)) expect(seen.add(String(n))).toBe(false);
      }),
      { numRuns: 50 },
    );
  });
});

describe('high-water marks', () => {
  it('let only a version above the last seen pass', { tags: ['C-58'] }, () => {
    const marks = createHighWater();
    expect([marks.raise('a', 3), marks.raise('a', 3), marks.raise('a', 2), marks.raise('a', 4), marks.raise('b', 1)]).toEqual([
      true,
      false,
      false,
      true,
      true,
    ]);
  });

  it('are bounded: the resource longest unheard of is forgotten', { tags: ['D-13'] }, () => {
    const marks = createHighWater(2);
    marks.raise('a', 1);
    marks.raise('b', 1);
    marks.raise('a', 2);
    marks.raise('c', 1);
    expect([marks.of('a'), marks.of('b'), marks.of('c'), marks.size()]).toEqual([2, null, 1, 2]);
  });
});
