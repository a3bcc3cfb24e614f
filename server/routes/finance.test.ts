import canonicalize from 'canonicalize';
import type { Updateable } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type EndpointId, endpoints } from '../../src/contracts/endpoints.ts';
import type { RbfSummary, RefinanceSummary } from '../../src/contracts/overview.ts';
import { z } from '../../src/contracts/zod.ts';
import { moneyOf } from '../../src/domain/money/money.ts';
import { completionRate, recyclingRate } from '../../src/domain/money/rates.ts';
import type { Database } from '../db/schema.ts';
import { readFinanceFigures } from '../entities/financeFigures.ts';
import { computeKpis } from '../entities/kpis.ts';
import { sha256 } from '../entities/verification.ts';
import { FIXED_ANCHOR } from '../seed/anchor.ts';
import { behindTheRules } from '../testing/behindTheRules.ts';
import { createStandingClock, createTestPlatform, type TestClient, type TestPlatform } from '../testing/platform.ts';

let test: TestPlatform;
let bank: TestClient;
beforeAll(async () => {
  test = await createTestPlatform({
    clock: createStandingClock(FIXED_ANCHOR),
    config: { simulation: 'off' },
    seeded: true,
  });
  bank = await test.signIn('bank@ukweli.example');
});
afterAll(() => test.close());

async function answer<Id extends EndpointId>(client: TestClient, id: Id, query = ''): Promise<Answer<Id>> {
  const { status, body, json } = await client.get(`${endpoints[id].path}${query}`);
  expect(status, body).toBe(200);
  return z.parse(endpoints[id].answer, json()) as Answer<Id>; // the schema is that of this very id
}
const financeMetrics = 'dgn.recyclingRate,dgn.receivables,dgn.recycledCapital,dgn.availableFunding,rbf.completionRate,rbf.totalPaid';

describe('portfolios and payments', () => {
  it('bring the terms that their covenant hash is of, and the sites that a portfolio is made of', { tags: ['D-33'] }, async () => {
    const { portfolios, totalCount } = await answer(bank, 'refinancePortfolios');
    expect(portfolios).toHaveLength(totalCount);
    for (const { covenant, covenantHash, siteCodes, performanceSummary } of portfolios) {
      expect(sha256(canonicalize(covenant?.terms) ?? '')).toBe(covenantHash);
      expect(siteCodes).toHaveLength(performanceSummary.totalSites);
    }
    expect(new Set(portfolios.flatMap(({ siteCodes }) => siteCodes)).size).toBe(40);
    expect(portfolios.find(({ portfolioId }) => portfolioId === 'DGN-014')).toMatchObject({ changedAt: '2025-11-18T10:58:40.000Z' });
  });

  it('payments bring milestone, covenant terms and when they are due; the summary is theirs', { tags: ['C-31'] }, async () => {
    const { payments, summary } = await answer(bank, 'rbfPayments');
    for (const { covenant, covenant_hash, milestone, payment } of payments) {
      expect(sha256(canonicalize(covenant?.terms) ?? '')).toBe(covenant_hash);
      expect(milestone).toMatchObject({ payment_amount: payment.amount, payment_type: 'fixed' });
      expect(milestone.actualPerformance).toBeGreaterThanOrEqual(milestone.threshold);
      expect(payment.dueAt).toBeDefined();
    }
    const sums = { totalPaid: 204_000, totalPending: 8000, paidCount: 29, pendingCount: 1, failedCount: 1 };
    expect(summary).toEqual({ totalPayments: 31, ...sums, currency: 'KES', byCurrency: [{ currency: 'KES', ...sums }] });
  });

  it('say which are backed by an evidence pack, and sum two currencies in the tenant’s at a snapshot that is named', {
    tags: ['T-6', 'C-31'],
  }, async () => {
    const { payments } = await answer(bank, 'rbfPayments');
    expect(payments.filter(({ evidencePackId }) => typeof evidencePackId === 'string')).not.toHaveLength(0);
    expect(payments.filter(({ evidencePackId }) => evidencePackId === null)).not.toHaveLength(0);
    for (const { evidencePackId, verification_id } of payments) {
      const { verification } = (await bank.get(`/api/verifications/${verification_id}`)).json() as Answer<'verification'>;
      expect(verification.evidencePackId ?? null).toBe(evidencePackId);
    }
    const { db } = test.platform;
    await behindTheRules(db, (trx) =>
      trx.updateTable('rbf_payments').set({ currency: 'UGX', amount: 7500 }).where('payment_id', '=', 'RBF-0216').execute(),
    );
    const { summary } = await answer(bank, 'rbfPayments');
    expect(summary).toMatchObject({ currency: 'KES', fxSnapshotId: 'FX-2025-11-18', paidCount: 29 });
    expect(summary.totalPaid).toBe(204_000 - 7500 + 264.75);
    expect(summary.byCurrency?.map(({ currency, totalPaid }) => [currency, totalPaid])).toEqual([
      ['KES', 196_500],
      ['UGX', 7500],
    ]);
    // An amount without a rate is in no sum and is named.
    await behindTheRules(db, (trx) =>
      trx.updateTable('rbf_payments').set({ currency: 'TZS', amount: 750_000 }).where('payment_id', '=', 'RBF-0216').execute(),
    );
    const unrated = (await answer(bank, 'rbfPayments')).summary;
    expect(unrated).toMatchObject({ totalPaid: 196_500, notConverted: ['TZS'], paidCount: 29 });
    expect(unrated.fxSnapshotId).toBeUndefined();
    await behindTheRules(db, (trx) =>
      trx.updateTable('rbf_payments').set({ currency: 'KES', amount: 750_000 }).where('payment_id', '=', 'RBF-0216').execute(),
    );
  });
});

describe('the history of finance', () => {
  it('is read back from the rows, and ends on what they come to', { tags: ['D-35', 'C-86'] }, async () => {
    const { series } = await answer(bank, 'series', `?window=30d&metric=${financeMetrics}`);
    const valuesOf = (metric: string) => series.find((one) => one.metric === metric)?.points.map(([, value]) => value ?? Number.NaN) ?? [];
    const { portfolios } = await answer(bank, 'refinancePortfolios');
    const recycled = portfolios.reduce((sum, { liquidityMetrics }) => sum + liquidityMetrics.recycledCapital, 0);
    expect(valuesOf('dgn.receivables').at(-1)).toBe(31_900_000);
    expect(valuesOf('dgn.availableFunding').at(-1)).toBe(15_500_000);
    expect(valuesOf('dgn.recycledCapital').at(-1)).toBe(recycled);
    expect(valuesOf('dgn.recyclingRate').at(-1)).toBeCloseTo(recyclingRate(moneyOf(recycled, 'KES'), moneyOf(31_900_000, 'KES')), 9);
    expect(valuesOf('rbf.completionRate').at(-1)).toBeCloseTo(completionRate(29, 31), 9);
    // DGN-001 was recycled twelve days ago, DGN-002 nine: two steps, and none before.
    expect([...new Set(valuesOf('dgn.recycledCapital'))]).toEqual([0, 2_300_000, 4_100_000]);
    // The paid total never decreases.
    const paid = valuesOf('rbf.totalPaid');
    expect(paid).toEqual([...paid].sort((a, b) => a - b));
    expect(paid.at(-1)).toBe(204_000);
  });

  it('is left out of the answer for whoever may not see finance', { tags: ['A-9', 'D-38'] }, async () => {
    for (const who of ['operator@ukweli.example', 'auditor@ukweli.example']) {
      const { series } = await answer(await test.signIn(who), 'series', `?window=24h&metric=${financeMetrics},kpi.dlqItems`);
      expect(series.map(({ metric }) => metric)).toEqual(['kpi.dlqItems']);
    }
  });
});

describe('schools', () => {
  const schoolAt = async (siteCode: string) => {
    const { schools, financing } = await answer(bank, 'schools');
    const school = schools.find((one) => one.siteCode === siteCode);
    return {
      ...school,
      ...financing.find((one) => one.schoolId === school?.schoolId),
      kitchen: school?.readings,
      bills: financing.find((one) => one.schoolId === school?.schoolId)?.readings,
    };
  };

  it('show what the records of their site come to', { tags: ['T-1', 'C-48', 'C-32', 'D-16'] }, async () => {
    expect(await schoolAt('KE-NKR-018')).toMatchObject({
      fuelSavingsPercent: 22.8,
      uptime: 97.4,
      emissionReductions: 34.6,
      carbonCreditsGenerated: 31,
      dgnEligible: true,
    });
    expect(await schoolAt('KE-GRS-003')).toMatchObject({
      fuelSavingsPercent: 11.4,
      uptime: 91.2,
      emissionReductions: 11.1,
      carbonCreditsGenerated: 9,
      dgnEligible: false,
    });
    const { totalImpact, financing } = await answer(bank, 'schools');
    expect(totalImpact).toMatchObject({ totalEmissionReductions: 45.7, totalCarbonCredits: 40, schoolsServed: 2 });
    // The verified records add up to the figure on the card.
    const { verifications } = await answer(bank, 'verifications', '?site=KE-NKR-018&status=verified&limit=500');
    const chained = verifications.reduce((total, { performanceKpis }) => total + performanceKpis.emissionReduction, 0);
    expect(chained).toBeCloseTo(34.6, 9);
    expect(financing.find(({ schoolId }) => schoolId === 'SCH-NKR-018')?.verifiedRecords).toBe(verifications.length);
  });

  it('say of each kitchen figure when and by what it was measured, and that the demo made it up', { tags: ['T-1', 'C-48'] }, async () => {
    const { kitchen, bills } = await schoolAt('KE-NKR-018');
    const at = new Date(Date.parse(FIXED_ANCHOR) - 90_000).toISOString();
    expect(kitchen).toEqual({
      cookingTime: { at, by: 'meter', simulated: true },
      steamFlow: { at, by: 'meter', simulated: true },
      fuelConsumption: { at, by: 'meter', simulated: true },
      sensorHealth: { at, by: 'sensor', simulated: true },
    });
    expect(bills?.costSavings).toMatchObject({ by: 'bill', simulated: true });
    await test.platform.db.deleteFrom('school_readings').where('tenant_id', '=', 'demo').where('figure', '=', 'steam_flow').execute();
    expect((await schoolAt('KE-NKR-018')).kitchen?.steamFlow).toBeUndefined();
  });

  it('sum up the payments of their site: both paid is paid, one in the queue is pending, none is none', {
    tags: ['T-1', 'C-48'],
  }, async () => {
    const { db } = test.platform;
    const put = (to: Updateable<Database['rbf_payments']>) =>
      behindTheRules(db, (trx) =>
        trx.updateTable('rbf_payments').set(to).where('tenant_id', '=', 'demo').where('payment_id', '=', 'RBF-0216').execute(),
      );
    const before = await schoolAt('KE-NKR-018');
    expect(before).toMatchObject({ paymentStatus: 'paid', payments: { pending: 0, failed: 0, overdue: 0 } });
    expect(before.payments?.paid).toBe(before.payments?.total);
    await put({ status: 'pending', paid_at: null, transaction_id: null, due_at: FIXED_ANCHOR });
    expect(await schoolAt('KE-NKR-018')).toMatchObject({ paymentStatus: 'pending', payments: { pending: 1, overdue: 0 } });
    await put({ due_at: '2025-11-01T08:00:00Z' });
    expect(await schoolAt('KE-NKR-018')).toMatchObject({ paymentStatus: 'overdue', payments: { pending: 1, overdue: 1 } });
    await behindTheRules(db, (trx) =>
      trx
        .updateTable('rbf_payments')
        .set({ site_code: 'KE-KLF-011' })
        .where('tenant_id', '=', 'demo')
        .where('site_code', '=', 'KE-NKR-018')
        .execute(),
    );
    expect((await schoolAt('KE-NKR-018')).payments).toEqual({ total: 0, paid: 0, pending: 0, failed: 0, overdue: 0 });
  });
});

describe('portfolios', () => {
  it('are scored by the decided records of their sites, and a dispute shows at once', { tags: ['T-1', 'C-41'] }, async () => {
    const portfolio = async () => {
      const { portfolios } = await answer(bank, 'refinancePortfolios');
      const found = portfolios.find(({ portfolioId }) => portfolioId === 'DGN-014');
      if (found === undefined) throw new Error('no DGN-014');
      return found;
    };
    const before = await portfolio();
    const { verified = 0, disputed = 0, failed = 0 } = before.basis ?? {};
    expect(verified).toBeGreaterThan(0);
    expect(before.verificationScore).toBe(verified / (verified + disputed + failed));
    await behindTheRules(test.platform.db, (db) =>
      db.updateTable('verifications').set({ status: 'disputed' }).where('vrf_id', '=', 'VRF-001244').execute(),
    );
    const after = await portfolio();
    expect(after.basis).toMatchObject({ verified: verified - 1, disputed: disputed + 1, failed });
    expect(after.verificationScore).toBeLessThan(before.verificationScore);
    // The record's reduction no longer counts, and the portfolio beside the record agrees.
    expect(after.basis?.tonnes).toBeCloseTo((before.basis?.tonnes ?? 0) - 2.05, 9);
    const { portfolio: beside } = z.parse(endpoints.verification.answer, (await bank.get('/api/verifications/VRF-001244')).json());
    expect(beside?.verificationScore).toBe(after.verificationScore);
  });
});

describe('what no rate is held for', () => {
  it('stands in its own currency beside the sums, and is no nought; its history has a gap', { tags: ['T-1', 'D-38', 'C-89'] }, async () => {
    const own = await createTestPlatform({ seeded: true });
    const { db } = own.platform;
    const client = await own.signIn('admin@ukweli.example');
    const month = async () => (await client.get('/api/rbf/summary')).json() as RbfSummary;
    const before = await month();
    expect(before.unrated).toBeUndefined();
    expect(before.totalPaid).toBeGreaterThan(0);
    const figures = async () => Object.keys((await readFinanceFigures(db, 'demo')) ?? {});
    expect(await figures()).toContain('rbf.totalPaid');
    // Every payment is in a currency without a rate.
    await behindTheRules(db, (trx) => trx.updateTable('rbf_payments').set({ currency: 'TZS' }).where('tenant_id', '=', 'demo').execute());
    const after = await month();
    expect(after).toMatchObject({ totalPaid: 0, totalPending: 0, paidCount: before.paidCount, totalPayments: before.totalPayments });
    expect(after.unrated).toEqual([{ currency: 'TZS', paid: before.totalPaid, pending: before.totalPending }]);
    expect(await figures()).not.toContain('rbf.totalPaid');
    expect(await figures()).toEqual(expect.arrayContaining(['rbf.completionRate', 'dgn.receivables']));

    const whole = (await client.get('/api/refinance/summary')).json() as RefinanceSummary;
    const sum = ({ byState }: RefinanceSummary) => byState.reduce((total, { receivablesValue }) => total + receivablesValue, 0);
    await behindTheRules(db, (trx) =>
      trx.updateTable('portfolios').set({ currency: 'TZS' }).where('tenant_id', '=', 'demo').where('state', '=', 'sold').execute(),
    );
    const part = (await client.get('/api/refinance/summary')).json() as RefinanceSummary;
    expect(part.byState.find(({ state }) => state === 'sold')).toMatchObject({ receivablesValue: 0, unrated: part.unrated });
    expect(part.byState.filter((one) => one.unrated !== undefined).map(({ state }) => state)).toEqual(['sold']);
    expect(part.unrated?.map(({ currency, receivables }) => [currency, receivables + sum(part)])).toEqual([['TZS', sum(whole)]]);
    expect(await figures()).not.toContain('dgn.receivables');
    await own.close();
  });
});

it('what had no period before it says so, and does not stand as stable', { tags: ['T-1', 'C-20'] }, async () => {
  const { db } = test.platform;
  const at = new Date(FIXED_ANCHOR);
  const { verificationAccuracy, automationRate, avgLatency } = await computeKpis(db, 'demo', at);
  expect([verificationAccuracy.noPrevious, automationRate.noPrevious, avgLatency.previousP50 === undefined]).toEqual([
    undefined,
    undefined,
    false,
  ]);
  await db.deleteFrom('kpi_snapshots').where('tenant_id', '=', 'demo').execute();
  const first = await computeKpis(db, 'demo', at);
  expect([first.verificationAccuracy.noPrevious, first.automationRate.noPrevious, first.avgLatency.previousP50]).toEqual([
    true,
    true,
    undefined,
  ]);
});
