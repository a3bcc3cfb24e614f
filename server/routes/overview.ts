import { type Kysely, sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { portfolioStates, type PortfolioState } from '../../src/contracts/overview.ts';
import { monthOf } from '../../src/domain/calendar.ts';
import { figureOver } from '../../src/domain/figures/fold.ts';
import { paymentsFold } from '../../src/domain/figures/payments.ts';
import { shareFold } from '../../src/domain/figures/share.ts';
import { anomalyRateOf } from '../../src/domain/thresholds.ts';
import type { Platform } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { toActivity } from '../entities/operations.ts';
import { readPaymentFacts } from '../entities/paymentFacts.ts';
import { portfolioFiguresOf } from '../entities/portfolioFigures.ts';
import { readSiteRecords } from '../entities/siteRecords.ts';
import { route } from '../http/route.ts';
import type { PaymentStatus } from '../../src/domain/financeMoves.ts';

/** Recent Activity has five lines (C-16); the rest of the list is for whoever asks for more. */
const ACTIVITIES = 50;

/** What the overview shows beside KPIs, health and notifications: activity, confidence, and the totals of D-38. */
export function registerOverviewRoutes(app: FastifyInstance, platform: Platform): void {
  const now = (): string => platform.clock.business().toISOString();

  route(app, platform, 'activity', async ({ db, tenantId }) => {
    const rows = await db
      .selectFrom('activities')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .orderBy('at', 'desc')
      .orderBy('activity_id', 'desc')
      .limit(ACTIVITIES)
      .execute();
    return { activities: rows.map(toActivity), lastUpdated: now() };
  });

  route(app, platform, 'confidence', async ({ db, tenantId }) => {
    const {
      rows: [row],
    } = await sql<{ received: number; checked: number; passed: number; rules: number; anomalies: number; size: number }>`
      select coalesce(sum(readings_received), 0) as received, coalesce(sum(readings_checked), 0) as checked, coalesce(sum(rules_passed), 0) as passed,
             coalesce(sum(rules_checked), 0) as rules, count(*) filter (where anomalous) as anomalies, count(*) as size
      from verifications where tenant_id = ${tenantId}`.execute(db);
    // The contract wants numbers: without records they are 0, and `sampleSize` says so.
    const share = (part: number, whole: number): number => (figureOver(shareFold, [{ part, whole }], undefined)?.percent ?? 0) / 100;
    const quality = share(row?.received ?? 0, row?.checked ?? 0);
    const adherence = share(row?.passed ?? 0, row?.rules ?? 0);
    const sampleSize = row?.size ?? 0;
    const anomalies = row?.anomalies ?? 0;
    return {
      confidence: quality * adherence * 100,
      dataQuality: quality * 100,
      ruleAdherence: adherence * 100,
      anomalyRate: anomalyRateOf(anomalies, sampleSize),
      anomalies,
      sampleSize,
      lastUpdated: now(),
    };
  });

  route(app, platform, 'refinanceSummary', async ({ db, tenantId }) => {
    const { currency } = await tenantOf(db, tenantId);
    const { rows: byCurrency } = await sql<{
      state: PortfolioState;
      currency: string;
      portfolios: number;
      amount: number;
      rate: number | null;
    }>`
      select p.state, p.currency, count(*)::int as portfolios, sum(p.receivables_value)::float8 as amount,
             (case when p.currency = ${currency} then 1 else (fx.rates ->> p.currency)::float8 end) as rate
      from portfolios p left join lateral (select rates from fx_snapshots where tenant_id = p.tenant_id order by taken_at desc limit 1) fx on true
      where p.tenant_id = ${tenantId} group by p.state, p.currency, rate`.execute(db);
    const rows = [...new Set(byCurrency.map(({ state }) => state))].map((state) => {
      const held = byCurrency.filter((row) => row.state === state);
      return {
        state,
        portfolios: sumOf(held, (row) => row.portfolios),
        value: sumOf(held, ({ amount, rate }) => amount * (rate ?? 0)),
        unrated: unratedOf(held, receivablesOf),
      };
    });
    const unrated = unratedOf(byCurrency, receivablesOf);
    const inState = (states: readonly PortfolioState[]): number =>
      sumOf(
        rows.filter(({ state }) => states.includes(state)),
        ({ value }) => value,
      );
    const { sites, records } = await readSiteRecords(db, tenantId, sql`s.portfolio_id <> ''`);
    return {
      currency,
      byState: portfolioStates.flatMap((state) => {
        const row = rows.find((one) => one.state === state);
        if (row === undefined) return [];
        const { portfolios, value: receivablesValue, unrated: of } = row;
        return [{ state, portfolios, receivablesValue, ...(of.length > 0 && { unrated: of }) }];
      }),
      ...portfolioFiguresOf(sites.length, records),
      recycledCapital: inState(['recycled']),
      // Receivables that can still be collected: what defaulted or was written off is not counted, nor is what was recycled.
      totalReceivables: inState(['eligible', 'eligible_frozen', 'packaged', 'sold']),
      ...(unrated.length > 0 && { unrated }),
      lastUpdated: now(),
    };
  });

  route(app, platform, 'rbfSummary', async ({ db, tenantId }) => {
    const { currency, time_zone: zone } = await tenantOf(db, tenantId);
    const at = platform.clock.business();
    const { rows } = await sql<{ status: PaymentStatus; currency: string; payments: number; amount: number; rate: number | null }>`
      select p.status, p.currency, count(*)::int as payments, sum(p.amount)::float8 as amount,
             (case when p.currency = ${currency} then 1 else (fx.rates ->> p.currency)::float8 end) as rate
      from rbf_payments p left join lateral (select rates from fx_snapshots where tenant_id = p.tenant_id order by taken_at desc limit 1) fx on true
      where p.tenant_id = ${tenantId}
        and case when p.status = 'paid'
              then date_trunc('month', coalesce(p.paid_at, p.due_at) at time zone ${zone}) = date_trunc('month', ${at.toISOString()}::timestamptz at time zone ${zone})
              else ${standsOpen} end
      group by p.status, p.currency, rate`.execute(db);
    const unpaid = figureOver(paymentsFold, await readPaymentFacts(db, tenantId, sql`p.status <> 'paid' and ${standsOpen}`), at.getTime());
    const of = (status: PaymentStatus) => rows.filter((row) => row.status === status);
    const counted = (status: PaymentStatus) => sumOf(of(status), ({ payments }) => payments);
    const worth = (status: PaymentStatus) => sumOf(of(status), ({ amount, rate }) => amount * (rate ?? 0));
    const unrated = unratedOf(rows, (held) => {
      const inStatus = (status: PaymentStatus) =>
        sumOf(
          held.filter((row) => row.status === status),
          ({ amount }) => amount,
        );
      return { paid: inStatus('paid'), pending: inStatus('pending') };
    });
    return {
      currency,
      month: monthOf(zone, at.getTime()),
      totalPayments: sumOf(rows, ({ payments }) => payments),
      totalPaid: worth('paid'),
      totalPending: worth('pending'),
      paidCount: counted('paid'),
      pendingCount: counted('pending'),
      failedCount: counted('failed'),
      refusedCount: unpaid?.refused ?? 0,
      overdueCount: unpaid?.overdue ?? 0,
      ...(unrated.length > 0 && { unrated }),
      lastUpdated: now(),
    };
  });
}

/**
 * Whether a payment `p` that is not made stands open, whatever its month: what came due in the last one is no better for the turn of the month (issue 16, point 8). A refused
 * one stands open until another for the same verification and milestone was begun.
 */
const standsOpen = sql<boolean>`(p.status = 'pending' or not exists (
  select 1 from rbf_payments again where again.tenant_id = p.tenant_id and again.vrf_id = p.vrf_id and again.milestone_id = p.milestone_id
    and again.status <> 'failed'))`;

const sumOf = <Row>(rows: readonly Row[], of: (row: Row) => number): number => rows.reduce((total, row) => total + of(row), 0);

const receivablesOf = (rows: readonly { readonly amount: number }[]) => ({ receivables: sumOf(rows, ({ amount }) => amount) });

/** What no rate is held for, by its currency: a sum that left it out without a word would read as if there were nothing. */
function unratedOf<Row extends { readonly currency: string; readonly rate: number | null }, Told>(
  rows: readonly Row[],
  tell: (held: readonly Row[]) => Told,
): (Told & { readonly currency: string })[] {
  const foreign = rows.filter(({ rate }) => rate === null);
  return [...new Set(foreign.map(({ currency }) => currency))]
    .sort()
    .map((currency) => ({ currency, ...tell(foreign.filter((row) => row.currency === currency)) }));
}

/** The tenant's currency and zone: sums are in the one, months in the other. */
async function tenantOf(db: Kysely<Database>, tenantId: string): Promise<{ currency: string; time_zone: string }> {
  return db.selectFrom('tenants').select(['currency', 'time_zone']).where('tenant_id', '=', tenantId).executeTakeFirstOrThrow();
}
