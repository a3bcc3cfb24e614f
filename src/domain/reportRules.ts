import type { ReportKind, ReportPreview } from '../contracts/report.ts';

/** Stretches that a report may be made for. `current` is the platform's own: the twelve months up to the moment it is made (C-75). */
export const reportPeriods = ['current', 'thisYear', 'lastYear', 'lastQuarter'] as const;
export type ReportPeriod = (typeof reportPeriods)[number];

/** From, not included, up to and with: ISO 8601. */
export interface Stretch {
  readonly from: string;
  readonly to: string;
}

/** Midnight of a day in a zone, epoch milliseconds. Months may run over: the twelfth (from 0) is the next January. */
function midnightIn(zone: string, year: number, month: number): number {
  const utc = Date.UTC(year, month, 1);
  const written = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(utc);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(written.find((one) => one.type === type)?.value);
  const shown = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
  return utc - (shown - utc);
}

/**
 * What a choice comes to at a moment; null for `current`, which the platform takes when it makes the report.
 * @param nowMs business time, epoch milliseconds
 * @param zone the tenant's, in which its years and quarters begin
 */
export function stretchOf(period: ReportPeriod, nowMs: number, zone: string): Stretch | null {
  if (period === 'current') return null;
  const [year = 0, month = 1] = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit' })
    .format(nowMs)
    .split('-')
    .map(Number);
  const iso = (atMs: number): string => new Date(atMs).toISOString();
  if (period === 'thisYear') return { from: iso(midnightIn(zone, year, 0)), to: iso(nowMs) };
  if (period === 'lastYear') return { from: iso(midnightIn(zone, year - 1, 0)), to: iso(midnightIn(zone, year, 0)) };
  const quarter = Math.floor((month - 1) / 3) * 3;
  return { from: iso(midnightIn(zone, year, quarter - 3)), to: iso(midnightIn(zone, year, quarter)) };
}

/** Calendars begin here: databases have no year 0. */
const firstYearMs = Date.parse('0001-01-01T00:00:00Z');

/** Why a stretch cannot be reported on; null where it can. */
export function stretchFault({ from, to }: Stretch, nowMs: number): string | null {
  if (Date.parse(from) < firstYearMs) return 'The period begins before the year 1';
  if (Date.parse(from) >= Date.parse(to)) return 'The period ends before it begins';
  return Date.parse(to) > nowMs ? 'The period has not ended yet' : null;
}

/** What of a report decides whether there is anything to report. */
export type Countable = Pick<ReportPreview, 'assets' | 'counted'>;

/** Why no report is made: nothing to count is no data, never 0 t, and nobody signs it (T-7). Null where there is something. */
export function nothingToReport(kind: ReportKind, { assets, counted }: Countable): string | null {
  if (kind === 'pcaf') return assets === 0 ? 'No data: no financed asset is on record, so there is nothing to report' : null;
  return counted === 0 ? 'No data: no verification of this period counts, so there is nothing to report' : null;
}
