import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatAge,
  formatDateTime,
  formatDayTime,
  formatSeconds,
  formatSpan,
  formatTime,
  formatUtc,
  formatWhen,
  formatWhenSeconds,
  sameDay,
  zoneName,
} from './formatTime.ts';

const at = 1_763_461_366_000; // 2025-11-18T10:22:46Z
const nairobi = 'Africa/Nairobi';

describe('times', () => {
  it("writes the tenant's zone and names it", { tags: ['D-29'] }, () => {
    expect(formatTime(at, nairobi)).toBe('13:22');
    expect(formatSeconds(at, nairobi)).toBe('13:22:46');
    expect(formatDateTime(at, nairobi)).toBe('18 Nov 2025, 13:22');
    expect(formatDayTime(at, nairobi)).toBe('18 Nov, 13:22');
    expect(zoneName(nairobi, at)).toBe('EAT');
    expect(zoneName('Europe/Berlin', at)).toMatch(/CET|GMT\+1/);
  });

  it('gives UTC for hover and focus', { tags: ['D-29'] }, () => {
    expect(formatUtc(at)).toBe('18 Nov 2025, 10:22:46 UTC');
  });

  it('writes midnight as 00, and the day of the zone, not of UTC', () => {
    const midnight = 1_763_413_200_000; // 2025-11-17T21:00:00Z, midnight in Nairobi
    expect(formatTime(midnight, nairobi)).toBe('00:00');
    expect(sameDay(midnight, at, nairobi)).toBe(true);
    expect(sameDay(midnight - 1, at, nairobi)).toBe(false);
  });

  it('names the zone as it is at that moment: summer time is not written as winter time, and the hour that comes twice is told apart', {
    tags: ['M-5', 'F-20', 'D-29'],
  }, () => {
    const summer = Date.UTC(2026, 6, 1, 10);
    expect(`${formatTime(summer, 'Europe/Berlin')} ${zoneName('Europe/Berlin', summer)}`).toBe('12:00 CEST');
    expect(zoneName('Europe/London', summer)).toBe('BST');
    expect(zoneName('Europe/London', at)).toBe('GMT');
    // 25 October 2026: at 01:00 UTC the clocks go back from three to two o'clock.
    const twice = [Date.UTC(2026, 9, 25, 0, 30), Date.UTC(2026, 9, 25, 1, 30)] as const;
    expect(twice.map((moment) => `${formatTime(moment, 'Europe/Berlin')} ${zoneName('Europe/Berlin', moment)}`)).toEqual([
      '02:30 CEST',
      '02:30 CET',
    ]);
    expect(formatAge(twice[1] - twice[0])).toBe('1 h');
    expect(sameDay(Date.UTC(2026, 9, 24, 22), Date.UTC(2026, 9, 25, 22, 59), 'Europe/Berlin')).toBe(true);
    expect(sameDay(Date.UTC(2026, 9, 24, 22), Date.UTC(2026, 9, 25, 23), 'Europe/Berlin')).toBe(false);
    // 29 March 2026 has no 02:30.
    expect(formatTime(Date.UTC(2026, 2, 29, 0, 59), 'Europe/Berlin')).toBe('01:59');
    expect(formatTime(Date.UTC(2026, 2, 29, 1), 'Europe/Berlin')).toBe('03:00');
    // Nairobi has no summer time: the hour is the same on every day.
    for (let day = 0; day < 366; day += 1) expect(formatTime(Date.UTC(2026, 0, 1 + day, 9), nairobi)).toBe('12:00');
  });

  it('says no more of a time than is needed', () => {
    expect(formatWhen(at, at + 3600_000, nairobi)).toBe('13:22');
    expect(formatWhen(at, at + 86_400_000, nairobi)).toBe('18 Nov, 13:22');
    expect(formatWhen(at, at + 100 * 86_400_000, nairobi)).toBe('18 Nov 2025, 13:22');
    expect(formatWhenSeconds(at, at + 3600_000, nairobi)).toBe('13:22:46');
    expect(formatWhenSeconds(at, at + 86_400_000, nairobi)).toBe('18 Nov, 13:22:46');
    expect(formatWhenSeconds(at, at + 100 * 86_400_000, nairobi)).toBe('18 Nov 2025, 13:22:46');
  });

  it.each([
    [0, '0 s'],
    [-5000, '0 s'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [3_599_999, '59 min'],
    [3_600_000, '1 h'],
    [9_660_000, '2 h 41 min'],
    [172_799_999, '47 h 59 min'],
    [172_800_000, '2 d'],
    [176_400_000, '2 d 1 h'],
    [Number.NaN, '–'],
  ])('writes an age of %d ms as %s', (ms, text) => {
    expect(formatAge(ms)).toBe(text);
  });

  it('never overstates an age by more than its unit', () => {
    const sizes: Record<string, number> = { s: 1, min: 60, h: 3600, d: 86_400 };
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30 * 86_400_000 }), (ms) => {
        const read = [...formatAge(ms).matchAll(/(\d+) (\w+)/g)].reduce(
          (sum, [, n, unit]) => sum + Number(n) * (sizes[unit ?? ''] ?? Number.NaN),
          0,
        );
        expect(read * 1000).toBeLessThanOrEqual(ms);
        expect(ms - read * 1000).toBeLessThan(ms < 60_000 ? 1000 : ms < 172_800_000 ? 60_000 : 3_600_000);
      }),
    );
  });

  it('rounds what is to come up', () => {
    expect(formatSpan(47.2)).toBe('48 min');
    expect(formatSpan(0)).toBe('0 min');
    expect(formatSpan(64.5)).toBe('1 h 5 min');
  });
});
