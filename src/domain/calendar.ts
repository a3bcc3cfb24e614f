/**
 * The tenant's calendar: which day, month and year an instant belongs to, and when they begin, in the tenant's time zone. Reports, their
 * numbers, windows and closings all use it (issue 16, point 10), so that they switch at the same moment. Days may have 23, 24 or 25
 * hours; if clocks go forward at midnight, a day begins at one. Pure: instants are epoch milliseconds, a zone is an IANA name.
 */
import { partsOf } from './formatTime.ts';

/** A calendar day. `month` counts from 1. */
export interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const DAY_MS = 86_400_000;

/** Local wall time of a zone at an instant, encoded as if it were UTC; whole seconds. */
function shownAt(zone: string, atMs: number): number {
  const { year, month, day, hour, minute, second } = partsOf(atMs, zone);
  return Date.UTC(Number(year), month - 1, day, Number(hour), Number(minute), Number(second));
}

/** The zone's offset from UTC at an instant, milliseconds; positive east. */
function aheadAt(zone: string, atMs: number): number {
  return shownAt(zone, atMs) - Math.floor(atMs / 1000) * 1000;
}

/** The calendar day of an instant. */
export function dayOf(zone: string, atMs: number): CalendarDay {
  const shown = new Date(shownAt(zone, atMs));
  return { year: shown.getUTCFullYear(), month: shown.getUTCMonth() + 1, day: shown.getUTCDate() };
}

/** The calendar year of an instant. */
export function yearOf(zone: string, atMs: number): number {
  return dayOf(zone, atMs).year;
}

/** The calendar month of an instant: '2027-01'. */
export function monthOf(zone: string, atMs: number): string {
  const { year, month } = dayOf(zone, atMs);
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;
}

/** The first instant of a day. Overflow is carried: month 13 is the next January, day 0 the last day of the previous month. */
export function startOf(zone: string, { year, month, day }: CalendarDay): number {
  const utc = Date.UTC(year, month - 1, day);
  // The offset at the day's start is one of those in force the day before and after. If midnight is skipped, the day begins when the clocks
  // change.
  const begins = [aheadAt(zone, utc - DAY_MS), aheadAt(zone, utc + DAY_MS)].map((ahead) => utc - ahead);
  const isFirst = (atMs: number): boolean => shownAt(zone, atMs) >= utc && shownAt(zone, atMs - 1000) < utc;
  return begins.find(isFirst) ?? Math.max(...begins);
}

/** The first instant of the day of an instant; dates a day's closing. */
export function startOfDay(zone: string, atMs: number): number {
  return startOf(zone, dayOf(zone, atMs));
}

/** The first instant of the same date a year earlier; 29 February becomes 1 March. */
export function aYearBefore(zone: string, atMs: number): number {
  const { year, month, day } = dayOf(zone, atMs);
  return startOf(zone, { year: year - 1, month, day });
}
