import fc from 'fast-check';
import { expect, it } from 'vitest';
import { businessNowOf, isOfRealClock, nowBeside } from './businessClock.ts';

it('stands still while simulation is off, and is the platform clock otherwise', { tags: ['D-16'] }, () => {
  const now = Date.parse('2026-11-21T09:00:00Z');
  expect(businessNowOf({ mode: 'off', businessTime: '2025-11-18T11:26:06Z' }, now)).toBe(Date.parse('2025-11-18T11:26:06Z'));
  expect(businessNowOf({ mode: 'live', businessTime: '2025-11-18T11:26:06Z' }, now)).toBe(now);
  expect(businessNowOf(null, now)).toBe(now);
});

it('what happened after the day that stands is read beside the real clock: nothing has an age below nought', { tags: ['S-11'] }, () => {
  const epoch = fc.integer({ min: 0, max: 4e12 });
  fc.assert(
    fc.property(epoch, epoch, epoch, (a, b, at) => {
      const [standsAt, real] = [Math.min(a, b), Math.max(a, b)];
      fc.pre(at <= real);
      expect(nowBeside(at, standsAt, real)).toBe(isOfRealClock(at, standsAt) ? real : standsAt);
      expect(nowBeside(at, standsAt, real) - at).toBeGreaterThanOrEqual(0);
      expect(isOfRealClock(at, null)).toBe(false);
    }),
  );
});
