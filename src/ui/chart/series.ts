import { gapsOf } from '../../domain/series/seriesGaps.ts';

/** A point: epoch milliseconds and its value, or null if nothing was measured. */
export type Point = readonly [at: number, value: number | null];

/** Splits at gaps into unbroken stretches of at least one sample. */
export function stretchesOf(points: readonly Point[]): readonly (readonly (readonly [number, number])[])[] {
  const stretches: [number, number][][] = [];
  let open: [number, number][] | null = null;
  for (const [at, value] of points) {
    if (value === null) {
      open = null;
    } else if (open === null) {
      open = [[at, value]];
      stretches.push(open);
    } else {
      open.push([at, value]);
    }
  }
  return stretches;
}

/** The newest sample that has a value. */
export function lastOf(points: readonly Point[]): readonly [number, number] | null {
  for (let index = points.length - 1; index >= 0; index -= 1) {
    const point = points[index];
    if (point !== undefined && point[1] !== null) return [point[0], point[1]];
  }
  return null;
}

/** Lowest and highest value; null without any. */
export function extentOf(points: readonly Point[]): readonly [number, number] | null {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const [, value] of points) {
    if (value === null) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return low <= high ? [low, high] : null;
}

const dayMs = 86_400_000;

/**
 * Ends of the time axis, epoch ms: the given ones, otherwise those of the samples. A single sample ends a window of one day, so that no
 * future is drawn.
 */
export function windowOf(
  points: readonly Point[],
  { from, until }: { readonly from?: number; readonly until?: number } = {},
): readonly [number, number] {
  const high = until ?? points.at(-1)?.[0] ?? 0;
  const low = from ?? points[0]?.[0] ?? high - dayMs;
  return [low < high ? low : high - dayMs, high];
}

/** Scale of a large chart: the values, the limit and, if requested, zero, with some margin, within the range of possible values. */
export function rangeOf(
  points: readonly Point[],
  {
    limit,
    fromZero,
    within,
  }: { readonly limit?: { readonly value: number }; readonly fromZero?: boolean; readonly within?: readonly [number, number] },
): [number, number] {
  const extent = extentOf(points) ?? [0, 1];
  const low = Math.min(fromZero === true ? 0 : extent[0], limit?.value ?? extent[0], extent[0]);
  const high = Math.max(extent[1], limit?.value ?? extent[1]);
  const spare = (high - low || Math.abs(high) || 1) * 0.08;
  const [least, most] = within ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  return [Math.min(low, Math.max(least, fromZero === true && low >= 0 ? 0 : low - spare)), Math.max(high, Math.min(most, high + spare))];
}

/** Maximum distance of a limit from the values, in multiples of their spread, for it to be drawn. */
const roomForLimit = 4;

/** Whether the limit can be drawn without flattening the curve; otherwise it is given in words (LOOK, Charts). */
export function limitInSight(points: readonly Point[], limit: number): boolean {
  const extent = extentOf(points);
  if (extent === null) return false;
  const [low, high] = extent;
  const away = Math.max(low - limit, limit - high, 0);
  // A flat line may be drawn small; a moving one must stay readable.
  return low === high ? away <= Math.abs(high) : away <= Math.max(high - low, Math.abs(high) * 0.005) * roomForLimit;
}

/** Scale of a small chart: the values, and the limit if it is near, with a margin of a tenth above and below. */
export function scaleOf(points: readonly Point[], limit?: number): readonly [number, number] {
  const extent = extentOf(points) ?? [0, 1];
  const withLimit = limit !== undefined && limitInSight(points, limit);
  const low = Math.min(extent[0], withLimit ? limit : extent[0]);
  const high = Math.max(extent[1], withLimit ? limit : extent[1]);
  // A minimum margin keeps a change of a fraction of a percent from looking like a cliff.
  const spare = Math.max((high - low) * 0.1, Math.abs(high) * 0.0025, 1e-9);
  return [low - spare, high + spare];
}

/** Round numbers for the left axis, three at most: the ends of the range, and the middle if it is round too. Pure. */
export function axisMarks(low: number, high: number): readonly number[] {
  const span = high - low;
  if (!(span > 0)) return [low];
  const power = 10 ** Math.floor(Math.log10(span));
  const step =
    [0.5, 1, 2, 2.5, 5, 10].map((times) => times * power).find((each) => Math.floor(high / each) - Math.ceil(low / each) <= 2) ?? span;
  const marks: number[] = [];
  for (let mark = Math.ceil(low / step); mark <= Math.floor(high / step); mark += 1) marks.push(Number((mark * step).toPrecision(12)));
  return marks;
}

/** Time of the first sample of the last run beyond the limit; null while within. */
export function crossedSince(points: readonly Point[], limit: number, direction: 'above' | 'below'): number | null {
  let since: number | null = null;
  for (const [at, value] of points) {
    if (value === null) continue;
    const beyond = direction === 'above' ? value > limit : value < limit;
    since = beyond ? (since ?? at) : null;
  }
  return since;
}

interface Description {
  readonly title: string;
  readonly points: readonly Point[];
  readonly format: (value: number) => string;
  readonly time: (at: number) => string;
  readonly limit?: { readonly value: number; readonly label: string; readonly direction?: 'above' | 'below' };
}

/** Description of a chart for screen readers (D: AA). */
export function describeSeries({ title, points, format, time, limit }: Description): string {
  const first = stretchesOf(points)[0]?.[0];
  const last = lastOf(points);
  const extent = extentOf(points);
  if (first === undefined || last === null || extent === null) return `${title}: no data.`;
  const parts = [
    `${title}, ${time(first[0])} to ${time(last[0])}: from ${format(first[1])} to ${format(last[1])}, lowest ${format(extent[0])}, highest ${format(extent[1])}.`,
  ];
  if (limit !== undefined) {
    const since = crossedSince(points, limit.value, limit.direction ?? 'above');
    parts.push(since === null ? `${limit.label}, held.` : `${limit.label}, crossed since ${time(since)}.`);
  }
  for (const gap of gapsOf(points)) parts.push(`No data from ${time(gap.from)} to ${time(gap.to)}.`);
  return parts.join(' ');
}
