import { decimalsOf } from '../contracts/currency.ts';
import type { Trend } from '../contracts/kpi.ts';
import { amountOf, type Money } from './money/money.ts';
import { type Threshold, trendOf, withinLimit } from './operations/thresholds.ts';

/**
 * Number formats (C-26, C-84, D-10), in one place, so that a figure reads the same on a card, in a table and on the wall. English
 * grouping with commas; a non-number is written as a dash, never as 0.
 */
const unknown = '–';

/** Value and unit separately: cards draw the unit at half size. */
export interface Quantity {
  readonly value: string;
  readonly unit: string;
}

/** A limit that a figure is judged by: the rounded text must be on the same side of it as the figure. */
export type Bound = Pick<Threshold, 'direction' | 'limit'>;

/**
 * If rounding would move a figure across a limit between two verdicts, rounds to its own side: 94.96 is not shown as 95.0 beside 'At
 * risk'.
 */
function rounded(value: number, decimals: number, bounds: readonly Bound[]): string {
  const text = value.toFixed(decimals);
  const crossed = bounds.find((bound) => withinLimit(Number(text), bound) !== withinLimit(value, bound));
  if (crossed === undefined) return text;
  const unit = 10 ** decimals;
  const back = Number(text) > value ? Math.floor(value * unit) : Math.ceil(value * unit);
  return (back / unit).toFixed(decimals);
}

/** Fixed decimals with grouping; no negative zero. */
function fixed(value: number, decimals: number, bounds: readonly Bound[] = []): string {
  if (!Number.isFinite(value)) return unknown;
  const text = rounded(value, decimals, bounds);
  const [whole = '0', fraction] = text.replace(/^-(?=0(\.0*)?$)/, '').split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** A whole number with grouping: 1,247. */
export function formatCount(value: number): string {
  return fixed(Math.round(value), 0);
}

/** A number with the given decimals and grouping, kept on its side of each of `bounds`. */
export function formatNumber(value: number, decimals = 1, bounds: readonly Bound[] = []): string {
  return fixed(value, decimals, bounds);
}

/** Below 100 % never rounds to 100, and above 0 never to 0. */
const allAndNone: readonly Bound[] = [
  { direction: 'atLeast', limit: 100 },
  { direction: 'atMost', limit: 0 },
];

/**
 * Percent (0 to 100), '98.48%': two decimals in strip and details, one on summary cards (D-16, C-84); kept on its side of `bounds`, 0 and
 * 100.
 */
export function formatPercent(value: number, decimals: 0 | 1 | 2 = 2, bounds: readonly Bound[] = []): string {
  const text = fixed(value, decimals, [...bounds, ...allAndNone]);
  return text === unknown ? text : `${text}%`;
}

/** A latency given in hours (D-10): in hours from 0.1 h, below that minutes, below 60 s seconds; one decimal. `bounds` in hours. */
export function latencyParts(hours: number, bounds: readonly Bound[] = []): Quantity {
  if (!Number.isFinite(hours)) return { value: unknown, unit: '' };
  const size = Math.abs(hours);
  if (size >= 0.1) return { value: fixed(hours, 1, bounds), unit: 'h' };
  const seconds = Math.round(size * 36_000) / 10;
  if (seconds >= 60) return { value: fixed(hours * 60, 1), unit: 'min' };
  return { value: fixed(hours * 3600, 1), unit: 's' };
}

/** `latencyParts` as one text: '2.3 s'. */
export function formatLatency(hours: number, bounds: readonly Bound[] = []): string {
  const { value, unit } = latencyParts(hours, bounds);
  return unit === '' ? value : `${value} ${unit}`;
}

/** Milliseconds, whole: '42 ms'; kept on its side of each of `bounds`. */
export function formatMs(milliseconds: number, bounds: readonly Bound[] = []): string {
  return `${fixed(milliseconds, 0, bounds)} ms`;
}

/**
 * Money with its currency first: 'KES 7,500'. Without decimals as in the document (section 9), unless there is a fraction: dropping it
 * would show another amount ('KES 7,500.50', D-64).
 */
export function formatMoney(money: Money): string {
  return `${money.currency} ${formatAmount(money)}`;
}

/** The same without its currency, for a column whose header names it. */
export function formatAmount(money: Money): string {
  const amount = amountOf(money);
  return Number.isInteger(amount) ? formatCount(amount) : fixed(amount, decimalsOf(money.currency));
}

/** A non-zero amount never rounds to 0, and one below a thousand never to a thousand. */
const noneAndThousand: readonly Bound[] = [
  { direction: 'atMost', limit: 0 },
  { direction: 'atLeast', limit: 0 },
  { direction: 'atLeast', limit: 1000 },
  { direction: 'atMost', limit: -1000 },
];

/**
 * An amount of money in thousands (C-84), in major units: '22k', '12,400k'. Below one thousand it is written out, since '0k' would say
 * nothing, with decimals if it has a fraction: 0.40 is not 0.
 */
export function formatThousands(amount: number): string {
  if (!Number.isFinite(amount)) return unknown;
  if (Math.abs(amount) >= 1000) return `${formatCount(amount / 1000)}k`;
  return Number.isInteger(amount) ? formatCount(amount) : fixed(amount, 2, noneAndThousand);
}

/** Money in thousands, with its currency: 'KES 22k'. */
export function formatMoneyInThousands(money: Money): string {
  return `${money.currency} ${formatThousands(amountOf(money))}`;
}

/** A file size (C-26): B whole, KB and MB with one decimal; 1 KB is 1,024 bytes. */
export function formatBytes(bytes: number): string {
  if (!Number.isFinite(bytes)) return unknown;
  if (bytes < 1024) return `${formatCount(bytes)} B`;
  const kilobytes = bytes / 1024;
  // 1,023.95 KB would round to '1,024.0 KB', so it is written in MB.
  return Math.round(kilobytes * 10) / 10 < 1024 ? `${fixed(kilobytes, 1)} KB` : `${fixed(kilobytes / 1024, 1)} MB`;
}

/** The lengths that hashes are cut to (C-26). */
export type HashCut = 12 | 16 | 32;

/** A hash shortened for display; an ellipsis shows that it was cut. */
export function cutHash(hash: string, length: HashCut): string {
  return hash.length <= length ? hash : `${hash.slice(0, length)}…`;
}

/** A text cut to `length` code points plus an ellipsis (dead-letter messages: 50, C-28). Never splits a surrogate pair. */
export function cutText(text: string, length: number): string {
  const points = [...text];
  return points.length <= length ? text : `${points.slice(0, length).join('').trimEnd()}…`;
}

/** Direction and size of a change against the last period. `percent` is null if the last period was 0. */
export interface ChangeView {
  readonly direction: Trend;
  readonly percent: number | null;
}

/** A value against the previous one: percent change with its direction (C-84); the thresholds define what counts as stable. */
export function changeOf(value: number, previous: number): ChangeView {
  if (!Number.isFinite(value) || !Number.isFinite(previous)) return { direction: 'stable', percent: null };
  const direction = trendOf(value, previous);
  if (previous === 0) return { direction, percent: value === 0 ? 0 : null };
  return { direction, percent: ((value - previous) / Math.abs(previous)) * 100 };
}

/** A change without its sign, which the arrow shows: '0.6%', '200%'; 'new' if the previous value was 0. */
export function formatChange(change: ChangeView): string {
  if (change.percent === null) return change.direction === 'stable' ? unknown : 'new';
  const size = Math.abs(change.percent);
  // The bounds of a share do not apply to a change: 99.96% more may be written as 100.0%.
  const text = fixed(size, size >= 100 ? 0 : 1);
  return text === unknown ? text : `${text}%`;
}

/** '1 item', '3 items'. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
