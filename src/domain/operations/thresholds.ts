import type { componentNames, HealthStatus } from '../../contracts/health.ts';
import type { KpiStatus, Trend } from '../../contracts/kpi.ts';
import type { StageStatus } from '../../contracts/pipeline.ts';

/**
 * The limits behind status colours that the documents name without a rule (D-36): one table, used by the platform to judge and by the
 * console to explain. `limit` ends green, `critical` ends amber; both values belong to the better side.
 */
export interface Threshold {
  readonly title: string;
  readonly unit: 'percent' | 'hours' | 'items' | 'milliseconds';
  /** `atLeast`: higher is better. `atMost`: lower is better. */
  readonly direction: 'atLeast' | 'atMost';
  readonly limit: number;
  readonly critical: number;
  /** The origin of the figure, shown on request. */
  readonly source: string;
}

const convention = 'Ukweli default';

/** Limits of the KPIs, each with its unit and source. */
export const kpiThresholds = {
  verificationAccuracy: {
    title: 'Verification Accuracy',
    unit: 'percent',
    direction: 'atLeast',
    limit: 95,
    critical: 90,
    source: convention,
  },
  latencyP95: {
    title: 'Latency p95',
    unit: 'hours',
    direction: 'atMost',
    limit: 24,
    critical: 48,
    source: 'Ukweli specification; critical: Ukweli default',
  },
  automationRate: { title: 'Automation Rate', unit: 'percent', direction: 'atLeast', limit: 90, critical: 80, source: convention },
  dlqItems: { title: 'DLQ Items', unit: 'items', direction: 'atMost', limit: 5, critical: 10, source: convention },
} as const satisfies Record<string, Threshold>;

/** p95 latency of each component. */
export const componentThresholds = {
  api_gateway: { title: 'API Gateway p95', unit: 'milliseconds', direction: 'atMost', limit: 250, critical: 1000, source: convention },
  database: { title: 'Database p95', unit: 'milliseconds', direction: 'atMost', limit: 100, critical: 500, source: convention },
  verification_engine: {
    title: 'Verification Engine p95',
    unit: 'milliseconds',
    direction: 'atMost',
    limit: 1500,
    critical: 5000,
    source: convention,
  },
  evidence_storage: {
    title: 'Evidence Storage p95',
    unit: 'milliseconds',
    direction: 'atMost',
    limit: 500,
    critical: 2000,
    source: convention,
  },
} as const satisfies Record<(typeof componentNames)[number], Threshold>;

/** Uptime over 30 days, the same for every component. */
export const uptimeThreshold: Threshold = {
  title: 'Uptime',
  unit: 'percent',
  direction: 'atLeast',
  limit: 99.5,
  critical: 98,
  source: convention,
};

/** True if a value is within a limit, inclusive. */
export function withinLimit(value: number, { direction, limit }: Pick<Threshold, 'direction' | 'limit'>): boolean {
  return direction === 'atLeast' ? value >= limit : value <= limit;
}

/** The two limits of a threshold, each a boundary between two verdicts. */
export function boundsOf({ direction, limit, critical }: Pick<Threshold, 'direction' | 'limit' | 'critical'>) {
  return [
    { direction, limit },
    { direction, limit: critical },
  ] as const;
}

/** The status of a value against a threshold. */
export function statusAgainst(
  value: number,
  { direction, limit, critical }: Pick<Threshold, 'direction' | 'limit' | 'critical'>,
): KpiStatus {
  if (withinLimit(value, { direction, limit })) return 'green';
  return withinLimit(value, { direction, limit: critical }) ? 'amber' : 'red';
}

/** A change smaller than this share of the earlier value counts as stable. */
export const STABLE_SHARE = 0.0025;

/** Direction of a figure against the last period. */
export function trendOf(value: number, previous: number): Trend {
  const change = value - previous;
  if (Math.abs(change) <= Math.abs(previous) * STABLE_SHARE) return 'stable';
  return change > 0 ? 'up' : 'down';
}

/**
 * A component's state by uptime (percent) and p95 (milliseconds): the worse of the two. Unmeasured values (null) are ignored; without
 * either it is unknown.
 */
export function healthStatusOf(name: (typeof componentNames)[number], uptime: number | null, p95: number | null): HealthStatus {
  const parts = [
    ...(uptime === null ? [] : [statusAgainst(uptime, uptimeThreshold)]),
    ...(p95 === null ? [] : [statusAgainst(p95, componentThresholds[name])]),
  ];
  if (parts.length === 0) return 'unknown';
  if (parts.includes('red')) return 'critical';
  return parts.includes('amber') ? 'warning' : 'healthy';
}

/** From this share of its limit, a stage's lag is a warning. */
export const STAGE_WARNING_SHARE = 0.8;

/** A stage's colour: red in breach (C-61), amber near the limit, gray when idle, blue while a batch drains, else green. */
export function stageStatusOf(stage: {
  readonly lagMinutes: number;
  readonly sloMinutes: number;
  readonly queueDepth: number;
  readonly batch: boolean;
}): StageStatus {
  if (stage.lagMinutes > stage.sloMinutes) return 'red';
  if (stage.lagMinutes >= stage.sloMinutes * STAGE_WARNING_SHARE) return 'amber';
  if (stage.queueDepth === 0) return 'gray';
  return stage.batch ? 'blue' : 'green';
}

/** How common anomalies are among the records checked. */
export function anomalyRateOf(anomalies: number, sampleSize: number): 'low' | 'medium' | 'high' {
  const share = sampleSize === 0 ? 0 : anomalies / sampleSize;
  if (share < 0.02) return 'low';
  return share < 0.05 ? 'medium' : 'high';
}
