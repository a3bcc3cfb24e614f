import { expect, it } from 'vitest';
import { isLatencyBreach } from './kpiStatus.ts';
import { kpiThresholds, statusAgainst } from './thresholds.ts';

it('warns of latency only when it is red and its p95 is above 24 hours', { tags: ['C-83'] }, () => {
  expect(isLatencyBreach({ status: 'red', p95: 24.1 })).toBe(true);
  expect(isLatencyBreach({ status: 'red', p95: 24 })).toBe(false);
  expect(isLatencyBreach({ status: 'amber', p95: 30 })).toBe(false);
});

it('24 hours is the last green latency', { tags: ['D-36'] }, () => {
  expect(statusAgainst(24, kpiThresholds.latencyP95)).toBe('green');
  expect(statusAgainst(24.01, kpiThresholds.latencyP95)).toBe('amber');
});
