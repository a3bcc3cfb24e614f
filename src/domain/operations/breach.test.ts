import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SeriesPoint } from '../../contracts/series.ts';
import { breachRules, breachUrgency, minutesToBreach } from './breach.ts';

const nowMs = 1_763_461_560_000;
/** One sample per minute, the newest now. */
const points = (...values: (number | null)[]): SeriesPoint[] =>
  values.map((value, at) => [nowMs - (values.length - 1 - at) * 60_000, value]);
const fresh = { nowMs, stale: false };
const rule = { limit: 10, direction: 'upper', windowMinutes: 60, minSamples: 5 } as const;

describe('time to breach', () => {
  it('follows the trend of the last hour to 95 % of the limit', { tags: ['D-11', 'C-21'] }, () => {
    // 0.1 per minute from 0 to 5: the remaining 4.5 up to 9.5 take 45 minutes.
    const rising = points(...Array.from({ length: 51 }, (_, minute) => minute * 0.1));
    expect(minutesToBreach(rising, rule, fresh)).toBeCloseTo(45, 6);
    const falling = points(...Array.from({ length: 51 }, (_, minute) => 20 - minute * 0.1));
    expect(minutesToBreach(falling, { ...rule, direction: 'lower' }, fresh)).toBeCloseTo((15 - 10 / 0.95) / 0.1, 6);
  });

  it('is 0 when already across, and nothing when the trend leads away', { tags: ['D-11'] }, () => {
    expect(minutesToBreach(points(9, 9, 9, 9, 9.5), rule, fresh)).toBe(0);
    // At the guard of a lower limit it counts as across, from either direction.
    const guard = 9.5 / 0.95;
    expect(minutesToBreach(points(8, 8, 9, 9, guard), { ...rule, limit: 9.5, direction: 'lower' }, fresh)).toBe(0);
    expect(minutesToBreach(points(8, 7, 6, 5, 4), rule, fresh)).toBeNull();
    expect(minutesToBreach(points(4, 4, 4, 4, 4), rule, fresh)).toBeNull();
    expect(minutesToBreach(points(16, 16, 16, 16, 16), { ...rule, direction: 'lower' }, fresh), 'level above a lower limit').toBeNull();
  });

  it('says nothing on stale data or on fewer than five samples of the window', { tags: ['D-11'] }, () => {
    const rising = points(1, 2, 3, 4, 5);
    expect(minutesToBreach(rising, rule, { nowMs, stale: true })).toBeNull();
    expect(minutesToBreach(points(1, null, 3, 4, 5), rule, fresh)).toBeNull();
    expect(minutesToBreach(rising, rule, { nowMs: nowMs + 57 * 60_000, stale: false })).toBeNull();
    expect(minutesToBreach(rising, rule, fresh)).not.toBeNull();
  });

  it('is amber at 60 minutes or less, red at 15 or less', { tags: ['C-21'] }, () => {
    expect([null, 61, 60, 15.1, 15, 0].map(breachUrgency)).toEqual([null, null, 'amber', 'amber', 'red', 'red']);
  });

  it('watches dead letters and latency against the table of thresholds', { tags: ['D-11'] }, () => {
    expect(breachRules.dlqItems.limit).toBe(5);
    expect(breachRules.latencyP95.limit).toBe(24);
  });

  it('never gives a negative time, and a steeper rise comes sooner', () => {
    const values = fc.array(fc.double({ min: 0, max: 9, noNaN: true }), { minLength: 5, maxLength: 60 });
    fc.assert(
      fc.property(values, (list) => {
        const minutes = minutesToBreach(points(...list), rule, fresh);
        if (minutes !== null) expect(minutes).toBeGreaterThanOrEqual(0);
      }),
    );
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 0.05, noNaN: true }), fc.double({ min: 1.1, max: 2, noNaN: true }), (slope, faster) => {
        const at = (perMinute: number) =>
          minutesToBreach(points(...Array.from({ length: 60 }, (_, minute) => 5 - (59 - minute) * perMinute)), rule, fresh) ?? Number.NaN;
        expect(at(slope * faster)).toBeLessThan(at(slope));
      }),
    );
  });
});
