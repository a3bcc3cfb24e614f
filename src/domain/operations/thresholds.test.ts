import { describe, expect, it } from 'vitest';
import { anomalyRateOf, healthStatusOf, kpiThresholds, stageStatusOf, statusAgainst, trendOf } from './thresholds.ts';

describe('thresholds', () => {
  it('takes p95 latency for green up to 24 hours', { tags: ['C-83', 'D-36'] }, () => {
    expect(statusAgainst(24, kpiThresholds.latencyP95)).toBe('green');
    expect(statusAgainst(24.1, kpiThresholds.latencyP95)).toBe('amber');
    expect(statusAgainst(48.1, kpiThresholds.latencyP95)).toBe('red');
  });

  it('judges accuracy from below', { tags: ['D-36'] }, () => {
    expect([95, 94.9, 90, 89.9].map((value) => statusAgainst(value, kpiThresholds.verificationAccuracy))).toEqual([
      'green',
      'amber',
      'amber',
      'red',
    ]);
  });

  it('calls small changes stable', { tags: ['D-36'] }, () => {
    expect([trendOf(98.48, 97.89), trendOf(94.23, 94.11), trendOf(2.3, 2.4), trendOf(3, 0), trendOf(0, 0)]).toEqual([
      'up',
      'stable',
      'down',
      'up',
      'stable',
    ]);
  });

  it('colours a stage by its own limit', { tags: ['C-60', 'C-61', 'D-36'] }, () => {
    const stage = { sloMinutes: 5, queueDepth: 9, batch: false };
    expect([5.1, 5, 4, 3.9].map((lagMinutes) => stageStatusOf({ ...stage, lagMinutes }))).toEqual(['red', 'amber', 'amber', 'green']);
    expect(stageStatusOf({ ...stage, lagMinutes: 1, batch: true })).toBe('blue');
    expect(stageStatusOf({ ...stage, lagMinutes: 0, queueDepth: 0 })).toBe('gray');
  });

  it('judges a component by the worse of uptime and p95', { tags: ['D-36'] }, () => {
    expect(healthStatusOf('database', 99.99, 24)).toBe('healthy');
    expect(healthStatusOf('database', 99.99, 101)).toBe('warning');
    expect(healthStatusOf('database', 97.9, 24)).toBe('critical');
  });

  it('words how common anomalies are', { tags: ['D-36'] }, () => {
    expect([anomalyRateOf(14, 1247), anomalyRateOf(30, 1000), anomalyRateOf(50, 1000), anomalyRateOf(0, 0)]).toEqual([
      'low',
      'medium',
      'high',
      'low',
    ]);
  });
});
