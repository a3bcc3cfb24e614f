import { countSchema, currencySchema, fitting, idSchema, isoTimeSchema, versionSchema } from './primitives.ts';
import { z } from './zod.ts';

/** Direction of the figure itself, not whether that is good. */
export const trendSchema = z.enum(['up', 'down', 'stable']);
export type Trend = z.infer<typeof trendSchema>;
/** The figure against its limits (domain/operations/thresholds.ts): `red` is beyond the critical one. */
export const kpiStatusSchema = z.enum(['green', 'amber', 'red']);
export type KpiStatus = z.infer<typeof kpiStatusSchema>;

/** A percentage KPI, 0 to 100, compared with the previous period. */
export const metricSchema = z.object({
  value: z.number(),
  previousValue: z.number(),
  /** True if there is no previous period: `previousValue` then equals the value, and there is no trend. Absent: there is one. */
  noPrevious: z.optional(z.literal(true)),
  trend: trendSchema,
  status: kpiStatusSchema,
  lastUpdated: isoTimeSchema,
});
export type Metric = z.infer<typeof metricSchema>;

/**
 * GET /api/kpis (core document, section 3). Latencies are hours on the wire (D-10). Our own members: `previousP50`, needed for a latency
 * trend, `decided`, and `version`, which counts recomputations.
 */
export const kpiResponseSchema = z.object({
  verificationAccuracy: z.extend(metricSchema, { numerator: countSchema, denominator: countSchema }),
  avgLatency: z.object({
    p50: z.number(),
    p95: z.number(),
    previousP50: z.optional(z.number()),
    /** Number of decided records behind the latencies. If 0 the latencies are 0 and not figures. Absent: at least one. */
    decided: z.optional(countSchema),
    status: kpiStatusSchema,
    lastUpdated: isoTimeSchema,
  }),
  automationRate: metricSchema,
  fundedAmount: z.object({
    byCurrency: z.array(z.object({ currency: currencySchema, amount: z.number() }).check(fitting())),
    /**
     * The total in the tenant's currency, each part at the exchange rates of its funding day; absent if nothing was converted or a rate
     * is missing.
     */
    converted: z.optional(z.object({ currency: currencySchema, amount: z.number() }).check(fitting())),
    /** The newest exchange rate snapshot used, and when it was taken. */
    fxSnapshotId: z.optional(idSchema),
    /** All snapshots used, oldest first. Absent: only `fxSnapshotId`. */
    fxSnapshotIds: z.optional(z.array(idSchema)),
    fxTimestamp: z.optional(isoTimeSchema),
    lastUpdated: isoTimeSchema,
  }),
  version: versionSchema,
});
export type KpiResponse = z.infer<typeof kpiResponseSchema>;
