import { gapsOf } from '../../domain/seriesGaps.ts';

/** A point: epoch milliseconds and its value, or null where nothing was measured. */
export type Point = readonly [at: number, value: number | null];

/** The unbroken stretches, each at least one sample long. */
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

/** Lowest and highest value, or null without any. */
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

/** Both ends of the time axis, epoch ms: those that are given, else the samples' own. A lone sample is the end of a day that nobody knows more of: nothing is drawn of what is to come. */
export function windowOf(
  points: readonly Point[],
  { from, until }: { readonly from?: number; readonly until?: number } = {},
): readonly [number, number] {
  const high = until ?? points.at(-1)?.[0] ?? 0;
  const low = from ?? points[0]?.[0] ?? high - dayMs;
  return [low < high ? low : high - dayMs, high];
}

/** The scale of a large chart: values, the limit and zero where it is asked for, with some room on both sides; no further than values can lie. */
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

/** How many times its own spread a curve may be squeezed to keep its limit in sight. */
const roomForLimit = 4;

/** Whether the limit can be drawn beside the values without squeezing them flat; off it, the limit is written (LOOK, Charts). */
export function limitInSight(points: readonly Point[], limit: number): boolean {
  const extent = extentOf(points);
  if (extent === null) return false;
  const [low, high] = extent;
  const away = Math.max(low - limit, limit - high, 0);
  // A flat line loses nothing by being small; a moving one must stay readable.
  return low === high ? away <= Math.abs(high) : away <= Math.max(high - low, Math.abs(high) * 0.005) * roomForLimit;
}

/** The scale of a small chart: values, and the limit where it is in sight, with a tenth to spare above and below. */
export function scaleOf(points: readonly Point[], limit?: number): readonly [number, number] {
  const extent = extentOf(points) ?? [0, 1];
  const withLimit = limit !== undefined && limitInSight(points, limit);
  const low = Math.min(extent[0], withLimit ? limit : extent[0]);
  const high = Math.max(extent[1], withLimit ? limit : extent[1]);
  // A change of a fraction of a percent must not look like a cliff.
  const spare = Math.max((high - low) * 0.1, Math.abs(high) * 0.0025, 1e-9);
  return [low - spare, high + spare];
}

/** Round numbers for the left axis, at most three: the ends of what is shown, and the middle where it is round too. Pure. */
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

/** When the values crossed the limit for good: the first sample of the last run beyond it, or null while within. */
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

/** What a chart shows, in words: for those who do not see it (D: AA). */
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
