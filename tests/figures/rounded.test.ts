import { describe, expect, it } from 'vitest';
import type { HealthComponent } from '../../src/contracts/health.ts';
import type { KpiResponse } from '../../src/contracts/kpi.ts';
import type { PipelineStage } from '../../src/contracts/pipeline.ts';
import type { RbfSummary } from '../../src/contracts/overview.ts';
import { milestoneProgress } from '../../src/domain/operations/milestones.ts';
import { stillHolding } from '../../src/domain/operations/stillHolds.ts';
import { componentThresholds, kpiThresholds, statusAgainst, uptimeThreshold } from '../../src/domain/operations/thresholds.ts';
import { componentViews } from '../../src/screens/health/model.ts';
import { attentionLines } from '../../src/screens/overview/attentionModel.ts';
import { kpiDetails, kpiViews } from '../../src/screens/overview/kpiModel.ts';
import { confidenceView } from '../../src/screens/overview/model.ts';
import { financeTile, pipelineTile } from '../../src/screens/overview/platformModel.ts';
import { stageTile } from '../../src/screens/overview/stageTile.ts';
import { stageViews } from '../../src/screens/pipeline/model.ts';
import { schoolViews } from '../../src/screens/schools/model.ts';

/**
 * Figures are rounded for display only, never before they are judged. A figure that misses its limit is never displayed as one that meets
 * it, or vice versa.
 */
const live = { kind: 'live', at: 0 } as const;
const lastUpdated = '2026-01-31T21:30:00Z';

const metric = (value: number, limits: Parameters<typeof statusAgainst>[1]) => ({
  value,
  previousValue: 90,
  trend: 'up' as const,
  status: statusAgainst(value, limits),
  lastUpdated,
});
const kpis = (accuracy: number, p95: number, automation: number): KpiResponse => ({
  verificationAccuracy: { ...metric(accuracy, kpiThresholds.verificationAccuracy), numerator: 1, denominator: 1 },
  avgLatency: { p50: p95, p95, previousP50: 1, status: statusAgainst(p95, kpiThresholds.latencyP95), lastUpdated },
  automationRate: metric(automation, kpiThresholds.automationRate),
  fundedAmount: { byCurrency: [], lastUpdated },
  version: 1,
});
const cards = (body: KpiResponse) =>
  kpiViews({
    kpis: body,
    kpisFreshness: live,
    letters: null,
    lettersFreshness: live,
    day: () => [],
    hour: () => [],
    now: 0,
    asOf: 0,
    zone: 'Africa/Nairobi',
  });
const stage = (lag: number, limit: number): PipelineStage => ({
  name: 'decision_service',
  status: lag > limit ? 'red' : 'amber',
  queueDepth: 342,
  processingRate: 18,
  errorCount: 0,
  lastProcessedAt: lastUpdated,
  sloThresholdMinutes: limit,
  currentLagMinutes: lag,
  version: 1,
});

describe('a rounded figure stays on its side of the limit', () => {
  it('accuracy and automation, on the card and in the strip', { tags: ['T-1', 'C-82'] }, () => {
    const body = kpis(94.97, 1, 89.996);
    expect(cards(body).map(({ value, badge }) => [value, badge.word])).toEqual([
      ['94.9', 'At risk'],
      ['1.0', 'On target'],
      ['89.9', 'At risk'],
    ]);
    expect(kpiDetails(body, { now: 0, zone: 'UTC' }).map(({ values }) => values[0])).toEqual(['94.97%', '1.0 h', '89.99%', 'Nothing']);
    // The lower limit also separates two words.
    expect(cards(kpis(89.96, 1, 79.99)).map(({ value, badge }) => [value, badge.word])).toEqual([
      ['89.9', 'Off target'],
      ['1.0', 'On target'],
      ['79.9', 'Off target'],
    ]);
    expect(cards(kpis(95, 1, 90)).map(({ value }) => value)).toEqual(['95.0', '1.0', '90.0']);
  });

  it('latency over its limit is not written as the limit', { tags: ['T-1', 'C-83'] }, () => {
    expect(cards(kpis(99, 24.02, 99))[1]).toMatchObject({ basis: 'p50 24.0 h · p95 24.1 h', badge: { word: 'At risk' } });
    expect(cards(kpis(99, 48.04, 99))[1]).toMatchObject({ basis: 'p50 48.0 h · p95 48.1 h', badge: { word: 'Off target' } });
    const facts = {
      letters: null,
      stages: null,
      components: null,
      componentsAt: 0,
      kpis: { ...kpis(99, 24.01, 99) },
      notifications: [],
      now: 0,
    };
    facts.kpis = { ...facts.kpis, avgLatency: { ...facts.kpis.avgLatency, status: 'red' } };
    expect(attentionLines(facts, new Set())[0]?.detail).toBe('p95 is 24.1 h, above 24 h');
  });

  it('a lag in breach is not written as the limit, and the limit is written as it is', { tags: ['T-1', 'C-61'] }, () => {
    const over = stage(5.04, 5);
    const [view] = stageViews({
      stages: [over],
      deadLetters: [],
      seriesOf: () => [],
      historyState: 'ready',
      window: '1h',
      asOf: 0,
      zone: 'UTC',
    });
    expect(view).toMatchObject({ breach: true, lag: '5.1', share: '101% of SLO', verdict: { title: '1% over · 0.1 min excess' } });
    expect(pipelineTile([over], live)).toMatchObject({ note: 'Decision Service lag 5.1 min', lines: [{ shown: '5.1', breach: true }] });
    expect(stageTile(over)).toMatchObject({ lag: '5.1', breach: true });
    const half = stage(4.8, 4.5);
    const facts = { letters: null, stages: [half], components: null, componentsAt: 0, kpis: null, notifications: [], now: 0 };
    expect(attentionLines(facts, new Set())[0]?.detail).toBe('Lag 4.8 min against 4.5');
    expect(stillHolding(['decision_service'], { stages: [half], components: [] })).toEqual([
      'Decision Service: lag 4.8 min against 4.5, 107% of SLO',
    ]);
    const held = stageViews({
      stages: [stage(4.98, 5)],
      deadLetters: [],
      seriesOf: () => [],
      historyState: 'ready',
      window: '1h',
      asOf: 0,
      zone: 'UTC',
    });
    expect(held[0]).toMatchObject({ breach: false, lag: '5.0', share: '99% of SLO' });
  });

  it('a school below its limit, and a milestone that is missed', { tags: ['T-1', 'C-32'] }, () => {
    const [school] = schoolViews([
      {
        currency: 'KES',
        financing: null,
        school: {
          schoolId: 'S-1',
          schoolName: 'Lodwar',
          location: 'Turkana',
          cookingTime: 1,
          steamFlow: 1,
          fuelConsumption: 1,
          fuelSavingsPercent: 14.96,
          uptime: 94.99,
          sensorHealth: 'healthy',
          lastUpdated,
          version: 1,
        },
      },
    ]);
    expect(school).toMatchObject({ performing: false, fuelSavings: { text: '14.9%' }, uptime: { text: '94.9%' } });
    expect(milestoneProgress({ metric: 'uptime', threshold: 95, actualPerformance: 94.96 })).toMatchObject({
      actual: '94.9%',
      limit: '95.0%',
      reached: false,
    });
    expect(milestoneProgress({ metric: 'emissionReduction', threshold: 1.1, actualPerformance: 1.099 })).toMatchObject({
      actual: '1.09 t',
      reached: false,
    });
  });

  it('uptime and p95 of a component in warning', { tags: ['T-1', 'C-29'] }, () => {
    const component: HealthComponent = {
      name: 'database',
      status: 'warning',
      uptime: uptimeThreshold.limit - 0.004,
      latency: { p50: 12, p95: componentThresholds.database.limit + 0.4 },
      version: 1,
    };
    expect(componentViews([component], () => [])[0]).toMatchObject({ uptime: '99.49%', p95: '101 ms' });
  });
});

describe('what is not all is never written as all', () => {
  const summary: RbfSummary = {
    currency: 'KES',
    month: '2026-01',
    totalPayments: 400,
    totalPaid: 1,
    totalPending: 1,
    paidCount: 399,
    pendingCount: 1,
    failedCount: 0,
    lastUpdated,
  };
  it('399 of 400 payments are not 100 %', { tags: ['T-1', 'C-86'] }, () => {
    expect(financeTile(summary, live)).toMatchObject({ counts: '399 of 400 payments', completionPercent: '99%' });
    expect(financeTile({ ...summary, paidCount: 400, pendingCount: 0 }, live).completionPercent).toBe('100%');
  });
  it('one reading missing of a thousand is no data quality of 100 %', { tags: ['T-1', 'C-19'] }, () => {
    const view = confidenceView({
      confidence: 99.9,
      dataQuality: 99.9,
      ruleAdherence: 100,
      anomalyRate: 'low',
      anomalies: 0,
      sampleSize: 1000,
      lastUpdated,
    });
    expect([view.value, ...view.parts.map(({ value }) => value)]).toEqual(['99', '99%', '100%']);
  });
  it('9,999 of 10,000 verified are not 100.0 %', { tags: ['T-1', 'C-82'] }, () => {
    expect(cards(kpis(99.99, 1, 99.99)).map(({ value }) => value)).toEqual(['99.9', '1.0', '99.9']);
  });
});
