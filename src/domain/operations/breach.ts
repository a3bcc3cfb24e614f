import type { SeriesPoint } from '../../contracts/series.ts';
import { kpiThresholds } from './thresholds.ts';

/** When to predict a breach of a metric (D-11). `limit` is in the metric's own unit. */
export interface BreachRule {
  readonly limit: number;
  readonly direction: 'upper' | 'lower';
  readonly windowMinutes: number;
  readonly minSamples: number;
}

/** The share of an upper limit that counts as reached; a lower limit counts as reached at limit divided by this (C-21, section 9). */
export const breachFactor = 0.95;

/**
 * Metrics with a limit. Accuracy and automation have none: 95 % of the way to 100 is within their good range, so a warning would never
 * end.
 */
export const breachRules = {
  dlqItems: { limit: kpiThresholds.dlqItems.limit, direction: 'upper', windowMinutes: 60, minSamples: 5 },
  latencyP95: { limit: kpiThresholds.latencyP95.limit, direction: 'upper', windowMinutes: 60, minSamples: 5 },
} as const satisfies Record<string, BreachRule>;

/** Slope of the least-squares line through the samples, units per minute; null if they do not spread over time. */
function slopePerMinute(samples: readonly (readonly [number, number])[]): number | null {
  const meanAt = samples.reduce((sum, [at]) => sum + at, 0) / samples.length;
  const meanValue = samples.reduce((sum, [, value]) => sum + value, 0) / samples.length;
  let across = 0;
  let spread = 0;
  for (const [at, value] of samples) {
    const minutes = (at - meanAt) / 60_000;
    across += minutes * (value - meanValue);
    spread += minutes * minutes;
  }
  return spread === 0 ? null : across / spread;
}

/**
 * Minutes until the trend of the last hour carries the newest value across the limit's guard (D-11). 0 if it is already across; null
 * without enough samples, on stale data, or if the trend leads away from the limit.
 * @param nowMs the clock that the points were written by, epoch milliseconds
 */
export function minutesToBreach(
  points: readonly SeriesPoint[],
  rule: BreachRule,
  { nowMs, stale }: { readonly nowMs: number; readonly stale: boolean },
): number | null {
  if (stale) return null;
  const from = nowMs - rule.windowMinutes * 60_000;
  const samples = points.flatMap(([at, value]): [number, number][] => (value === null || at < from || at > nowMs ? [] : [[at, value]]));
  const newest = samples.at(-1);
  if (newest === undefined || samples.length < rule.minSamples) return null;
  const upper = rule.direction === 'upper';
  const guard = upper ? rule.limit * breachFactor : rule.limit / breachFactor;
  if (upper ? newest[1] >= guard : newest[1] <= guard) return 0;
  const slope = slopePerMinute(samples);
  if (slope === null || (upper ? slope <= 0 : slope >= 0)) return null;
  return (guard - newest[1]) / slope;
}

/** Urgency of a predicted breach: red at 15 minutes or less, amber at 60 or less, else null (C-21). */
export function breachUrgency(minutes: number | null): 'red' | 'amber' | null {
  if (minutes === null || minutes > 60) return null;
  return minutes <= 15 ? 'red' : 'amber';
}
