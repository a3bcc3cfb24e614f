import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headers } from '../../src/contracts/endpoints.ts';
import { issbReportSchema, pcafReportSchema, type Report } from '../../src/contracts/report.ts';
import type { SignedRecord } from '../../src/contracts/verdict.ts';
import { z } from '../../src/contracts/zod.ts';
import { lintKeys } from '../../src/evidence/keys.ts';
import { checkRecord } from '../../src/evidence/records.ts';
import { FIXED_ANCHOR } from '../seed/anchor.ts';
import { createStandingClock, createTestPlatform, type TestClient, type TestPlatform } from '../testing/platform.ts';

let test: TestPlatform;
let bank: TestClient;
let auditor: TestClient;
let kampala: TestClient;

beforeAll(async () => {
  const clock = createStandingClock(FIXED_ANCHOR);
  test = await createTestPlatform({
    clock,
    config: { simulation: 'off' },
    seeded: true,
  });
  bank = await test.signIn('bank@ukweli.example');
  auditor = await test.signIn('auditor@ukweli.example');
  kampala = await test.signIn('operator@kampala.example');
});
afterAll(() => test.close());

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const onRecord = () =>
  test.platform.db.selectFrom('audit_records').selectAll().where('action', '=', 'report.generate').orderBy('chain_index').execute();

describe('reports', () => {
  it('makes a PCAF report from the stored rows, and keeps it as it was made', { tags: ['C-33', 'C-45'] }, async () => {
    const answer = await bank.post('/api/reports/pcaf');
    expect(answer.status, answer.body).toBe(200);
    const report = z.parse(pcafReportSchema, answer.json());
    expect(report).toMatchObject({ tenantId: 'demo', currency: 'KES', period: { from: '2024-11-17T21:00:00.000Z', to: FIXED_ANCHOR } });
    expect(report.portfolioBreakdown.map((one) => one.assetClass).sort()).toEqual([
      'Business loans and unlisted equity',
      'Project finance',
    ]);
    const { count } = await test.platform.db
      .selectFrom('financed_assets')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('tenant_id', '=', 'demo')
      .executeTakeFirstOrThrow();
    expect([report.basis?.assets, sum(report.portfolioBreakdown.map((one) => Number(one.assets)))]).toEqual([count, count]);
    expect(report.basis?.verifications).toBe(1247);
    expect(report.totalFinancedEmissions).toBeCloseTo(sum(report.portfolioBreakdown.map((one) => one.financedEmissions)), 3);
    expect(report.totalFinancedEmissions).toBeGreaterThan(0);
    // Every asset class has a score between those of its best and worst assets.
    for (const one of report.portfolioBreakdown) expect(one.dataQualityScore).toBeGreaterThan(1);
    const again = await auditor.get(`/api/reports/${report.reportId}`);
    expect(again.json()).toEqual(answer.json());
  });

  it('tells verified from estimated reductions in an ISSB report, with covenants, and no rates', { tags: ['C-33', 'C-45'] }, async () => {
    const answer = await bank.post('/api/reports/issb');
    const report = z.parse(issbReportSchema, answer.json());
    const rows = await test.platform.db
      .selectFrom('verifications')
      .select(['status', 'emission_reduction', 'covenant_hash'])
      .where('tenant_id', '=', 'demo')
      .execute();
    const tonnesIn = (statuses: readonly string[]) =>
      sum(rows.filter((row) => statuses.includes(row.status)).map((row) => row.emission_reduction));
    expect(report.emissionReductions.verified).toBeCloseTo(tonnesIn(['verified']), 2);
    expect(report.emissionReductions.estimated).toBeCloseTo(tonnesIn(['pending', 'disputed']), 2);
    expect(report.carbonCredits.verified).toBe(Math.floor(report.emissionReductions.verified * 0.9));
    expect(sum((report.breakdown ?? []).map((one) => one.verified))).toBeCloseTo(report.emissionReductions.verified, 2);
    // [T-1] Tonnes and credits only: there is no money to convert.
    expect(report.fxSnapshotId).toBeUndefined();
    // Only the covenants of the counted records.
    expect(report.basis?.covenants).toEqual([...new Set(rows.map((row) => row.covenant_hash))].sort());
    expect(report.covenantHash).toBe(
      createHash('sha256')
        .update(canonicalize(report.basis?.covenants) ?? '')
        .digest('hex'),
    );
  });

  it('refuses half a period and one of no calendar, in a preview as for a report', { tags: ['T-7', 'C-33'] }, async () => {
    const preview = async (query: string) => {
      const { status, body } = await bank.get(`/api/reports/preview?kind=issb&${query}`);
      return [status, JSON.parse(body).error?.message];
    };
    const to = '2025-03-30T00:00:00Z';
    expect(await preview(`to=${to}`)).toEqual([400, 'A period has a beginning and an end']);
    expect(await preview(`from=${to}`)).toEqual([400, 'A period has a beginning and an end']);
    expect(await preview(`from=0000-01-01T00:00:00Z&to=${to}`)).toEqual([400, 'The period begins before the year 1']);
    expect((await preview(`from=0001-01-01T00:00:00Z&to=${to}`))[0]).toBe(200);
    expect((await bank.post('/api/reports/issb', { period: { from: '0000-01-01T00:00:00Z', to } })).status).toBe(400);
  });

  it('previews what it would say of a period, then makes it of that period; an empty body is the current one', {
    tags: ['T-7', 'C-33', 'C-75'],
  }, async () => {
    const before = (await bank.get('/api/reports')).json().totalCount;
    const now = (await bank.get('/api/reports/preview?kind=issb')).json();
    const current = z.parse(issbReportSchema, (await bank.post('/api/reports/issb', {})).json());
    expect(now).toMatchObject({ kind: 'issb', period: current.period, verifications: current.basis?.verifications });
    const year = { from: '2024-12-31T21:00:00.000Z', to: FIXED_ANCHOR };
    const preview = (await bank.get(`/api/reports/preview?kind=issb&from=${year.from}&to=${year.to}`)).json();
    expect(preview.period).toEqual(year);
    const answer = await bank.post('/api/reports/issb', { period: year });
    const report = z.parse(issbReportSchema, answer.json());
    expect(report.period).toEqual(year);
    expect(preview.figures).toEqual([
      { of: 'verified', value: report.emissionReductions.verified },
      { of: 'estimated', value: report.emissionReductions.estimated },
      { of: 'creditsVerified', value: report.carbonCredits.verified },
      { of: 'creditsEstimated', value: report.carbonCredits.estimated },
    ]);
    // Two were made; previews made none.
    expect((await bank.get('/api/reports')).json().totalCount).toBe(before + 2);
    expect((await onRecord()).at(-1)?.details).toMatchObject({ ...year, reportId: report.reportId });
    expect((await bank.post('/api/reports/issb', { period: { from: year.to, to: year.from } })).status).toBe(400);
    expect((await bank.post('/api/reports/issb', { period: { from: year.from, to: '2026-01-01T00:00:00.000Z' } })).status).toBe(400);
    expect((await auditor.get('/api/reports/preview?kind=pcaf')).status).toBe(403);
  });

  it('says no data where there is nothing to count, and signs nothing', { tags: ['T-7', 'C-33'] }, async () => {
    const { db } = test.platform;
    // A year before the first record, and a tenant without financed assets.
    const before = { from: '2019-12-31T21:00:00.000Z', to: '2020-12-31T21:00:00.000Z' };
    const preview = (await bank.get(`/api/reports/preview?kind=issb&from=${before.from}&to=${before.to}`)).json();
    expect(preview).toMatchObject({ counted: 0, verifications: 0, figures: [] });
    const refused = await bank.post('/api/reports/issb', { period: before });
    expect([refused.status, refused.json().error.message]).toEqual([
      409,
      'No data: no verification of this period counts, so there is nothing to report',
    ]);
    const held = (await bank.get('/api/reports')).json().totalCount;
    const assets = await db.selectFrom('financed_assets').selectAll().where('tenant_id', '=', 'demo').execute();
    await db.deleteFrom('financed_assets').where('tenant_id', '=', 'demo').execute();
    expect((await bank.get('/api/reports/preview?kind=pcaf')).json()).toMatchObject({ assets: 0, figures: [] });
    const empty = await bank.post('/api/reports/pcaf');
    expect([empty.status, empty.json().error.message]).toEqual([
      409,
      'No data: no financed asset is on record, so there is nothing to report',
    ]);
    expect((await bank.get('/api/reports')).json().totalCount).toBe(held);
    expect((await onRecord()).at(-1)?.outcome).toBe('refused');
    for (const row of assets) await db.insertInto('financed_assets').values(row).execute();
  });

  it('keeps a history of both kinds, newest first, and gives no tenant another one’s', { tags: ['C-33'] }, async () => {
    const { reports, totalCount } = (await auditor.get('/api/reports')).json();
    expect(totalCount).toBe(reports.length);
    const times: readonly string[] = reports.map((one: Report) => one.generatedAt);
    expect(times).toEqual(times.toSorted().reverse());
    // The seed contains the month's close, made from the data of that time.
    expect(reports.at(-1)).toMatchObject({ kind: 'pcaf', generatedAt: '2025-10-31T21:00:00.000Z', generatedBy: 'Monthly close' });
    const own = (await kampala.get('/api/reports')).json().reports;
    expect(own.length).toBeGreaterThan(0);
    expect(JSON.stringify(own)).not.toContain(reports[0].reportHash);
    const foreign = reports.find((one: Report) => !own.some((other: Report) => other.reportId === one.reportId));
    expect((await kampala.get(`/api/reports/${foreign.reportId}`)).status).toBe(404);
  });

  it('signs each so that it verifies with the public keys, for its own tenant only; portfolios and payments too', {
    tags: ['D-33'],
  }, async () => {
    const keys = { set: lintKeys((await test.anonymous().get('/api/jwks')).json().keys), fetchedAt: null };
    const { reports } = (await auditor.get('/api/reports')).json();
    const records: SignedRecord[] = [];
    for (const { reportId } of reports)
      records.push({ kind: 'report', value: (await auditor.get(`/api/reports/${reportId}`)).json<Report>() });
    for (const value of (await bank.get('/api/refinance/portfolios')).json().portfolios) records.push({ kind: 'portfolio', value });
    for (const value of (await bank.get('/api/rbf/payments')).json().payments) records.push({ kind: 'payment', value });
    expect(new Set(records.map(({ kind }) => kind)).size).toBe(3);
    const at = test.clock.now().toISOString();
    for (const record of records) {
      expect((await checkRecord(record, keys, 'demo', at)).outcome).toBe('verified');
      expect((await checkRecord(record, keys, 'kampala', at)).outcome).toBe('not_verified');
    }
  });

  it('takes export:data to generate, and puts who did on record', { tags: ['D-6', 'D-27'] }, async () => {
    const before = (await onRecord()).length;
    for (const email of ['operator@ukweli.example', 'auditor@ukweli.example']) {
      const client = await test.signIn(email);
      expect([email, (await client.post('/api/reports/issb')).status]).toEqual([email, 403]);
      expect((await client.get('/api/reports')).status).toBe(200);
    }
    expect(await onRecord()).toHaveLength(before);
    const { reportId } = (await bank.post('/api/reports/issb')).json();
    const line = (await onRecord()).at(-1);
    expect(line).toMatchObject({ tenant_id: 'demo', outcome: 'done', actor_name: expect.any(String) });
    expect(line?.details).toMatchObject({ kind: 'issb', reportId });
  });

  it('answers a key that was used again with the same report, and refuses a key that is none', { tags: ['C-75'] }, async () => {
    const key = { [headers.idempotency]: 'report-key-0000000001' };
    const first = (await bank.post('/api/reports/pcaf', undefined, key)).json();
    expect((await bank.post('/api/reports/pcaf', undefined, key)).json()).toEqual(first);
    expect((await bank.post('/api/reports/pcaf', undefined, { [headers.idempotency]: 'short' })).status).toBe(400);
  });

  it('refuses to make one in read-only mode', { tags: ['D-23'] }, async () => {
    const row = { tenant_id: 'demo', active: true, reason: 'test', by_name: 'test', changed_at: new Date() };
    await test.platform.db.insertInto('kill_switches').values(row).execute();
    try {
      expect((await bank.post('/api/reports/pcaf')).status).toBe(423);
    } finally {
      await test.platform.db.deleteFrom('kill_switches').where('tenant_id', '=', 'demo').execute();
    }
  });

  it('refuses to change a report even in SQL', async () => {
    await expect(test.platform.db.updateTable('compliance_reports').set({ headline: 0 }).execute()).rejects.toThrow('never changed');
    await expect(test.platform.db.deleteFrom('compliance_reports').execute()).rejects.toThrow('never changed');
  });
});

describe('PCAF analytics', () => {
  it('lists portfolios and sums one from its assets', { tags: ['C-35', 'C-46', 'C-75'] }, async () => {
    const { portfolios } = (await auditor.get('/api/pcaf/analytics/portfolios')).json();
    expect(portfolios).toHaveLength(4);
    for (const { portfolioId, ...summary } of portfolios) {
      const detail = (await auditor.get(`/api/pcaf/analytics/portfolio/${portfolioId}`)).json();
      expect(detail).toMatchObject({ portfolioName: summary.portfolioName, currency: 'KES' });
      expect(detail.portfolioMetrics).toMatchObject({
        totalSites: summary.totalSites,
        totalAnnualAvoidedEmissions: summary.totalAnnualAvoidedEmissions,
      });
      expect(detail.complianceSummary.complianceRate).toBe(summary.complianceRate);
    }
    const plants = (await auditor.get('/api/pcaf/analytics/portfolio/PCAF-PLANTS')).json();
    expect(plants.portfolioMetrics.byCategory.energyEfficiency.assetCount).toBe(0);
    expect(plants.portfolioMetrics.byCategory.renewableEnergy.percentageOfTotal).toBeCloseTo(100, 9);
    expect((await kampala.get('/api/pcaf/analytics/portfolio/PCAF-PLANTS')).status).toBe(404);
    expect((await kampala.get('/api/pcaf/analytics/portfolios')).json().portfolios[0].portfolioId).toBe('PCU-INSTITUTIONS');
  });
});

describe('avoided emissions', () => {
  const path = '/api/pcaf/avoided-emissions';
  const efficiency = {
    projectId: 'PRJ-1',
    baselineEnergySource: 'electricity',
    baselineEnergyConsumption: 120_000,
    projectEnergyConsumption: 80_000,
    electricityEmissionFactor: 0.5,
    projectLifetime: 20,
    financedAmount: 400_000,
    totalProjectCost: 1_000_000,
    efficiencyMeasure: 'LED lighting',
    buildingType: 'School',
    dataQualityScore: 4,
    energySavings: 40_000,
  };
  const renewable = {
    projectId: 'PRJ-2',
    capacity: 2.5,
    capacityFactor: 0.2,
    displacedEmissionFactor: 0.8,
    projectLifetime: 25,
    financedAmount: 500,
    totalProjectCost: 1000,
    technologyType: 'Wind',
    dataQualityLevel: 5,
  };

  it('computes both forms in the document’s shape', { tags: ['C-46', 'C-75', 'D-26'] }, async () => {
    const saved = (await auditor.post(`${path}/energy-efficiency`, efficiency)).json();
    expect(saved).toMatchObject({
      calculationId: expect.any(String),
      annualAvoidedEmissions: 20,
      lifetimeAvoidedEmissions: 400,
      financedAvoidedEmissions: 8,
      attributionFactor: 0.4,
      uncertainty: { range: 15, confidenceLevel: 95 },
      pcafMetadata: { dataQualityScore: 2 },
      compliance: { pcafCompliant: true, issbCompliant: true, icmaGreenBondEligible: true },
    });
    const generated = (await auditor.post(`${path}/renewable-energy`, renewable)).json();
    expect(generated.annualAvoidedEmissions).toBeCloseTo(2.5 * 8760 * 0.2 * 0.8, 9);
    expect(generated).toMatchObject({ uncertainty: { range: 5 }, pcafMetadata: { dataQualityScore: 1 } });
    expect(generated.calculationId).not.toBe(saved.calculationId);
  });

  it('refuses what cannot be, field by field, in words', { tags: ['T-7', 'C-34', 'C-70'] }, async () => {
    const refusal = async (call: string, body: object): Promise<[number, string]> => {
      const answer = await auditor.post(`${path}/${call}`, body);
      return [answer.status, answer.json().error?.message];
    };
    expect(await refusal('energy-efficiency', { ...efficiency, totalProjectCost: 0, projectLifetime: -1 })).toEqual([
      400,
      'projectLifetime: Cannot be negative. totalProjectCost: Cannot be 0: the financed share is a share of this cost.',
    ]);
    expect(await refusal('energy-efficiency', { ...efficiency, energySavings: 50_000 })).toEqual([
      400,
      'energySavings: Must be the baseline minus the project, 40000.',
    ]);
    // [T-7] With the console's wording at the field.
    for (const [call, body] of [
      ['energy-efficiency', efficiency],
      ['renewable-energy', renewable],
    ] as const)
      expect(await refusal(call, { ...body, financedAmount: 1_000_000, totalProjectCost: 800_000 })).toEqual([
        400,
        'financedAmount: Cannot be more than the total project cost.',
      ]);
    expect(await refusal('renewable-energy', { ...renewable, capacityFactor: 20 })).toEqual([
      400,
      'capacityFactor: Must be between 0 and 1. 22 % is 0.22.',
    ]);
    expect((await refusal('renewable-energy', { ...renewable, technologyType: 'Coal' }))[0]).toBe(400);
    expect((await refusal('energy-efficiency', { ...efficiency, dataQualityScore: 6 }))[0]).toBe(400);
  });
});
