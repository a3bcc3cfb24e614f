import type { HealthComponent } from '../../contracts/health.ts';
import type { SeriesPoint } from '../../contracts/series.ts';
import { gapsOf } from '../series/seriesGaps.ts';

/** Summary of one component's latency over the history shown, milliseconds; null without a sample. */
export interface LatencySpan {
  readonly name: HealthComponent['name'];
  readonly title: string;
  readonly lowest: number | null;
  readonly median: number | null;
  readonly highest: number | null;
  /** Time of the first highest sample, epoch milliseconds. */
  readonly highestAt: number | null;
  readonly medianP50: number | null;
  /** Total time without measurements between samples. */
  readonly missingMs: number;
}

const measured = (points: readonly SeriesPoint[]) => points.flatMap(([at, value]) => (value === null ? [] : [{ at, value }]));

/** The lower of the two middle values if their number is even: a measured value, not a mean. */
function medianOf(points: readonly SeriesPoint[]): number | null {
  const values = measured(points)
    .map(({ value }) => value)
    .sort((a, b) => a - b);
  return values[Math.floor((values.length - 1) / 2)] ?? null;
}

/** One component's histories. */
export interface LatencyHistory {
  readonly name: HealthComponent['name'];
  readonly title: string;
  readonly p95Points: readonly SeriesPoint[];
  readonly p50Points: readonly SeriesPoint[];
}

/** The summaries, in the order of the cards. */
export function latencySpans(views: readonly LatencyHistory[]): readonly LatencySpan[] {
  return views.map(({ name, title, p95Points, p50Points }) => {
    const samples = measured(p95Points);
    const values = samples.map(({ value }) => value);
    const highest = values.length === 0 ? null : Math.max(...values);
    return {
      name,
      title,
      lowest: values.length === 0 ? null : Math.min(...values),
      median: medianOf(p95Points),
      highest,
      highestAt: samples.find(({ value }) => value === highest)?.at ?? null,
      medianP50: medianOf(p50Points),
      missingMs: gapsOf(p95Points).reduce((total, { from, to }) => total + to - from, 0),
    };
  });
}
