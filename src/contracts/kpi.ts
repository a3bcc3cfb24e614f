import { countSchema, currencySchema, fitting, idSchema, isoTimeSchema, versionSchema } from './primitives.ts';
import { z } from './zod.ts';

export const trendSchema = z.enum(['up', 'down', 'stable']);
export type Trend = z.infer<typeof trendSchema>;
export const kpiStatusSchema = z.enum(['green', 'amber', 'red']);
export type KpiStatus = z.infer<typeof kpiStatusSchema>;

/** A percentage KPI, 0 to 100, against the last period. */
export const metricSchema = z.object({
  value: z.number(),
  previousValue: z.number(),
  /** There is no standing of a period before: `previousValue` is the value itself, and nothing has moved or stayed. Absent: there is one. */
  noPrevious: z.optional(z.literal(true)),
  trend: trendSchema,
  status: kpiStatusSchema,
  lastUpdated: isoTimeSchema,
});
export type Metric = z.infer<typeof metricSchema>;

/** GET /api/kpis (core document, section 3). Latencies are hours on the wire (D-10). Ours: `previousP50`, without which the latency has no trend, `decided`, and `version`, which counts recomputations. */
export const kpiResponseSchema = z.object({
  verificationAccuracy: z.extend(metricSchema, { numerator: countSchema, denominator: countSchema }),
  avgLatency: z.object({
    p50: z.number(),
    p95: z.number(),
    previousP50: z.optional(z.number()),
    /** Records that they are of: those that were decided. Of none the latencies are no figure, and stand as 0. Absent: there are some. */
    decided: z.optional(countSchema),
    status: kpiStatusSchema,
    lastUpdated: isoTimeSchema,
  }),
  automationRate: metricSchema,
  fundedAmount: z.object({
    byCurrency: z.array(z.object({ currency: currencySchema, amount: z.number() }).check(fitting())),
    /** All of it in the tenant's currency, each part at the rates of the day on which it was funded; absent where nothing was converted, or a rate is missing. */
    converted: z.optional(z.object({ currency: currencySchema, amount: z.number() }).check(fitting())),
    /** The newest snapshot that something was converted at, and when it was taken. */
    fxSnapshotId: z.optional(idSchema),
    /** All of them, oldest first. Absent: the one. */
    fxSnapshotIds: z.optional(z.array(idSchema)),
    fxTimestamp: z.optional(isoTimeSchema),
    lastUpdated: isoTimeSchema,
  }),
  version: versionSchema,
});
export type KpiResponse = z.infer<typeof kpiResponseSchema>;
