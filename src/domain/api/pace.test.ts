import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Pace, paceAfter, slowFromMs, slownessOf } from './pace.ts';

const after = (...took: readonly number[]): number | null => slownessOf(took.reduce<Pace>(paceAfter, []));

it('how slow answers are is what most of the newest took, in whole seconds, and nothing before one has come', {
  tags: ['M-10', 'F-32'],
}, () => {
  expect([after(), after(200), after(12_300), after(5_000, 20_000, 5_400)]).toEqual([null, null, 12_000, 5_000]);
  // One slow query is not a slow link, and a recovered link is recognised at once.
  expect([after(100, 9_000, 100), after(9_000, 9_000, 9_000, 100, 100)]).toEqual([null, null]);
});

it('no run of fast answers is called slow, and no run of slow ones fast', { tags: ['M-10'] }, () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 60_000 }), { minLength: 3 }), (took) => {
      const newest = took.slice(-3);
      if (newest.every((ms) => ms < slowFromMs)) expect(after(...took)).toBeNull();
      if (newest.every((ms) => ms >= slowFromMs)) expect(after(...took)).toBeGreaterThanOrEqual(slowFromMs);
    }),
  );
});
