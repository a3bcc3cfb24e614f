import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseReloads, planReload, type Reloads, reloadsText } from './recovery.ts';

it('a wall that fails at once each time loads itself anew for ever, ever more slowly', { tags: ['K-10'] }, () => {
  let held: Reloads | null = null;
  let now = 0;
  const pauses: number[] = [];
  for (let go = 0; go < 12; go++) {
    const { delayMs, after } = planReload(held, now);
    pauses.push(delayMs);
    held = parseReloads(reloadsText(after));
    now += delayMs + 1000;
  }
  expect(pauses.slice(0, 4)).toEqual([5_000, 10_000, 20_000, 40_000]);
  expect(pauses.at(-1)).toBe(300_000);
  expect(planReload(held, now + 600_000).delayMs).toBe(5_000);
});

it('a page that has stood for ten minutes, to the millisecond, was no failure: the pause is the shortest again', {
  tags: ['M-13', 'K-10'],
}, () => {
  const before = { count: 3, at: 1_000 };
  expect(planReload(before, 1_000 + 599_999)).toMatchObject({ delayMs: 40_000, after: { count: 4 } });
  expect(planReload(before, 1_000 + 600_000)).toMatchObject({ delayMs: 5_000, after: { count: 1 } });
});

it('what storage holds that is not ours counts as nothing', { tags: ['K-10'] }, () => {
  for (const text of [null, '', '0 5', '-1 5', '1.5 5', '1', '1 x', '1 5 9']) expect(parseReloads(text), String(text)).toBeNull();
  expect(parseReloads(reloadsText({ count: 1, at: 5 }))).toEqual({ count: 1, at: 5 });
  fc.assert(
    fc.property(fc.option(fc.string()), fc.integer(), (text, now) => {
      const { delayMs } = planReload(parseReloads(text), now);
      expect(delayMs).toBeGreaterThanOrEqual(5_000);
      expect(delayMs).toBeLessThanOrEqual(300_000);
    }),
  );
});
