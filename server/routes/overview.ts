import { type Kysely, sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { portfolioStates, type PortfolioState } from '../../src/contracts/overview.ts';
import { monthOf } from '../../src/domain/calendar.ts';
import { figureOver } from '../../src/domain/figures/fold.ts';
import { paymentsFold } from '../../src/domain/figures/payments.ts';
import { amountOf, noMoney } from '../../src/domain/money/money.ts';
import { isCollectable } from '../../src/domain/money/rates.ts';
import { withoutSums } from '../../src/domain/money/withheld.ts';
import { type ConvertedSum, convertedSum } from '../../src/domain/money/sums.ts';
import { shareFold } from '../../src/domain/figures/share.ts';
import { anomalyRateOf } from '../../src/domain/operations/thresholds.ts';
import type { Platform } from '../context.ts';
import type { Database } from '../db/schema.ts';
import { toActivity } from '../entities/operations.ts';
import { readPaymentFacts } from '../entities/paymentFacts.ts';
import { portfolioFiguresOf } from '../entities/portfolioFigures.ts';
import { readRatedPayments, readRatedPortfolios } from '../entities/ratedMoney.ts';
import { readSiteRecords } from '../entities/siteRecords.ts';
import { route } from '../http/route.ts';
import type { PaymentStatus } from '../../src/domain/finance/financeMoves.ts';

/** Maximum activities per answer; the console's Recent Activity shows five (C-16). */
const ACTIVITIES = 50;

/** Other data of the overview screen: activity, confidence, and the totals of D-38. */
export function registerOverviewRoutes(app: FastifyInstance, platform: Platform): void {
  const now = (): string => platform.clock.business().toISOString();

  route(app, platform, 'activity', async ({ db, tenantId, session }) => {
    const finance = session.permissions.has('view:finance');
    const kept = db.selectFrom('activities').selectAll().where('tenant_id', '=', tenantId);
    // Activities that link into finance name sums and payees: only for readers with that permission (G-18).
    const told = finance ? kept : kept.where('link', 'not like', '/finance/%');
    const rows = await told.orderBy('at', 'desc').orderBy('activity_id', 'desc').limit(ACTIVITIES).execute();
    const activities = rows.map(toActivity);
    return { activities: finance ? activities : activities.map((one) => ({ ...one, text: withoutSums(one.text) })), lastUpdated: now() };
  });

  route(app, platform, 'confidence', async ({ db, tenantId }) => {
    const {
      rows: [row],
    } = await sql<{ received: number; checked: number; passed: number; rules: number; anomalies: number; size: number }>`
      select coalesce(sum(readings_received), 0) as received, coalesce(sum(readings_checked), 0) as checked, coalesce(sum(rules_passed), 0) as passed,
             coalesce(sum(rules_checked), 0) as rules, count(*) filter (where anomalous) as anomalies, count(*) as size
      from verifications where tenant_id = ${tenantId}`.execute(db);
    // The contract requires numbers: without data they are 0, recognisable by the counts.
    const share = (part: number, whole: number): number => (figureOver(shareFold, [{ part, whole }], undefined)?.percent ?? 0) / 100;
    const [readingsExpected, rulesChecked] = [row?.checked ?? 0, row?.rules ?? 0];
    const quality = share(row?.received ?? 0, readingsExpected);
    const adherence = share(row?.passed ?? 0, rulesChecked);
    const sampleSize = row?.size ?? 0;
    const anomalies = row?.anomalies ?? 0;
    return {
      confidence: quality * adherence * 100,
      dataQuality: quality * 100,
      ruleAdherence: adherence * 100,
      anomalyRate: anomalyRateOf(anomalies, sampleSize),
      anomalies,
      sampleSize,
      readingsExpected,
      rulesChecked,
      lastUpdated: now(),
    };
  });

  route(app, platform, 'refinanceSummary', async ({ db, tenantId }) => {
    const { currency } = await tenantOf(db, tenantId);
    const parts = await readRatedPortfolios(db, tenantId, 'receivables_value');
    const inStates = (states: readonly PortfolioState[]) => {
      const own = parts.filter(({ state }) => states.includes(state));
      const { sum, unrated } = convertedSum(own, currency);
      return { own, value: amountOf(sum), unrated: unrated.map((one) => ({ currency: one.currency, receivables: amountOf(one) })) };
    };
    const { unrated } = inStates(portfolioStates);
    const { sites, records } = await readSiteRecords(db, tenantId, sql`s.portfolio_id <> ''`);
    return {
      currency,
      byState: portfolioStates.flatMap((state) => {
        const { own, value: receivablesValue, unrated: unratedHere } = inStates([state]);
        if (own.length === 0) return [];
        const portfolios = sumOf(own, (part) => part.portfolios);
        return [{ state, portfolios, receivablesValue, ...(unratedHere.length > 0 && { unrated: unratedHere }) }];
      }),
      ...portfolioFiguresOf(sites.length, records),
      recycledCapital: inStates(['recycled']).value,
      // Receivables that can still be collected: excludes defaulted, written off and recycled ones.
      totalReceivables: inStates(portfolioStates.filter(isCollectable)).value,
      ...(unrated.length > 0 && { unrated }),
      lastUpdated: now(),
    };
  });

  route(app, platform, 'rbfSummary', async ({ db, tenantId }) => {
    const { currency, time_zone: zone } = await tenantOf(db, tenantId);
    const at = platform.clock.business();
    const rows = await readRatedPayments(
      db,
      tenantId,
      sql<boolean>`case when p.status = 'paid'
        then date_trunc('month', coalesce(p.paid_at, p.due_at) at time zone ${zone}) = date_trunc('month', ${at.toISOString()}::timestamptz at time zone ${zone})
        else ${standsOpen} end`,
    );
    const unpaid = figureOver(paymentsFold, await readPaymentFacts(db, tenantId, sql`p.status <> 'paid' and ${standsOpen}`), at.getTime());
    const rowsOf = (status: PaymentStatus) => rows.filter((row) => row.status === status);
    const counted = (status: PaymentStatus) => sumOf(rowsOf(status), ({ payments }) => payments);
    const [paid, pending] = [convertedSum(rowsOf('paid'), currency), convertedSum(rowsOf('pending'), currency)];
    const unratedIn = (sum: ConvertedSum, own: string) => amountOf(sum.unrated.find((one) => one.currency === own) ?? noMoney(own));
    const unrated = [...new Set([...paid.unrated, ...pending.unrated].map((one) => one.currency))]
      .sort()
      .map((own) => ({ currency: own, paid: unratedIn(paid, own), pending: unratedIn(pending, own) }));
    return {
      currency,
      month: monthOf(zone, at.getTime()),
      totalPayments: sumOf(rows, ({ payments }) => payments),
      totalPaid: amountOf(paid.sum),
      totalPending: amountOf(pending.sum),
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
 * Whether an unpaid payment `p` is open, whatever its month: one due last month stays open after the turn of the month (issue 16, point
 * 8). A refused one is open until another for the same verification and milestone has been started.
 */
const standsOpen = sql<boolean>`(p.status = 'pending' or not exists (
  select 1 from rbf_payments again where again.tenant_id = p.tenant_id and again.vrf_id = p.vrf_id and again.milestone_id = p.milestone_id
    and again.status <> 'failed'))`;

const sumOf = <Row>(rows: readonly Row[], pick: (row: Row) => number): number => rows.reduce((total, row) => total + pick(row), 0);

/** The tenant's currency, for sums, and time zone, for months. */
async function tenantOf(db: Kysely<Database>, tenantId: string): Promise<{ currency: string; time_zone: string }> {
  return db.selectFrom('tenants').select(['currency', 'time_zone']).where('tenant_id', '=', tenantId).executeTakeFirstOrThrow();
}
