import { describe, expect, it } from 'vitest';
import { anomalyRateOf, healthStatusOf, kpiThresholds, stageStatusOf, statusAgainst, trendOf } from './thresholds.ts';

describe('thresholds', () => {
  it('[C-83] [D-36] takes p95 latency for green up to 24 hours', () => {
    expect(statusAgainst(24, kpiThresholds.latencyP95)).toBe('green');
    expect(statusAgainst(24.1, kpiThresholds.latencyP95)).toBe('amber');
    expect(statusAgainst(48.1, kpiThresholds.latencyP95)).toBe('red');
  });

  it('[D-36] judges accuracy from below', () => {
    expect([95, 94.9, 90, 89.9].map((value) => statusAgainst(value, kpiThresholds.verificationAccuracy))).toEqual([
      'green',
      'amber',
      'amber',
      'red',
    ]);
  });

  it('[D-36] calls small changes stable', () => {
    expect([trendOf(98.48, 97.89), trendOf(94.23, 94.11), trendOf(2.3, 2.4), trendOf(3, 0), trendOf(0, 0)]).toEqual([
      'up',
      'stable',
      'down',
      'up',
      'stable',
    ]);
  });

  it('[C-60] [C-61] [D-36] colours a stage by its own limit', () => {
    const stage = { sloMinutes: 5, queueDepth: 9, batch: false };
    expect([5.1, 5, 4, 3.9].map((lagMinutes) => stageStatusOf({ ...stage, lagMinutes }))).toEqual(['red', 'amber', 'amber', 'green']);
    expect(stageStatusOf({ ...stage, lagMinutes: 1, batch: true })).toBe('blue');
    expect(stageStatusOf({ ...stage, lagMinutes: 0, queueDepth: 0 })).toBe('gray');
  });

  it('[D-36] judges a component by the worse of uptime and p95', () => {
    expect(healthStatusOf('database', 99.99, 24)).toBe('healthy');
    expect(healthStatusOf('database', 99.99, 101)).toBe('warning');
    expect(healthStatusOf('database', 97.9, 24)).toBe('critical');
  });

  it('[D-36] words how common anomalies are', () => {
    expect([anomalyRateOf(14, 1247), anomalyRateOf(30, 1000), anomalyRateOf(50, 1000), anomalyRateOf(0, 0)]).toEqual([
      'low',
      'medium',
      'high',
      'low',
    ]);
  });
});
