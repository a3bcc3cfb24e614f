import type { KpiResponse, KpiStatus } from '../contracts/kpi.ts';
import { kpiThresholds } from './thresholds.ts';

/** The document's status colours of a KPI in words and looks; `was` is said once it is no longer known (LOOK, Words). */
export const kpiStates: Readonly<Record<KpiStatus, { readonly word: string; readonly was: string; readonly look: 'ok' | 'warn' | 'bad' }>> =
  {
    green: { word: 'On target', was: 'Was on target', look: 'ok' },
    amber: { word: 'At risk', was: 'Was at risk', look: 'warn' },
    red: { word: 'Off target', was: 'Was off target', look: 'bad' },
  };

/** C-83: the latency-breach warning appears when latency is red and its p95 exceeds the green limit of 24 hours. */
export function isLatencyBreach({ status, p95 }: Pick<KpiResponse['avgLatency'], 'status' | 'p95'>): boolean {
  return status === 'red' && p95 > kpiThresholds.latencyP95.limit;
}
