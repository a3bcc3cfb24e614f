import type { ReportKind, ReportPreview } from '../../contracts/report.ts';
import { dayOf, startOf } from '../calendar.ts';

/** Periods that a report may cover. `current` is chosen by the platform: the twelve months up to the moment it is made (C-75). */
export const reportPeriods = ['current', 'thisYear', 'lastYear', 'lastQuarter'] as const;
export type ReportPeriod = (typeof reportPeriods)[number];

/** A period, ISO 8601: `from` exclusive, `to` inclusive. */
export interface Stretch {
  readonly from: string;
  readonly to: string;
}

/**
 * The period of a choice at a moment; null for `current`, which the platform sets when it makes the report.
 * @param nowMs business time, epoch milliseconds
 * @param zone the tenant's zone, in which years and quarters begin
 */
export function stretchOf(period: ReportPeriod, nowMs: number, zone: string): Stretch | null {
  if (period === 'current') return null;
  const { year, month } = dayOf(zone, nowMs);
  const iso = (atMs: number): string => new Date(atMs).toISOString();
  /** The first instant of a month, counted from 1; overflow goes to another year. */
  const begins = (ofYear: number, ofMonth: number): string => iso(startOf(zone, { year: ofYear, month: ofMonth, day: 1 }));
  if (period === 'thisYear') return { from: begins(year, 1), to: iso(nowMs) };
  if (period === 'lastYear') return { from: begins(year - 1, 1), to: begins(year, 1) };
  const quarter = Math.floor((month - 1) / 3) * 3 + 1;
  return { from: begins(year, quarter - 3), to: begins(year, quarter) };
}

/** Earliest date: databases have no year 0. */
const firstYearMs = Date.parse('0001-01-01T00:00:00Z');

/** Why a period cannot be reported on; null if it can. */
export function stretchFault({ from, to }: Stretch, nowMs: number): string | null {
  if (Date.parse(from) < firstYearMs) return 'The period begins before the year 1';
  if (Date.parse(from) >= Date.parse(to)) return 'The period ends before it begins';
  return Date.parse(to) > nowMs ? 'The period has not ended yet' : null;
}

/** The members of a report that decide whether there is anything to report. */
export type Countable = Pick<ReportPreview, 'assets' | 'counted'>;

/** Why no report is made: nothing counted is no data, never 0 t, and is not signed (T-7). Null if there is something to report. */
export function nothingToReport(kind: ReportKind, { assets, counted }: Countable): string | null {
  if (kind === 'pcaf') return assets === 0 ? 'No data: no financed asset is on record, so there is nothing to report' : null;
  return counted === 0 ? 'No data: no verification of this period counts, so there is nothing to report' : null;
}
