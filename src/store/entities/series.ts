import { type SeriesMetric, type SeriesPoint, type SeriesWindow, seriesMetricSchema, seriesPointSchema } from '../../contracts/series.ts';
import { z } from '../../contracts/zod.ts';
import type { Entity } from './entity.ts';

/** One metric's points in one of the windows stored on the device; `stepS` is seconds between points. */
export interface StoredSeries {
  readonly metric: SeriesMetric;
  readonly window: SeriesWindow;
  readonly stepS: number;
  readonly points: readonly SeriesPoint[];
}

const storedSeriesSchema = z.object({
  metric: seriesMetricSchema,
  window: z.enum(['1h', '24h', '7d', '30d']),
  stepS: z.int(),
  points: z.array(seriesPointSchema),
});

/** Primary key of a metric's points in one window: '24h kpi.dlqItems'. */
export function seriesKey(metric: SeriesMetric, window: SeriesWindow): string {
  return `${window} ${metric}`;
}

export const seriesEntity: Entity<StoredSeries> = {
  table: 'series',
  schema: storedSeriesSchema,
  keyOf: (series) => seriesKey(series.metric, series.window),
  versionOf: () => 0,
  columnsOf: (series) => ({ id: seriesKey(series.metric, series.window) }),
};
