import type { KpiResponse } from '../../contracts/kpi.ts';
import { kpiThresholds } from './thresholds.ts';

/** C-83: the latency-breach warning appears when latency is red and its p95 exceeds the green limit of 24 hours. */
export function isLatencyBreach({ status, p95 }: Pick<KpiResponse['avgLatency'], 'status' | 'p95'>): boolean {
  return status === 'red' && p95 > kpiThresholds.latencyP95.limit;
}
