import { describe, expect, it } from 'vitest';
import type { HealthComponent } from '../../contracts/health.ts';
import type { RbfSummary, RefinanceSummary } from '../../contracts/overview.ts';
import type { PipelineStage } from '../../contracts/pipeline.ts';
import type { FreshnessState } from '../../domain/freshness/freshness.ts';
import { dgnView, holdsPortfolios, financeTile, healthTile, pipelineTile } from './platformModel.ts';

const lastUpdated = '2025-11-18T11:26:06Z';
const component = (name: HealthComponent['name'], status: HealthComponent['status'], p50: number): HealthComponent => ({
  name,
  status,
  uptime: 99.9,
  latency: { p50, p95: p50 * 3 },
  version: 1,
});
const stage = (name: PipelineStage['name'], lag: number, slo: number, status: PipelineStage['status'] = 'green'): PipelineStage => ({
  name,
  status,
  queueDepth: 1,
  processingRate: 1,
  errorCount: 0,
  lastProcessedAt: lastUpdated,
  sloThresholdMinutes: slo,
  currentLagMinutes: lag,
  version: 1,
});
const components = [
  component('api_gateway', 'healthy', 42),
  component('database', 'healthy', 8),
  component('verification_engine', 'healthy', 310),
  component('evidence_storage', 'healthy', 66),
];
const live = { kind: 'live', at: 0 } as const;
const stages = [
  stage('saastain_intake', 0.6, 5),
  stage('outbox_pump', 1.1, 2, 'blue'),
  stage('decision_service', 12.4, 5, 'red'),
  stage('bank_integration', 3.2, 10),
];

describe('tiles', () => {
  it('counts the healthy components', { tags: ['C-14', 'D-16'] }, () => {
    expect(healthTile(components, live)).toMatchObject({ healthy: 4, total: 4, state: { word: 'Healthy', answer: 'yes' } });
    expect(healthTile(components, live).lines.map(({ label, p50 }) => `${label} ${p50}`)).toEqual([
      'API gateway 42 ms',
      'Database 8 ms',
      'Verification 310 ms',
      'Evidence 66 ms',
    ]);
  });

  it('takes the worst component for the state', () => {
    const with_ = (status: HealthComponent['status']) =>
      healthTile([...components.slice(1), component('api_gateway', status, 1)], live).state;
    expect([with_('warning').look, with_('critical').look, with_('unknown').look]).toEqual(['warn', 'bad', 'unknown']);
  });

  it('counts stages in breach and names the worst', { tags: ['C-14', 'C-61', 'D-16'] }, () => {
    const tile = pipelineTile(stages, live);
    expect(tile).toMatchObject({ alerts: 1, note: 'Decision Service lag 12.4 min', state: { word: 'SLO breach', look: 'bad' } });
    expect(pipelineTile(stages, { kind: 'stale', at: 1 }).state.word).toBe('Was in breach');
    for (const line of tile.lines) expect(line.lag <= tile.scaleMinutes && line.limit <= tile.scaleMinutes).toBe(true);
    expect(tile.lines.map(({ mark }) => (mark === 'bad' ? mark : mark.look))).toEqual(['ok', 'processing', 'bad', 'ok']);
    expect(pipelineTile([stage('outbox_pump', 2, 2, 'amber')], live)).toMatchObject({ alerts: 0, state: { word: 'Near limit' } });
  });

  it('claims nothing of all where one could not be read', { tags: ['T-9', 'F-25'] }, () => {
    const [intake] = stages;
    const within = intake === undefined ? [] : [intake];
    expect(pipelineTile(within, live).state.answer).toBe('yes');
    expect(pipelineTile(within, live, 1)).toMatchObject({ state: { answer: 'unknown' }, note: '1 stage could not be read' });
    expect(healthTile(components.slice(1), live, 1)).toMatchObject({ healthy: 3, total: 4, state: { answer: 'unknown' } });
  });

  it('tells in the past what stood once nobody knows any more, and while all work is halted', { tags: ['T-9', 'D-15'] }, () => {
    const within = stages.filter(({ name }) => name !== 'decision_service');
    const notes = (freshness: FreshnessState) => [pipelineTile(within, freshness).note, healthTile(components, freshness).note];
    expect(notes(live)).toEqual(['All stages within their limits', 'components healthy']);
    for (const freshness of [
      { kind: 'asOf', at: 1 },
      { kind: 'stale', at: 1 },
    ] as const)
      expect(notes(freshness)).toEqual(['All stages were within their limits', 'components were healthy']);
    expect(notes({ kind: 'halted', at: 1, by: '' })).toEqual(['All stages were within their limits', 'components were healthy']);
    expect(pipelineTile(stages, { kind: 'stale', at: 1 }).note).toBe('Decision Service lag was 12.4 min');
  });

  it('sums what was paid this month, and says whether it is on track', { tags: ['T-1', 'C-14', 'D-16', 'D-38'] }, () => {
    const summary: RbfSummary = {
      currency: 'KES',
      month: '2025-11',
      totalPayments: 5,
      totalPaid: 22_000,
      totalPending: 14_000,
      paidCount: 3,
      pendingCount: 2,
      failedCount: 0,
      lastUpdated,
    };
    expect(financeTile(summary, live)).toMatchObject({
      paid: '22k',
      counts: '3 of 5 payments',
      completionPercent: '60%',
      pending: 'KES 14k',
      state: { word: 'On track' },
    });
    // Without payments there is no share: 0 % would mean that some were missed.
    expect(financeTile({ ...summary, totalPayments: 0, paidCount: 0, pendingCount: 0 }, live).completionPercent).toBe('–');
    // [T-1] One rule decides what is on track: the worst condition gives the word.
    expect(financeTile({ ...summary, refusedCount: 1 }, live).state).toMatchObject({ look: 'warn', word: '1 refused' });
    expect(financeTile({ ...summary, overdueCount: 2 }, live).state).toMatchObject({ look: 'warn', word: '2 overdue' });
    // [S-8] Pending payments show how many of them are overdue.
    expect([financeTile(summary, live).overdue, financeTile({ ...summary, overdueCount: 2 }, live).overdue]).toEqual([
      null,
      'of these 2 overdue',
    ]);
    expect(financeTile({ ...summary, paidCount: 0, pendingCount: 5 }, live).state).toMatchObject({
      look: 'pending',
      word: 'None paid yet',
    });
    expect(financeTile({ ...summary, failedCount: 1 }, live).state).toMatchObject({ look: 'warn', word: '1 failed' });
    // [T-1] Amounts without an exchange rate are not part of the sum, but shown in their own currency.
    const unrated = [{ currency: 'UGX', paid: 1_590_000, pending: 0 }];
    expect(financeTile({ ...summary, unrated }, live)).toMatchObject({ currency: 'KES', paid: '22k + UGX 1,590k', pending: 'KES 14k' });
    expect(financeTile({ ...summary, totalPaid: 0, unrated }, live)).toMatchObject({ currency: 'UGX', paid: '1,590k' });
    expect(financeTile({ ...summary, totalPaid: 0 }, live)).toMatchObject({ currency: 'KES', paid: '0' });
    const none = financeTile({ ...summary, totalPayments: 0, paidCount: 0, pendingCount: 0 }, live);
    expect([none.completion, none.state.answer, none.state.word]).toEqual([0, 'no', 'None this month']);
  });
});

describe('DGN summary', () => {
  const summary: RefinanceSummary = {
    currency: 'KES',
    byState: [
      { state: 'eligible', portfolios: 6, receivablesValue: 12_400_000 },
      { state: 'eligible_frozen', portfolios: 2, receivablesValue: 3_100_000 },
      { state: 'packaged', portfolios: 3, receivablesValue: 6_800_000 },
      { state: 'sold', portfolios: 4, receivablesValue: 9_600_000 },
      { state: 'recycled', portfolios: 2, receivablesValue: 4_100_000 },
      { state: 'defaulted', portfolios: 1, receivablesValue: 350_000 },
    ],
    performanceSummary: { avgUptime: 97.1, avgFuelSavings: 23.4, avgEmissionReduction: 31.8, totalSites: 40, verificationCount: 1247 },
    recycledCapital: 4_100_000,
    totalReceivables: 31_900_000,
    verificationScore: 0.93,
    lastUpdated,
  };

  it('draws no nought for a state whose receivables have no rate, and steps by number then', { tags: ['T-1', 'C-15'] }, () => {
    const unrated = [{ currency: 'TZS', receivables: 9_600_000 }];
    const byState = summary.byState.map((one) => (one.state === 'sold' ? { ...one, receivablesValue: 0, unrated } : one));
    const { states, recycled } = dgnView({ ...summary, byState, unrated });
    expect(states.map(({ title, value, share }) => [title, value, share])).toEqual([
      ['Eligible', '12,400k', 1],
      ['Frozen', '3,100k', 2 / 6],
      ['Packaged', '6,800k', 3 / 6],
      ['Sold', 'TZS 9,600k', 4 / 6],
      ['Recycled', '4,100k', 2 / 6],
    ]);
    expect(recycled).toContain('TZS 9,600k without a rate');
    const some = summary.byState.map((one) => (one.state === 'sold' ? { ...one, unrated } : one));
    expect(dgnView({ ...summary, byState: some, unrated }).states[3]?.value).toBe('9,600k + TZS 9,600k');
  });

  it('gives no recycling rate where nothing can be collected and nothing came back', { tags: ['T-7', 'C-86'] }, () => {
    expect(dgnView({ ...summary, recycledCapital: 0, totalReceivables: 0 }).recyclingRate).toBe('–');
  });

  it('shows the five states of the life in order, with their display names', { tags: ['C-15'] }, () => {
    const { states } = dgnView(summary);
    expect(states.map(({ title, value, portfolios }) => `${title} ${value} ${portfolios}`)).toEqual([
      'Eligible 12,400k 6 portfolios',
      'Frozen 3,100k 2 portfolios',
      'Packaged 6,800k 3 portfolios',
      'Sold 9,600k 4 portfolios',
      'Recycled 4,100k 2 portfolios',
    ]);
    expect(states[0]?.share).toBe(1);
    expect(dgnView(summary).recyclingRate).toBe('11.4%');
    expect(dgnView(summary).recycled).toBe('KES 4,100k recycled of 36,000k');
  });

  it('shows no mean of nothing', { tags: ['T-1', 'D-59'] }, () => {
    const none = { avgUptime: 0, avgFuelSavings: 0, avgEmissionReduction: 0, totalSites: 0, verificationCount: 0 };
    const { performance } = dgnView({ ...summary, performanceSummary: none });
    expect(performance.map(({ value }) => value)).toEqual(['–', '–', '–', '0', '0']);
  });

  it('does not divide by nothing, and knows when there is nothing', () => {
    expect(holdsPortfolios(summary)).toBe(true);
    expect(holdsPortfolios({ ...summary, byState: summary.byState.map((each) => ({ ...each, portfolios: 0 })) })).toBe(false);
    expect(dgnView({ ...summary, byState: [], recycledCapital: 0, totalReceivables: 0 }).states.every(({ share }) => share === 0)).toBe(
      true,
    );
  });
});
