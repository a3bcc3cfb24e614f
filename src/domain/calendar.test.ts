import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aYearBefore, dayOf, monthOf, startOf, startOfDay, yearOf } from './calendar.ts';

const at = (iso: string): number => Date.parse(iso);
const HOUR_MS = 3_600_000;

describe('the tenant’s calendar', { tags: ['S-10', 'F-46'] }, () => {
  it.each([
    // New Year's night in Nairobi: the new year has begun there but not in Greenwich.
    ['Africa/Nairobi', '2026-12-31T20:59:59.999Z', 2026, '2026-12', '2026-12-30T21:00:00.000Z'],
    ['Africa/Nairobi', '2026-12-31T21:00:00.000Z', 2027, '2027-01', '2026-12-31T21:00:00.000Z'],
    // Leap days.
    ['Africa/Nairobi', '2028-02-29T20:59:59.999Z', 2028, '2028-02', '2028-02-28T21:00:00.000Z'],
    ['Africa/Nairobi', '2028-02-29T21:00:00.000Z', 2028, '2028-03', '2028-02-29T21:00:00.000Z'],
    // Summer and winter time.
    ['Europe/Berlin', '2027-07-01T12:00:00.000Z', 2027, '2027-07', '2027-06-30T22:00:00.000Z'],
    ['Europe/Berlin', '2027-01-01T12:00:00.000Z', 2027, '2027-01', '2026-12-31T23:00:00.000Z'],
    ['Europe/Berlin', '2027-03-28T12:00:00.000Z', 2027, '2027-03', '2027-03-27T23:00:00.000Z'],
    ['Europe/Berlin', '2027-10-31T12:00:00.000Z', 2027, '2027-10', '2027-10-30T22:00:00.000Z'],
    // Clocks go forward at midnight, so the day begins at one: in Cairo on the last Friday of April.
    ['Africa/Cairo', '2026-04-24T12:00:00.000Z', 2026, '2026-04', '2026-04-23T22:00:00.000Z'],
    // Half and quarter hour offsets, and both ends of the world.
    ['Asia/Kathmandu', '2026-06-01T00:00:00.000Z', 2026, '2026-06', '2026-05-31T18:15:00.000Z'],
    ['Pacific/Kiritimati', '2026-12-31T10:00:00.000Z', 2027, '2027-01', '2026-12-31T10:00:00.000Z'],
    ['America/St_Johns', '2027-01-01T03:29:59.000Z', 2026, '2026-12', '2026-12-31T03:30:00.000Z'],
  ])('%s at %s lies in %i, in %s, on the day that began at %s', (zone, iso, year, month, day) => {
    expect([yearOf(zone, at(iso)), monthOf(zone, at(iso)), new Date(startOfDay(zone, at(iso))).toISOString()]).toEqual([year, month, day]);
  });

  it.each([
    ['2027-03-28', 23],
    ['2027-10-31', 25],
    ['2027-06-01', 24],
  ])('Berlin’s %s has %i hours', (iso, hours) => {
    const [year = 0, month = 1, day = 1] = iso.split('-').map(Number);
    expect((startOf('Europe/Berlin', { year, month, day: day + 1 }) - startOf('Europe/Berlin', { year, month, day })) / HOUR_MS).toBe(
      hours,
    );
  });

  it('a year before is the beginning of a day, and the 29th of February has the 1st of March before it', () => {
    const before = (zone: string, iso: string) => new Date(aYearBefore(zone, at(iso))).toISOString();
    expect([before('Africa/Nairobi', '2026-12-31T21:30:00Z'), before('Europe/Berlin', '2028-02-29T12:00:00Z')]).toEqual([
      '2025-12-31T21:00:00.000Z',
      '2027-02-28T23:00:00.000Z',
    ]);
  });

  const zones = ['Africa/Nairobi', 'Africa/Cairo', 'Africa/Casablanca', 'Europe/Berlin', 'America/Santiago', 'Asia/Kathmandu', 'UTC'];
  it('every instant lies in the day that it is said to lie in, which began a moment after another one ended, and ends within 26 hours', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: at('2020-01-01T00:00:00Z'), max: at('2034-01-01T00:00:00Z') }),
        (zone, ms) => {
          const began = startOfDay(zone, ms);
          expect(began).toBeLessThanOrEqual(ms);
          expect(ms - began).toBeLessThan(26 * HOUR_MS);
          expect(dayOf(zone, began)).toEqual(dayOf(zone, ms));
          expect(dayOf(zone, began - 1)).not.toEqual(dayOf(zone, ms));
          const { year, month, day } = dayOf(zone, ms);
          expect(startOf(zone, { year, month, day: day + 1 })).toBeGreaterThan(ms);
        },
      ),
      { numRuns: 500 },
    );
  });
});
