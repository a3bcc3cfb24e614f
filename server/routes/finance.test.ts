import canonicalize from 'canonicalize';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type EndpointId, endpoints } from '../../src/contracts/endpoints.ts';
import { z } from '../../src/contracts/zod.ts';
import { completionRate, recyclingRate } from '../../src/domain/financeRates.ts';
import { creditSchool, measureSchool } from '../entities/schools.ts';
import { sha256 } from '../entities/verification.ts';
import type { Writing } from '../entities/writing.ts';
import { writeTransaction } from '../realtime/log.ts';
import { FIXED_ANCHOR } from '../seed/anchor.ts';
import { createFakeClock, createTestPlatform, type TestClient, type TestPlatform } from '../testing/platform.ts';

let test: TestPlatform;
let bank: TestClient;
beforeAll(async () => {
  test = await createTestPlatform({
    clock: { ...createFakeClock(), business: () => new Date(FIXED_ANCHOR) },
    config: { simulation: 'off' },
    seeded: true,
  });
  bank = await test.signIn('bank@ukweli.example');
});
afterAll(() => test.close());

async function answer<Id extends EndpointId>(client: TestClient, id: Id, query = ''): Promise<Answer<Id>> {
  const { status, body, json } = await client.get(`${endpoints[id].path}${query}`);
  expect(status, body).toBe(200);
  return z.parse(endpoints[id].answer, json()) as Answer<Id>; // the table's row of this very id
}
const financeMetrics = 'dgn.recyclingRate,dgn.receivables,dgn.recycledCapital,dgn.availableFunding,rbf.completionRate,rbf.totalPaid';

describe('portfolios and payments', () => {
  it('[D-33] bring the terms that their covenant hash is of, and the sites that a portfolio is made of', async () => {
    const { portfolios, totalCount } = await answer(bank, 'refinancePortfolios');
    expect(portfolios).toHaveLength(totalCount);
    for (const { covenant, covenantHash, siteCodes, performanceSummary } of portfolios) {
      expect(sha256(canonicalize(covenant?.terms) ?? '')).toBe(covenantHash);
      expect(siteCodes).toHaveLength(performanceSummary.totalSites);
    }
    expect(new Set(portfolios.flatMap(({ siteCodes }) => siteCodes)).size).toBe(40);
    expect(portfolios.find(({ portfolioId }) => portfolioId === 'DGN-014')).toMatchObject({ changedAt: '2025-11-18T10:58:40.000Z' });
  });

  it('[C-31] payments bring milestone, covenant terms and when they are due; the summary is theirs', async () => {
    const { payments, summary } = await answer(bank, 'rbfPayments');
    for (const { covenant, covenant_hash, milestone, payment } of payments) {
      expect(sha256(canonicalize(covenant?.terms) ?? '')).toBe(covenant_hash);
      expect(milestone).toMatchObject({ payment_amount: payment.amount, payment_type: 'fixed' });
      expect(milestone.actualPerformance).toBeGreaterThanOrEqual(milestone.threshold);
      expect(payment.dueAt).toBeDefined();
    }
    expect(summary).toEqual({ totalPayments: 31, totalPaid: 204_000, totalPending: 14_000, paidCount: 29, pendingCount: 2 });
  });
});

describe('the history of finance', () => {
  it('[D-35] [C-86] is read back from the rows, and ends on what they come to', async () => {
    const { series } = await answer(bank, 'series', `?window=30d&metric=${financeMetrics}`);
    const of = (metric: string) => series.find((one) => one.metric === metric)?.points.map(([, value]) => value ?? Number.NaN) ?? [];
    const { portfolios } = await answer(bank, 'refinancePortfolios');
    const recycled = portfolios.reduce((sum, { liquidityMetrics }) => sum + liquidityMetrics.recycledCapital, 0);
    expect(of('dgn.receivables').at(-1)).toBe(31_900_000);
    expect(of('dgn.availableFunding').at(-1)).toBe(15_500_000);
    expect(of('dgn.recycledCapital').at(-1)).toBe(recycled);
    expect(of('dgn.recyclingRate').at(-1)).toBeCloseTo(recyclingRate(recycled, 31_900_000), 9);
    expect(of('rbf.completionRate').at(-1)).toBeCloseTo(completionRate(29, 31), 9);
    // DGN-001 came round again twelve days ago, DGN-002 nine: two steps, and none before.
    expect([...new Set(of('dgn.recycledCapital'))]).toEqual([0, 2_300_000, 4_100_000]);
    // What is paid stays paid.
    const paid = of('rbf.totalPaid');
    expect(paid).toEqual([...paid].sort((a, b) => a - b));
    expect(paid.at(-1)).toBe(204_000);
  });

  it('[A-9] [D-38] is left out of the answer for whoever may not see finance', async () => {
    for (const who of ['operator@ukweli.example', 'auditor@ukweli.example']) {
      const { series } = await answer(await test.signIn(who), 'series', `?window=24h&metric=${financeMetrics},kpi.dlqItems`);
      expect(series.map(({ metric }) => metric)).toEqual(['kpi.dlqItems']);
    }
  });
});

describe('schools', () => {
  it('[C-32] name the site that measures them, and follow what is measured and verified there', async () => {
    const schoolAt = async (siteCode: string) => {
      const { schools, financing } = await answer(bank, 'schools');
      const school = schools.find((one) => one.siteCode === siteCode);
      return { ...school, ...financing.find((one) => one.schoolId === school?.schoolId) };
    };
    const before = await schoolAt('KE-NKR-018');
    expect(before).toMatchObject({ fuelSavingsPercent: 22.8, uptime: 97.4 });
    const measured = { uptime: 96.2, fuelSavings: 14.1, emissionReduction: 1.5 };
    const writing = <T>(act: (writing: Writing) => Promise<T>) =>
      writeTransaction(test.platform, 'demo', (trx, emit) =>
        act({ trx, emit, tenantId: 'demo', now: test.platform.clock.business(), correlationId: 'test' }),
      );
    await writing((scene) => measureSchool(scene, 'KE-NKR-018', measured));
    const after = await schoolAt('KE-NKR-018');
    expect(after).toMatchObject({ fuelSavingsPercent: 14.1, uptime: 96.2, version: (before.version ?? 0) + 1 });
    expect(after.emissionReductions).toBe(before.emissionReductions);
    await writing((scene) => creditSchool(scene, 'KE-NKR-018', measured));
    expect((await schoolAt('KE-NKR-018')).emissionReductions).toBeCloseTo((before.emissionReductions ?? 0) + 1.5, 9);
    // A site without a school is nobody's card.
    await writing((scene) => creditSchool(scene, 'KE-KLF-011', measured));
    expect(await schoolAt('KE-GRS-003')).toMatchObject({ fuelSavingsPercent: 11.4, emissionReductions: 11.1 });
  });
});
