/**
 * The tenant's calendar: which day, month and year an instant lies in, and when they begin, by the tenant's own zone. Reports, their numbers, windows and closings all ask here
 * (issue 16, point 10), so that no two of them turn at different moments. Days may have 23, 24 or 25 hours, and where clocks are put forward at midnight a day begins at one.
 * Pure: instants are epoch milliseconds, a zone is a name of the IANA database.
 */
import { partsOf } from './formatTime.ts';

/** A day of the calendar. `month` from 1. */
export interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const DAY_MS = 86_400_000;

/** What the clocks of a zone show at an instant, as if it were UTC: its whole seconds. */
function shownAt(zone: string, atMs: number): number {
  const { year, month, day, hour, minute, second } = partsOf(atMs, zone);
  return Date.UTC(Number(year), month - 1, day, Number(hour), Number(minute), Number(second));
}

/** How far the clocks of a zone are ahead of UTC at an instant, milliseconds. */
function aheadAt(zone: string, atMs: number): number {
  return shownAt(zone, atMs) - Math.floor(atMs / 1000) * 1000;
}

/** The day that an instant lies in. */
export function dayOf(zone: string, atMs: number): CalendarDay {
  const shown = new Date(shownAt(zone, atMs));
  return { year: shown.getUTCFullYear(), month: shown.getUTCMonth() + 1, day: shown.getUTCDate() };
}

/** The year that an instant lies in. */
export function yearOf(zone: string, atMs: number): number {
  return dayOf(zone, atMs).year;
}

/** The month that an instant lies in: '2027-01'. */
export function monthOf(zone: string, atMs: number): string {
  const { year, month } = dayOf(zone, atMs);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
}

/** The first instant of a day. What runs over is carried: month 13 is the next January, day 0 the last of the month before. */
export function startOf(zone: string, { year, month, day }: CalendarDay): number {
  const utc = Date.UTC(year, month - 1, day);
  // One of the offsets in force the day before and the day after is the one at its beginning; where midnight is passed over it begins as the clocks are moved.
  const begins = [aheadAt(zone, utc - DAY_MS), aheadAt(zone, utc + DAY_MS)].map((ahead) => utc - ahead);
  const isFirst = (atMs: number): boolean => shownAt(zone, atMs) >= utc && shownAt(zone, atMs - 1000) < utc;
  return begins.find(isFirst) ?? Math.max(...begins);
}

/** The first instant of the day that an instant lies in: what a day's closing is dated by. */
export function startOfDay(zone: string, atMs: number): number {
  return startOf(zone, dayOf(zone, atMs));
}

/** The first instant of the day of the same date a year before; a day that the earlier year does not have (29 February) is the day after. */
export function aYearBefore(zone: string, atMs: number): number {
  const { year, month, day } = dayOf(zone, atMs);
  return startOf(zone, { year: year - 1, month, day });
}
