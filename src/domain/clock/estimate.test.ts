import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ClockEstimate, improveClock } from './estimate.ts';

it('takes half the round trip into account', { tags: ['D-29'] }, () => {
  // Stamped 100 ms before it arrived, by a clock an hour ahead.
  expect(improveClock(null, 3_600_000 - 100, 0, 200)).toEqual({ offsetMs: 3_600_000, errorMs: 100, measuredAt: 0 });
});

it('prefers the shortest round trip, until it is ten minutes old', { tags: ['D-29'] }, () => {
  const good = improveClock(null, 1000, 0, 10);
  expect(improveClock(good, 60_000 + 900, 60_000, 400)).toBe(good);
  expect(improveClock(good, 600_000 + 900, 600_000, 400)).toBe(good);
  expect(improveClock(good, 600_001 + 900, 600_001, 400).errorMs).toBe(200);
});

it('of two samples as good as each other believes the newer one, since clocks drift', { tags: ['D-29'] }, () => {
  const before = improveClock(null, 1000, 0, 10);
  expect(improveClock(before, 61_020, 60_000, 10)).toEqual({ offsetMs: 1025, errorMs: 5, measuredAt: 60_000 });
});

it('believes the new sample at once when the device’s clock was set', { tags: ['D-29'] }, () => {
  const before = improveClock(null, 5_000, 5_000, 10);
  expect(improveClock(before, 7_000, 8 * 3_600_000, 400).offsetMs).toBeLessThan(-28_000_000);
});

it('is never further from the truth than half the round trip it chose, for a steady clock', { tags: ['D-29'] }, () => {
  const sample = fc.record({
    gapMs: fc.integer({ min: 1, max: 60_000 }),
    upMs: fc.integer({ min: 0, max: 2000 }),
    downMs: fc.integer({ min: 0, max: 2000 }),
  });
  fc.assert(
    fc.property(fc.integer({ min: -86_400_000, max: 86_400_000 }), fc.array(sample, { minLength: 1, maxLength: 30 }), (truth, samples) => {
      let estimate: ClockEstimate | null = null;
      let deviceNow = 1_000_000;
      for (const { gapMs, upMs, downMs } of samples) {
        deviceNow += gapMs + upMs;
        const serverTime = deviceNow + truth;
        deviceNow += downMs;
        estimate = improveClock(estimate, serverTime, deviceNow, upMs + downMs);
        expect(Math.abs(estimate.offsetMs - truth)).toBeLessThanOrEqual(estimate.errorMs + 1);
      }
    }),
  );
});
