import { createLocalJWKSet, compactVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type EndpointId, endpoints } from '../../src/contracts/endpoints.ts';
import { z } from '../../src/contracts/zod.ts';
import { PAYMENT_FACTS_TYP, PORTFOLIO_FACTS_TYP } from '../../src/domain/records/signedRecords.ts';
import { demoProfile } from '../seed/profiles.ts';
import { createRandom } from '../seed/random.ts';
import { decideVerification, receiveVerification } from '../simulation/acts/verifications.ts';
import { createTenantDayRunner } from '../simulation/step.ts';
import { createTestPlatform, type TestClient, type TestPlatform } from '../testing/platform.ts';

let test: TestPlatform;
let admin: TestClient;
let operator: TestClient;
let kampala: TestClient;

beforeAll(async () => {
  test = await createTestPlatform({ seeded: true });
  [admin, operator, kampala] = await Promise.all([
    test.signIn('admin@ukweli.example'),
    test.signIn('operator@ukweli.example'),
    test.signIn('operator@kampala.example'),
  ]);
});
afterAll(() => test.close());

async function answer<Id extends EndpointId>(client: TestClient, id: Id, query = ''): Promise<Answer<Id>> {
  const { status, body, json } = await client.get(`${endpoints[id].path}${query}`);
  expect(status, body).toBe(200);
  return z.parse(endpoints[id].answer, json()) as Answer<Id>; // the schema is that of this very id
}
const ids = (page: Answer<'verifications'>): string[] => page.verifications.map(({ vrfId }) => vrfId);

describe('GET /api/verifications', () => {
  it('pages without losing or doubling a record while records arrive and change', async () => {
    const day = createTenantDayRunner(test.platform, demoProfile, createRandom(3), [
      [10_000, receiveVerification],
      [10_000, decideVerification],
    ]);
    const before = await answer(admin, 'verifications', '?limit=1');
    const newest = ids(before)[0] ?? '';
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Answer<'verifications'> = await answer(admin, 'verifications', `?limit=300${cursor === null ? '' : `&cursor=${cursor}`}`);
      seen.push(...ids(page));
      cursor = page.nextCursor;
      await day.step();
      await day.step();
    } while (cursor !== null);
    const old = seen.filter((vrfId) => vrfId <= newest);
    expect(new Set(old).size).toBe(1247);
    expect(seen.length).toBe(new Set(seen).size);
  });

  it('filters by status, site and text, and takes % for a character', { tags: ['S-12'] }, async () => {
    const failed = await answer(admin, 'verifications', '?status=failed&limit=500');
    expect(new Set(failed.verifications.map(({ status }) => status))).toEqual(new Set(['failed']));
    const site = await answer(admin, 'verifications', '?site=KE-KLF-011&limit=500');
    expect(new Set(site.verifications.map(({ siteName }) => siteName))).toEqual(new Set(['Kilifi Baobab Secondary']));
    expect((await answer(admin, 'verifications', '?q=kilifi%20baobab')).totalCount).toBe(site.totalCount);
    const one = await answer(admin, 'verifications', '?q=VRF-001244');
    expect(ids(one)).toEqual(['VRF-001244']);
    expect(ids(await answer(admin, 'verifications', `?q=${one.verifications[0]?.seal?.slice(0, 16)}`))).toEqual(['VRF-001244']);
    expect((await answer(admin, 'verifications', '?q=%25')).totalCount).toBe(0);
    // Pasted with a NUL, which no database text contains: no match, but no error.
    for (const strange of ['%00', 'VRF%00001244']) expect((await answer(admin, 'verifications', `?q=${strange}`)).totalCount).toBe(0);
  });

  it('answers what changed after a seq, and nothing else', { tags: ['D-32'] }, async () => {
    const { headers } = await admin.get('/api/verifications?limit=1');
    const asOf = Number(headers['x-as-of-seq']);
    expect((await answer(admin, 'verifications', `?since=${asOf}`)).verifications).toEqual([]);
    const day = createTenantDayRunner(test.platform, demoProfile, createRandom(4), [[1_000_000, receiveVerification]]);
    await day.step();
    const changed = await answer(admin, 'verifications', `?since=${asOf}`);
    expect(changed.verifications.map(({ status }) => status)).toEqual(['pending']);
  });

  it('refuses cursors of another tenant, of another list, and garbage', { tags: ['D-21'] }, async () => {
    const own = await answer(admin, 'verifications', '?limit=10');
    const foreign = await answer(kampala, 'verifications', '?limit=10');
    expect((await admin.get(`/api/verifications?limit=10&cursor=${foreign.nextCursor}`)).status).toBe(403);
    expect((await admin.get(`/api/verifications?limit=10&status=failed&cursor=${own.nextCursor}`)).status).toBe(400);
    for (const garbage of [
      'x',
      'djEgZGVtbw',
      Buffer.from('v1 demo 000000000000 -1').toString('base64url'),
      Buffer.from("v1 demo x 1' or 1=1").toString('base64url'),
    ]) {
      expect((await admin.get(`/api/verifications?cursor=${garbage}`)).status).toBe(400);
    }
    expect((await admin.get('/api/verifications?limit=501')).status).toBe(400);
  });
});

describe('GET /api/verifications/{vrfId}', () => {
  it('gives the lineage of a record, the money only to those who hold view:finance', async () => {
    const detail = z.parse(endpoints.verification.answer, (await admin.get('/api/verifications/VRF-001244')).json());
    expect(detail.entries.map(({ status }) => status)).toEqual(['pending', 'verified']);
    expect(detail.previous?.seal).toBe(detail.verification.prevHash);
    expect(detail.next?.prevHash).toBe(detail.verification.seal);
    expect(detail.covenant).toMatchObject({ covenantHash: detail.verification.covenantHash, version: 3 });
    expect(detail.payment).toMatchObject({ paymentId: 'RBF-0218', status: 'pending', amount: 8000, threshold: 95, actualPerformance: 99 });
    expect(detail.portfolio).toMatchObject({ portfolioId: 'DGN-014', state: 'packaged', receivablesValue: 4_200_000 });
    expect(detail.history.at(-1)?.text).toBe('Received from the intake');

    const seen = z.parse(endpoints.verification.answer, (await operator.get('/api/verifications/VRF-001244')).json());
    expect([seen.payment, seen.portfolio, seen.withheld]).toEqual([null, null, true]);
    expect(detail).not.toHaveProperty('withheld');
  });

  it('knows no record of another tenant', { tags: ['D-21'] }, async () => {
    expect((await kampala.get('/api/verifications/VRF-001244')).status).toBe(404);
    expect((await admin.get('/api/verifications/KVR-000186')).status).toBe(404);
    expect((await admin.get('/api/verifications/VRF-001244', { 'x-tenant-id': 'kampala' })).status).toBe(403);
  });
});

describe('finance and programme reads', () => {
  it('lists portfolios whose signatures the key set verifies', { tags: ['D-33'] }, async () => {
    const { portfolios, totalCount } = await answer(admin, 'refinancePortfolios');
    expect(totalCount).toBe(19);
    const keys = createLocalJWKSet((await admin.get('/api/jwks')).json());
    for (const portfolio of portfolios) {
      const { payload, protectedHeader } = await compactVerify(portfolio.jwsSignature, keys);
      expect(protectedHeader).toEqual({ alg: 'RS256', kid: portfolio.signerKid, typ: PORTFOLIO_FACTS_TYP });
      expect(JSON.parse(new TextDecoder().decode(payload))).toMatchObject({
        covenantHash: portfolio.covenantHash,
        currency: portfolio.currency,
        portfolioId: portfolio.portfolioId,
        receivablesValue: portfolio.receivablesValue,
        tenantId: 'demo',
      });
    }
    expect((await operator.get('/api/refinance/portfolios')).status).toBe(403);
  });

  it('lists payments with their summary, each signed as a payment', { tags: ['D-33'] }, async () => {
    const { payments, summary } = await answer(admin, 'rbfPayments');
    expect(payments.slice(0, 2).map(({ payment_id }) => payment_id)).toEqual(['RBF-0218', 'RBF-0217']);
    expect(summary.totalPayments).toBe(payments.length);
    expect(summary.paidCount + summary.pendingCount + (summary.failedCount ?? 0)).toBe(payments.length);
    expect(summary.totalPaid).toBe(payments.reduce((total, { payment }) => total + (payment.status === 'paid' ? payment.amount : 0), 0));
    for (const { milestone } of payments) expect(milestone.actualPerformance).toBeGreaterThanOrEqual(milestone.threshold);
    const keys = createLocalJWKSet((await admin.get('/api/jwks')).json());
    const [first] = payments;
    expect((await compactVerify(first?.jws_signature ?? '', keys)).protectedHeader.typ).toBe(PAYMENT_FACTS_TYP);
    expect((await operator.get('/api/rbf/payments')).status).toBe(403);
  });

  it('lists schools with totals summed from them, incidents and agents', async () => {
    const { schools, financing, totalImpact } = await answer(admin, 'schools');
    expect(schools).toHaveLength(2);
    expect(totalImpact).toMatchObject({ schoolsServed: 2, totalFuelSavings: financing.reduce((total, one) => total + one.costSavings, 0) });
    const { incidents } = await answer(operator, 'incidents');
    expect(incidents[0]).toMatchObject({
      severity: 'sev2',
      title: 'Queue lag exceeded 12 minutes',
      affectedServices: ['decision_service'],
    });
    expect(incidents[0]).not.toHaveProperty('resolvedAt');
    const { agents } = await answer(operator, 'aiAgents');
    expect(agents.map(({ name, mode }) => `${name} ${mode}`)).toEqual([
      'VerifierAgent active',
      'RiskAgent advisory',
      'ComplianceAgent shadow',
    ]);
  });

  it('shows each tenant its own', { tags: ['D-21'] }, async () => {
    for (const id of ['activity', 'notifications', 'dlq', 'incidents', 'aiAgents'] as const) {
      const [mine, theirs] = [JSON.stringify(await answer(admin, id)), JSON.stringify(await answer(kampala, id))];
      expect(theirs).not.toMatch(/VRF-|DLQ-|DGN-|AGT-|INC-/);
      expect(mine).not.toMatch(/KVR-|KDQ-|DGU-|KAG-|KIN-/);
    }
  });
});

describe('GET /api/series', () => {
  it('refuses what is no metric, too many points, and mixed-up ranges', { tags: ['D-35', 'S-12'] }, async () => {
    for (const query of [
      'metric=secrets',
      'metric=kpi.dlqItems&window=1h&from=2026-01-01T00:00:00Z',
      'metric=kpi.dlqItems&to=2026-01-01T00:00:00Z',
      'metric=kpi.dlqItems&from=1990-01-01T00:00:00Z&step=900',
      // Moments that the database cannot represent.
      'metric=kpi.dlqItems&from=0000-01-01T00:00:00Z&to=0000-01-02T00:00:00Z&step=86400',
      'metric=kpi.dlqItems&from=0001-01-01T00:00:00Z&to=0001-01-02T00:00:00Z&step=86400',
      'metric=kpi.dlqItems&from=9999-12-30T00:00:00Z&to=9999-12-31T00:00:00Z&step=86400',
    ]) {
      expect((await admin.get(`/api/series?${query}`)).status, query).toBe(400);
    }
    const from = new Date(test.clock.business().getTime() - 2 * 3_600_000).toISOString();
    const { series, stepS } = await answer(admin, 'series', `?metric=component.database.p50&from=${from}&step=10`);
    // A step finer than a point a minute would show false gaps.
    expect(stepS).toBe(60);
    expect(series[0]?.points.every(([, value]) => value !== null)).toBe(true);
  });
});
