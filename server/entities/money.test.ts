import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, type EndpointId, endpoints } from '../../src/contracts/endpoints.ts';
import { decimalsOf } from '../../src/contracts/currency.ts';
import { z } from '../../src/contracts/zod.ts';
import { isCollectable } from '../../src/domain/money/rates.ts';
import { openKeyWrap } from '../evidence/keyWrap.ts';
import { ensureCurrentKey } from '../evidence/signingKeys.ts';
import { behindTheRules } from '../testing/behindTheRules.ts';
import { writeTransaction } from '../realtime/log.ts';
import { createTestPlatform, type TestClient, type TestPlatform } from '../testing/platform.ts';
import { readFinanceFigures } from './financeFigures.ts';
import { computeKpis } from './kpis.ts';
import { movePayment } from './payments.ts';

let test: TestPlatform;
let admin: TestClient;
beforeAll(async () => {
  test = await createTestPlatform({ seeded: true });
  admin = await test.signIn('admin@ukweli.example');
});
afterAll(() => test.close());

async function answer<Id extends EndpointId>(id: Id): Promise<Answer<Id>> {
  const { status, body, json } = await admin.get(endpoints[id].path);
  expect(status, body).toBe(200);
  return z.parse(endpoints[id].answer, json()) as Answer<Id>; // the schema is that of this very id
}
/** Changes rows by hand, as a bank or an earlier build may have left them; their signatures do not matter here. */
const put = (statement: string) => behindTheRules(test.platform.db, (trx) => sql.raw(statement).execute(trx));
const rates = async (day: string, byCurrency: Readonly<Record<string, number>>): Promise<string> => {
  const id = `FX-${day}-bank`; // unlike the seed's own, which is named after its day
  await put(`insert into fx_snapshots values ('demo', '${id}', '${day}T03:00:00Z', '${JSON.stringify(byCurrency)}')
    on conflict (tenant_id, fx_snapshot_id) do update set rates = excluded.rates`);
  return id;
};
const dayAfter = (days: number): string =>
  new Date(test.platform.clock.business().getTime() + days * 86_400_000).toISOString().slice(0, 10);

/** Rows in KES only, as seeded, and the seed's one snapshot. */
beforeEach(async () => {
  await put(
    `update rbf_payments p set amount = m.payment_amount from rbf_milestones m where m.tenant_id = p.tenant_id and m.milestone_id = p.milestone_id`,
  );
  await put(`update rbf_payments set currency = 'KES', fx_snapshot_id = case when status = 'paid'
    then (select fx_snapshot_id from fx_snapshots where tenant_id = 'demo' order by taken_at limit 1) end where tenant_id = 'demo'`);
  await put(`update portfolios set currency = 'KES' where tenant_id = 'demo'`);
  await put(`update pcaf_portfolios set currency = 'KES' where tenant_id = 'demo'`);
  await put(
    `delete from fx_snapshots where tenant_id = 'demo' and taken_at > (select min(taken_at) from fx_snapshots where tenant_id = 'demo')`,
  );
});

describe('money of two currencies', { tags: ['S-7', 'F-46', 'D-64'] }, () => {
  it('a payment keeps the exchange rates of the day on which it was paid: later ones move what stands open, and no past month', async () => {
    await put(
      `update rbf_payments set currency = 'UGX', amount = 100000 where tenant_id = 'demo' and payment_id in ('RBF-0216', 'RBF-0218')`,
    );
    const before = (await answer('rbfPayments')).summary;
    const [month, kpis, figures] = [await answer('rbfSummary'), await kpisNow(), await readFinanceFigures(test.platform.db, 'demo')];
    expect(before.fxSnapshotId).toBeDefined();
    await rates(dayAfter(1), { KES: 1, UGX: 0.08, USD: 140 });
    const after = (await answer('rbfPayments')).summary;
    expect(after.totalPaid).toBe(before.totalPaid);
    expect(after.totalPending - before.totalPending).toBeCloseTo(8000 - 3530, 9);
    expect((await answer('rbfSummary')).totalPaid).toBe(month.totalPaid);
    expect((await kpisNow()).fundedAmount).toEqual(kpis.fundedAmount);
    expect((await readFinanceFigures(test.platform.db, 'demo'))?.['rbf.totalPaid']).toBe(figures?.['rbf.totalPaid']);
    // The sums use, and name, the rates of both days.
    expect(after.fxSnapshotIds).toEqual([before.fxSnapshotId, `FX-${dayAfter(1)}-bank`]);
  });

  it('which it is given as it is paid: the newest that are held then', async () => {
    const { platform } = test;
    const now = platform.clock.business();
    const today = await rates(dayAfter(0), { KES: 1, UGX: 0.05 });
    await rates(dayAfter(3), { KES: 1, UGX: 0.09 });
    await put(`update fx_snapshots set taken_at = '${now.toISOString()}' where fx_snapshot_id = '${today}'`);
    const pending = () =>
      platform.db
        .selectFrom('rbf_payments')
        .select(['status', 'fx_snapshot_id'])
        .where('tenant_id', '=', 'demo')
        .where('payment_id', '=', 'RBF-0218')
        .executeTakeFirstOrThrow();
    expect(await pending()).toEqual({ status: 'pending', fx_snapshot_id: null });
    const signer = await ensureCurrentKey(platform.db, await openKeyWrap(platform.config), now);
    const moved = await writeTransaction(platform, 'demo', (trx, emit) =>
      movePayment({ trx, emit, tenantId: 'demo', now, day: now, correlationId: 'test', signer }, 'RBF-0218', 'paid'),
    );
    expect(moved).toMatchObject({ status: 'paid', fx_snapshot_id: today });
    await put(`update rbf_payments set status = 'pending', paid_at = null, transaction_id = null where payment_id = 'RBF-0218'`);
  });

  it('a sum that lacks a rate says which currencies and amounts it lacks, everywhere that it stands', async () => {
    await put(
      `update rbf_payments set currency = 'TZS', amount = 123456 where tenant_id = 'demo' and payment_id in ('RBF-0216', 'RBF-0218')`,
    );
    await put(`update portfolios set currency = 'TZS', receivables_value = 50000 where tenant_id = 'demo' and state = 'sold'`);
    const { summary } = await answer('rbfPayments');
    expect(summary.notConverted).toEqual(['TZS']);
    expect(summary.byCurrency?.find(({ currency }) => currency === 'TZS')).toMatchObject({ totalPaid: 1234.56, totalPending: 1234.56 });
    expect((await answer('rbfSummary')).unrated).toEqual([{ currency: 'TZS', paid: 1234.56, pending: 1234.56 }]);
    const refinance = await answer('refinanceSummary');
    const sold = refinance.byState.find(({ state }) => state === 'sold');
    expect(refinance.unrated).toEqual([{ currency: 'TZS', receivables: 500 * (sold?.portfolios ?? 0) }]);
    expect(sold).toMatchObject({ receivablesValue: 0, unrated: refinance.unrated });
    const { fundedAmount } = await kpisNow();
    expect(fundedAmount.converted).toBeUndefined();
    expect(fundedAmount.byCurrency.map(({ currency }) => currency)).toContain('TZS');
    const figures = await readFinanceFigures(test.platform.db, 'demo');
    for (const metric of ['dgn.receivables', 'dgn.recyclingRate', 'rbf.totalPaid', 'rbf.totalPending'] as const)
      expect(figures?.[metric], metric).toBeUndefined();
    expect(figures?.['rbf.completionRate']).toBeGreaterThan(0);
  });

  it('a PCAF report of several currencies adds up at one snapshot, which it names under its signature; without a rate it is not made', async () => {
    const reportsNow = async (): Promise<unknown[]> => (await admin.get('/api/reports')).json().reports;
    const reports = await reportsNow();
    const alone = await admin.post('/api/reports/pcaf', null);
    expect(alone.status, alone.body).toBe(200);
    expect(alone.json()).toMatchObject({ currency: 'KES' });
    expect(alone.json().fxSnapshotId).toBeUndefined();
    await put(`update pcaf_portfolios set currency = 'UGX' where tenant_id = 'demo' and portfolio_type <> 'Project finance'`);
    const two = (await admin.post('/api/reports/pcaf', null)).json();
    const amountsOf = (report: { portfolioBreakdown: { assetClass: string; financedAmount: number }[] }) =>
      Object.fromEntries(report.portfolioBreakdown.map(({ assetClass, financedAmount }) => [assetClass, financedAmount]));
    const before = amountsOf(alone.json());
    // Ugandan shillings have no minor unit, so the same minor amount is a hundred times as many.
    for (const [assetClass, amount] of Object.entries(amountsOf(two)))
      if (assetClass === 'Project finance') expect(amount).toBe(before[assetClass]);
      else expect(amount / ((before[assetClass] ?? 0) * 100 * 0.0353)).toBeCloseTo(1, 6);
    expect(two.fxSnapshotId).toMatch(/^FX-/);
    await put(`update pcaf_portfolios set currency = 'TZS' where tenant_id = 'demo' and portfolio_type <> 'Project finance'`);
    const lacking = await admin.post('/api/reports/pcaf', null);
    expect(lacking.status).toBe(409);
    expect(lacking.json().error.message).toMatch(/^No exchange rate is held for TZS: TZS [\d,.]+ financed cannot be added up in KES$/);
    expect(await reportsNow()).toHaveLength(reports.length + 2);
  });

  it('every total is the sum of its rows, whatever their currencies, amounts and rates', async () => {
    const currency = fc.constantFrom('KES', 'UGX', 'USD', 'TZS');
    const { rows } = await sql<{
      id: string;
    }>`select payment_id as id from rbf_payments where tenant_id = 'demo' order by payment_id`.execute(test.platform.db);
    const { rows: portfolios } = await sql<{
      id: string;
    }>`select portfolio_id as id from portfolios where tenant_id = 'demo' order by portfolio_id`.execute(test.platform.db);
    const drawn = (items: readonly { id: string }[]) =>
      fc.array(fc.record({ currency, minor: fc.integer({ min: 1, max: 5_000_000_000 }) }), {
        minLength: items.length,
        maxLength: items.length,
      });
    await fc.assert(
      fc.asyncProperty(drawn(rows), drawn(portfolios), fc.double({ min: 0.001, max: 0.9, noNaN: true }), async (pays, worths, ugx) => {
        const held: Readonly<Record<string, number>> = { KES: 1, UGX: ugx, USD: 129.2 };
        await put(`update fx_snapshots set rates = '${JSON.stringify(held)}' where tenant_id = 'demo'`);
        for (const [index, { id }] of rows.entries())
          await put(
            `update rbf_payments set currency = '${pays[index]?.currency}', amount = ${pays[index]?.minor} where tenant_id = 'demo' and payment_id = '${id}'`,
          );
        for (const [index, { id }] of portfolios.entries())
          await put(
            `update portfolios set currency = '${worths[index]?.currency}', receivables_value = ${worths[index]?.minor} where tenant_id = 'demo' and portfolio_id = '${id}'`,
          );
        /** Sum of amounts in KES, computed independently: in cents per row, so it may be off by half a cent a row. */
        const inKes = (all: readonly { amount: number; currency: string }[]) =>
          all.reduce((sum, one) => sum + (held[one.currency] === undefined ? 0 : one.amount * (held[one.currency] ?? 0)), 0);
        const near = (sum: number, all: readonly { amount: number; currency: string }[]) =>
          expect(Math.abs(sum - inKes(all))).toBeLessThanOrEqual(0.01 * all.length + Math.abs(sum) * 1e-11);
        const exactly = (all: readonly { amount: number; currency: string }[], own: string) =>
          all
            .filter((one) => one.currency === own)
            .reduce((sum, { amount }) => sum + BigInt(Math.round(amount * 10 ** decimalsOf(own))), 0n);

        const { payments, summary } = await answer('rbfPayments');
        const inStatus = (status: string) => payments.filter(({ payment }) => payment.status === status).map(({ payment }) => payment);
        near(summary.totalPaid, inStatus('paid'));
        near(summary.totalPending, inStatus('pending'));
        for (const sums of summary.byCurrency ?? []) {
          const minor = (amount: number) => BigInt(Math.round(amount * 10 ** decimalsOf(sums.currency)));
          expect(minor(sums.totalPaid)).toBe(exactly(inStatus('paid'), sums.currency));
          expect(minor(sums.totalPending)).toBe(exactly(inStatus('pending'), sums.currency));
        }
        expect(summary.notConverted ?? []).toEqual(
          [...inStatus('paid'), ...inStatus('pending')].some((one) => one.currency === 'TZS') ? ['TZS'] : [],
        );

        const { portfolios: all } = await answer('refinancePortfolios');
        const worth = (chosen: typeof all) =>
          chosen.map(({ receivablesValue: amount, currency: own = 'KES' }) => ({ amount, currency: own }));
        const refinance = await answer('refinanceSummary');
        near(refinance.totalReceivables, worth(all.filter(({ state }) => isCollectable(state))));
        for (const { state, receivablesValue } of refinance.byState)
          near(receivablesValue, worth(all.filter((one) => one.state === state)));
        const unrated = exactly(worth(all), 'TZS');
        expect(BigInt(Math.round((refinance.unrated?.[0]?.receivables ?? 0) * 100))).toBe(unrated);

        const { fundedAmount } = await kpisNow();
        const funded = [...inStatus('paid'), ...worth(all.filter(({ state }) => state === 'sold' || state === 'recycled'))];
        for (const { currency: own, amount } of fundedAmount.byCurrency)
          expect(BigInt(Math.round(amount * 10 ** decimalsOf(own)))).toBe(exactly(funded, own));
        if (fundedAmount.converted !== undefined) near(fundedAmount.converted.amount, funded);

        const month = await answer('rbfSummary');
        const paidNow = inStatus('paid').filter(
          ({ paidAt }) => paidAt !== null && monthIn(paidAt) === monthIn(test.platform.clock.business().toISOString()),
        );
        near(month.totalPaid, paidNow);
        near(month.totalPending, inStatus('pending'));

        const exported = await admin.post('/api/exports', { exportType: 'rbf_milestones', format: 'json', filter: {} });
        expect(exported.status, exported.body).toBe(200);
        const lines = JSON.parse(String(exported.json().content)) as readonly { currency: string; paidAmount: number }[];
        for (const own of ['KES', 'UGX', 'USD', 'TZS'])
          expect(
            lines
              .filter((line) => line.currency === own)
              .reduce((sum, { paidAmount }) => sum + BigInt(Math.round(paidAmount * 10 ** decimalsOf(own))), 0n),
          ).toBe(exactly(inStatus('paid'), own));
      }),
      { numRuns: 6 },
    );
  });
});

const kpisNow = () => computeKpis(test.platform.db, 'demo', test.platform.clock.business());
const monthIn = (iso: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Nairobi', year: 'numeric', month: '2-digit' }).format(new Date(iso));
