import { isoTimeSchema } from './primitives.ts';
import { z } from './zod.ts';

/**
 * Every metric with a history (D-35). Units: percent, hours (latency), items, minutes (lag), milliseconds, and money in the tenant's
 * currency. Callers without access to finance get no `dgn.` and `rbf.` metrics (seriesNeeds in domain/freshness/resources.ts).
 */
export const seriesMetrics = [
  'kpi.verificationAccuracy',
  'kpi.avgLatency',
  'kpi.avgLatencyP95',
  'kpi.automationRate',
  'kpi.dlqItems',
  'stage.saastain_intake.lag',
  'stage.outbox_pump.lag',
  'stage.decision_service.lag',
  'stage.bank_integration.lag',
  'stage.saastain_intake.depth',
  'stage.outbox_pump.depth',
  'stage.decision_service.depth',
  'stage.bank_integration.depth',
  'component.api_gateway.p50',
  'component.database.p50',
  'component.verification_engine.p50',
  'component.evidence_storage.p50',
  'component.api_gateway.p95',
  'component.database.p95',
  'component.verification_engine.p95',
  'component.evidence_storage.p95',
  'dgn.recyclingRate',
  'dgn.receivables',
  'dgn.recycledCapital',
  'dgn.availableFunding',
  'rbf.completionRate',
  'rbf.totalPaid',
  'rbf.totalPending',
] as const;
export const seriesMetricSchema = z.enum(seriesMetrics);
export type SeriesMetric = z.infer<typeof seriesMetricSchema>;

/** The windows stored on the device: seconds covered and seconds between points. */
export const seriesWindows = {
  '1h': { spanS: 3600, stepS: 60 },
  '24h': { spanS: 86_400, stepS: 900 },
  '7d': { spanS: 604_800, stepS: 7200 },
  '30d': { spanS: 2_592_000, stepS: 21_600 },
} as const;
export type SeriesWindow = keyof typeof seriesWindows;

/** A point: start of the bucket in epoch milliseconds, and its last value, or null if nothing was measured (a gap). */
export const seriesPointSchema = z.tuple([z.int(), z.nullable(z.number())]);
export type SeriesPoint = z.infer<typeof seriesPointSchema>;

/** GET /api/series?metric=a,b&window=1h (or from, to as ISO and step in seconds). */
export const seriesQuerySchema = z.object({
  metric: z.string().check(z.maxLength(2000)),
  window: z.optional(z.enum(['1h', '24h', '7d', '30d'])),
  from: z.optional(isoTimeSchema),
  to: z.optional(isoTimeSchema),
  step: z.optional(z.coerce.number().check(z.int(), z.gte(10), z.lte(86_400))),
});
/** Points of each metric between `from` and `to`, every `stepS` seconds. */
export const seriesResponseSchema = z.object({
  series: z.array(z.object({ metric: seriesMetricSchema, points: z.array(seriesPointSchema) })),
  from: isoTimeSchema,
  to: isoTimeSchema,
  stepS: z.int(),
  lastUpdated: isoTimeSchema,
});
export type SeriesResponse = z.infer<typeof seriesResponseSchema>;
