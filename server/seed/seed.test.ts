import canonicalize from 'canonicalize';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type EndpointId, endpoints } from '../../src/contracts/endpoints.ts';
import type { PipelineStage } from '../../src/contracts/pipeline.ts';
import type { ChainEntry, Verification, VerificationsResponse } from '../../src/contracts/verification.ts';
import { seriesMetrics } from '../../src/contracts/series.ts';
import { z } from '../../src/contracts/zod.ts';
import { checkChain } from '../../src/domain/records/chain.ts';
import { linksOf } from '../../src/domain/records/chainLink.ts';
import { figureOver } from '../../src/domain/figures/fold.ts';
import { throughputFold } from '../../src/domain/figures/throughput.ts';
import { countKpis } from '../entities/kpis.ts';
import { sha256 } from '../entities/verification.ts';
import { seedKpis } from '../testing/seedFigures.ts';
import { createStandingClock, createTestPlatform, type TestClient, type TestPlatform } from '../testing/platform.ts';
import { FIXED_ANCHOR } from './anchor.ts';
import { seedDemo } from './seed.ts';

/** The figures of D-16, requested as the console does, over rows seeded with `SIMULATION=off`. */
let test: TestPlatform;
let admin: TestClient;
let operator: TestClient;
let kampala: TestClient;

beforeAll(async () => {
  test = await createTestPlatform({ clock: createStandingClock(FIXED_ANCHOR), config: { simulation: 'off' } });
  await seedDemo(test.platform);
  [admin, operator, kampala] = await Promise.all([
    test.signIn('admin@ukweli.example'),
    test.signIn('operator@ukweli.example'),
    test.signIn('operator@kampala.example'),
  ]);
});
afterAll(() => test.close());

/** Calls an endpoint and validates the answer against its schema. */
async function answer<Id extends EndpointId>(client: TestClient, id: Id, query = ''): Promise<Answer<Id>> {
  const { status, body, json } = await client.get(`${endpoints[id].path}${query}`);
  expect(status, body).toBe(200);
  return z.parse(endpoints[id].answer, json()) as Answer<Id>; // the table's row for this id
}
const change = (now: number, before: number): string => (((now - before) / before) * 100).toFixed(1);

describe('the demo seed', () => {
  it('has 1,228 of 1,247 verified and 1,175 automated, latency 2.3 s and 5.8 s, trends of the documents', { tags: ['D-16'] }, async () => {
    const kpis = await answer(admin, 'kpis');
    expect(kpis.verificationAccuracy).toMatchObject({ numerator: 1228, denominator: 1247, status: 'green', trend: 'up' });
    expect(kpis.verificationAccuracy.value.toFixed(2)).toBe('98.48');
    expect(change(kpis.verificationAccuracy.value, kpis.verificationAccuracy.previousValue)).toBe('0.6');
    expect(kpis.automationRate.value.toFixed(1)).toBe('94.2');
    expect(kpis.automationRate.trend).toBe('stable');
    expect(change(kpis.automationRate.value, kpis.automationRate.previousValue)).toBe('0.1');
    expect(kpis.avgLatency.p50 * 3600).toBeCloseTo(2.3, 9);
    expect(kpis.avgLatency.p95 * 3600).toBeCloseTo(5.8, 9);
    expect(change(kpis.avgLatency.p50, kpis.avgLatency.previousP50 ?? 0)).toBe('-4.2');
    expect(kpis.fundedAmount.byCurrency[0]?.currency).toBe('KES');
    expect(kpis.fundedAmount.byCurrency[0]?.amount).toBeGreaterThan(13_700_000);
    // [T-1] All of it is in the tenant's own currency, so nothing was converted.
    expect(kpis.fundedAmount).toEqual({ byCurrency: kpis.fundedAmount.byCurrency, lastUpdated: kpis.fundedAmount.lastUpdated });
    expect(await countKpis(test.platform.db, 'demo')).toEqual(seedKpis);
  });

  it('has three dead letters, four of four healthy, and one stage over its limit', { tags: ['D-16'] }, async () => {
    const dlq = await answer(admin, 'dlq');
    expect(dlq.items.map((item) => [item.itemId, item.errorCode])).toEqual([
      ['DLQ-00319', 'BANK_REFUSED'],
      ['DLQ-00318', 'DECISION_TIMEOUT'],
      ['DLQ-00317', 'DECISION_TIMEOUT'],
    ]);
    const health = await answer(admin, 'health');
    expect(health.components.map((one) => `${one.name} ${one.status}`)).toEqual([
      'api_gateway healthy',
      'database healthy',
      'verification_engine healthy',
      'evidence_storage healthy',
    ]);
    const pipeline = await answer(admin, 'pipeline');
    const over = pipeline.stages.filter((stage) => stage.currentLagMinutes > stage.sloThresholdMinutes);
    expect(over).toHaveLength(1);
    expect(over[0]).toMatchObject({
      name: 'decision_service',
      status: 'red',
      currentLagMinutes: 12.4,
      sloThresholdMinutes: 5,
      queueDepth: 342,
      processingRate: 18,
      errorCount: 2,
    });
    const sum = (pick: (stage: PipelineStage) => number): number => pipeline.stages.reduce((total, stage) => total + pick(stage), 0);
    expect([sum((stage) => stage.queueDepth), sum((stage) => stage.errorCount)]).toEqual([433, 3]);
    // [T-1] The stages are in series, so throughput is the rate of the last one.
    expect(figureOver(throughputFold, pipeline.stages, undefined)).toBe(6);
  });

  it('paid 22k of five payments this month, 8k pending and one refused by the bank, for those who may see totals', {
    tags: ['D-16', 'D-38'],
  }, async () => {
    expect(await answer(operator, 'rbfSummary')).toMatchObject({
      currency: 'KES',
      month: '2025-11',
      totalPayments: 5,
      paidCount: 3,
      pendingCount: 1,
      failedCount: 1,
      totalPaid: 22_000,
      totalPending: 8000,
    });
    const auditor = await test.signIn('auditor@ukweli.example');
    expect((await auditor.get('/api/rbf/summary')).status).toBe(403);
    expect((await auditor.get('/api/refinance/summary')).status).toBe(403);
  });

  it('sums portfolios by state from their rows', { tags: ['D-16', 'D-38'] }, async () => {
    const summary = await answer(operator, 'refinanceSummary');
    const states = Object.fromEntries(summary.byState.map((one) => [one.state, [one.portfolios, one.receivablesValue]]));
    expect(states).toMatchObject({
      eligible: [6, 12_400_000],
      eligible_frozen: [2, 3_100_000],
      packaged: [3, 6_800_000],
      sold: [4, 9_600_000],
      recycled: [2, 4_100_000],
    });
    expect(summary).toMatchObject({ currency: 'KES', recycledCapital: 4_100_000, totalReceivables: 31_900_000 });
    expect(((summary.recycledCapital / (summary.recycledCapital + summary.totalReceivables)) * 100).toFixed(1)).toBe('11.4');
    expect(summary.performanceSummary).toMatchObject({ totalSites: 40, verificationCount: 1247 });
    expect(summary.performanceSummary.avgUptime.toFixed(1)).toBe('97.1');
    expect(summary.performanceSummary.avgFuelSavings.toFixed(1)).toBe('23.4');
    expect(summary.performanceSummary.avgEmissionReduction.toFixed(1)).toBe('31.8');
  });

  it('gives each portfolio a covenant of its own, whose terms hash to what the portfolio is bound to', { tags: ['D-33'] }, async () => {
    const { portfolios } = await answer(admin, 'refinancePortfolios');
    const covenants = await test.platform.db.selectFrom('covenants').selectAll().where('tenant_id', '=', 'demo').execute();
    const termsOf = new Map(covenants.map((one) => [one.covenant_hash, one]));
    expect(new Set(portfolios.map(({ covenantHash }) => covenantHash)).size).toBe(portfolios.length);
    for (const { portfolioId, covenantHash, frozenAt, packagedAt } of portfolios) {
      const held = termsOf.get(covenantHash);
      expect(held?.terms, portfolioId).toMatchObject({ portfolioId, tenantId: 'demo' });
      expect(sha256(canonicalize(held?.terms) ?? '')).toBe(covenantHash);
      for (const later of [frozenAt, packagedAt]) if (later !== undefined) expect(String(held?.agreed_at) < later, portfolioId).toBe(true);
    }
  });

  it('has confidence 87 % as the product of 92 % data quality and 95 % rule adherence, anomalies low', { tags: ['D-16'] }, async () => {
    const confidence = await answer(admin, 'confidence');
    expect(confidence.dataQuality).toBeCloseTo(92, 9);
    expect(confidence.ruleAdherence).toBeCloseTo(95, 9);
    expect(Math.round(confidence.confidence)).toBe(87);
    expect(confidence).toMatchObject({ anomalyRate: 'low', sampleSize: 1247 });
  });

  it('has five activities, three notifications, two school cards and the incident of the documents', { tags: ['D-16'] }, async () => {
    const { activities } = await answer(admin, 'activity');
    expect(activities.map((one) => one.text)).toEqual([
      'Verification VRF-001247 verified, Kiambu Township Secondary',
      'Decision Service lag above SLO, 12.4 min against 5',
      'Portfolio DGN-014 packaged, KES 4,200k of receivables',
      'Milestone paid, KES 7,500 to Nakuru West Girls’',
      'Evidence pack EP-0931 received, Kilifi Baobab Secondary',
    ]);
    const { notifications } = await answer(admin, 'notifications');
    expect(notifications.map((one) => [one.level, one.title])).toEqual([
      ['warning', 'Queue lag exceeded 12 minutes'],
      ['warning', '3 items in Dead Letter Queue'],
      ['info', 'ISSB report ready for October'],
    ]);
    const { schools } = await answer(admin, 'schools');
    // C-86: a school performs from 15 % fuel savings and 95 % uptime.
    expect(schools.map((one) => one.fuelSavingsPercent >= 15 && one.uptime >= 95).sort()).toEqual([false, true]);
    const incident = await test.platform.db
      .selectFrom('incidents')
      .selectAll()
      .where('tenant_id', '=', 'demo')
      .where('resolved_at', 'is', null)
      .execute();
    expect(incident.map(({ title, severity }) => [severity, title])).toEqual([['sev2', 'Queue lag exceeded 12 minutes']]);
  });

  it('pages through 1,247 records whose chain is whole, sealed with the hashes of the packs', { tags: ['C-44', 'D-9'] }, async () => {
    const rows: Verification[] = [];
    const entries: ChainEntry[] = [];
    let cursor: string | null = null;
    let head = null;
    do {
      const page: VerificationsResponse = await answer(admin, 'verifications', `?limit=500${cursor === null ? '' : `&cursor=${cursor}`}`);
      expect(page.totalCount).toBe(1247);
      rows.push(...page.verifications);
      entries.push(...linksOf([...page.verifications, ...(page.superseded ?? [])]));
      cursor = page.nextCursor;
      head = page.head;
    } while (cursor !== null);
    expect(new Set(rows.map((row) => row.vrfId)).size).toBe(1247);
    expect(rows[0]).toMatchObject({ vrfId: 'VRF-001247', siteName: 'Kiambu Township Secondary' });
    const chain = entries.map(
      ({ chainIndex, vrfId, siteCode, timestamp, performanceKpis, status, covenantHash, evidenceHash, prevHash, seal }) => ({
        chainIndex,
        vrfId,
        siteCode,
        timestamp,
        performanceKpis,
        status,
        covenantHash,
        evidenceHash,
        prevHash,
        seal,
      }),
    );
    expect(await checkChain('demo', chain, head, sha256)).toMatchObject({ state: 'whole', entries: entries.length });

    const packs = await test.platform.db
      .selectFrom('evidence_packs')
      .select(['pack_id', 'manifest_hash', 'vrf_id'])
      .where('tenant_id', '=', 'demo')
      .execute();
    expect(packs.length).toBeGreaterThanOrEqual(24);
    for (const pack of packs)
      expect(rows.find((row) => row.vrfId === pack.vrf_id)).toMatchObject({
        evidencePackId: pack.pack_id,
        evidenceHash: pack.manifest_hash,
      });
    expect(rows.find((row) => row.vrfId === 'VRF-001244')?.evidencePackId).toBe('EP-0931');
  });

  it('refuses to change the chain even in SQL', { tags: ['D-9'] }, async () => {
    await expect(
      test.platform.db
        .updateTable('chain_entries')
        .set({ seal: '0'.repeat(64) })
        .where('tenant_id', '=', 'demo')
        .execute(),
    ).rejects.toThrow('append-only');
    await expect(test.platform.db.deleteFrom('chain_entries').where('tenant_id', '=', 'demo').execute()).rejects.toThrow('append-only');
  });

  it('has thirty days of every metric, ending on what the rows say', { tags: ['D-35'] }, async () => {
    const kpis = await answer(admin, 'kpis');
    const month = await answer(admin, 'series', `?window=30d&metric=${seriesMetrics.join(',')}`);
    expect(month.series.map((one) => one.metric)).toEqual(seriesMetrics);
    for (const { metric, points } of month.series) {
      expect(points, metric).toHaveLength(120);
      expect(
        points.filter(([, value]) => value === null),
        metric,
      ).toHaveLength(0);
    }
    const last = (metric: string) => month.series.find((one) => one.metric === metric)?.points.at(-1)?.[1];
    expect(last('kpi.verificationAccuracy')).toBe(kpis.verificationAccuracy.value);
    expect(last('kpi.avgLatency')).toBe(kpis.avgLatency.p50);
    expect(last('kpi.dlqItems')).toBe(3);
    expect(last('stage.decision_service.lag')).toBe(12.4);
    expect(last('component.verification_engine.p95')).toBe(780);
  });

  it('shows the last hour as it was: the lag through its limit, an honest gap of eleven minutes, dead letters rising', {
    tags: ['D-35'],
  }, async () => {
    const { series } = await answer(
      admin,
      'series',
      '?window=1h&metric=stage.decision_service.lag,stage.bank_integration.lag,kpi.dlqItems',
    );
    const [lag = [], bank = [], items = []] = series.map((one) => one.points.map(([, value]) => value));
    expect(lag).toHaveLength(60);
    expect(lag[0]).toBeLessThan(5);
    expect(lag.findIndex((value) => (value ?? 0) > 5)).toBeGreaterThan(30);
    expect(bank.filter((value) => value === null)).toHaveLength(11);
    expect(items[0]).toBe(2);
    expect(items.at(-1)).toBe(3);
    const day = await answer(admin, 'series', '?metric=kpi.dlqItems&window=24h');
    const dayItems = day.series[0]?.points.map(([, value]) => value) ?? [];
    expect(dayItems[0]).toBe(1);
    expect(dayItems).toContain(0);
  });

  it('gives the second tenant rows of its own', { tags: ['D-4'] }, async () => {
    const own = await answer(kampala, 'verifications', '?limit=500');
    expect(own.totalCount).toBe(186);
    const text = JSON.stringify([
      own,
      await answer(kampala, 'dlq'),
      await answer(kampala, 'activity'),
      await answer(kampala, 'kpis'),
      await answer(kampala, 'refinanceSummary'),
    ]);
    expect(text).toContain('UGX');
    expect(text).not.toMatch(/VRF-|DLQ-|KE-[A-Z]{3}|DGN-/);
    const funded = await answer(kampala, 'kpis');
    const { byCurrency, converted, fxSnapshotId, fxTimestamp } = funded.fundedAmount;
    expect(byCurrency.map((one) => one.currency).sort()).toEqual(['KES', 'UGX']);
    // [T-1] [C-89] This tenant has two currencies: the sum is in its own, with the snapshot of the rates used.
    const amountIn = (currency: string) => byCurrency.find((one) => one.currency === currency)?.amount ?? Number.NaN;
    expect(converted).toEqual({ currency: 'UGX', amount: Math.round(amountIn('UGX') + amountIn('KES') * 28.35) });
    expect([fxSnapshotId, fxTimestamp]).toEqual(['FX-2025-11-18', '2025-11-18T05:26:06.000Z']);
  });
});
