import { type Kysely, sql } from 'kysely';
import type { KpiResponse } from '../../src/contracts/kpi.ts';
import { figureOver } from '../../src/domain/figures/fold.ts';
import { fundedFold } from '../../src/domain/figures/funded.ts';
import { amountOf, type Money } from '../../src/domain/money/money.ts';
import { convertedSum } from '../../src/domain/money/sums.ts';
import { snapshotsTold } from '../../src/domain/money/totals.ts';
import { shareFold } from '../../src/domain/figures/share.ts';
import { kpiThresholds, statusAgainst, trendOf } from '../../src/domain/operations/thresholds.ts';
import type { Database } from '../db/schema.ts';
import { currencyOf, readRatedPayments, readRatedPortfolios } from './ratedMoney.ts';
import type { Emit } from '../realtime/log.ts';

const HOUR_MS = 3_600_000;
/** 'Last period' is the figure at the newest close of day that is at least this old, */
export const PERIOD_MS = 30 * 24 * HOUR_MS;
/** and at most this much older. The slack covers a platform that was off for days; an older close belongs to another period. */
const PERIOD_SLACK_MS = 7 * 24 * HOUR_MS;

/** Counts and latencies over all verifications of a tenant, from one query. Latencies in milliseconds. */
export interface KpiCounts {
  readonly verified: number;
  readonly total: number;
  readonly automated: number;
  /** Number of records behind the latencies: decided, with a known duration. */
  readonly decided: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

/** Percentiles are interpolated (`percentile_cont`), and 0 if nothing is decided yet. */
export async function countKpis(db: Kysely<Database>, tenantId: string): Promise<KpiCounts> {
  const { rows } = await sql<KpiCounts>`
    select count(*)::int as total,
           (count(*) filter (where status = 'verified'))::int as verified,
           (count(*) filter (where automated))::int as automated,
           (count(decision_latency_ms) filter (where status <> 'pending'))::int as decided,
           coalesce(percentile_cont(0.5) within group (order by decision_latency_ms) filter (where status <> 'pending'), 0) as "p50Ms",
           coalesce(percentile_cont(0.95) within group (order by decision_latency_ms) filter (where status <> 'pending'), 0) as "p95Ms"
    from verifications where tenant_id = ${tenantId}`.execute(db);
  const [counts] = rows;
  if (counts === undefined) throw new Error('an aggregate always answers one row');
  return counts;
}

/**
 * Money that reached its receiver: paid milestones, and receivables of portfolios sold or recycled. By currency, largest first. If a
 * foreign currency occurs, also the total in the tenant's currency, each part at the rates of its day of payment or sale, with the newest
 * snapshot used. No total if a rate is missing, because it would be incomplete.
 */
async function fundedOf(db: Kysely<Database>, tenantId: string): Promise<Omit<KpiResponse['fundedAmount'], 'lastUpdated'>> {
  const funded = [
    ...(await readRatedPayments(db, tenantId, sql<boolean>`p.status = 'paid'`)),
    ...(await readRatedPortfolios(db, tenantId, 'receivables_value', 'sold')).filter(
      ({ state }) => state === 'sold' || state === 'recycled',
    ),
  ];
  const amounts = funded.map(({ money }) => money);
  const byCurrency = (figureOver(fundedFold, amounts, undefined) ?? []).map(onWire);
  const { sum, unrated, snapshots } = convertedSum(funded, await currencyOf(db, tenantId));
  const newest = snapshots.at(-1);
  if (unrated.length > 0 || newest === undefined) return { byCurrency };
  return { byCurrency, converted: onWire(sum), ...snapshotsTold(snapshots), fxTimestamp: newest.at };
}

const onWire = (money: Money) => ({ currency: money.currency, amount: amountOf(money) });

/** The contract requires a number: 0 without records, recognisable by the denominator. */
const share = (part: number, whole: number): number => figureOver(shareFold, [{ part, whole }], undefined)?.percent ?? 0;

/** The KPI response computed from the rows in this transaction. `at` is business time. */
export async function computeKpis(db: Kysely<Database>, tenantId: string, at: Date): Promise<Omit<KpiResponse, 'version'>> {
  const now = await countKpis(db, tenantId);
  const before = await db
    .selectFrom('kpi_snapshots')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('period_end', '<=', new Date(at.getTime() - PERIOD_MS).toISOString())
    .where('period_end', '>=', new Date(at.getTime() - PERIOD_MS - PERIOD_SLACK_MS).toISOString())
    .orderBy('period_end', 'desc')
    .limit(1)
    .executeTakeFirst();
  const lastUpdated = at.toISOString();
  const accuracy = share(now.verified, now.total);
  const automation = share(now.automated, now.total);
  const previousAccuracy = before === undefined ? accuracy : share(before.verified, before.total);
  const previousAutomation = before === undefined ? automation : share(before.automated, before.total);
  const noPrevious = before === undefined || before.total === 0 ? ({ noPrevious: true } as const) : {};
  const p95 = now.p95Ms / HOUR_MS;
  return {
    verificationAccuracy: {
      value: accuracy,
      previousValue: previousAccuracy,
      ...noPrevious,
      trend: trendOf(accuracy, previousAccuracy),
      status: statusAgainst(accuracy, kpiThresholds.verificationAccuracy),
      lastUpdated,
      numerator: now.verified,
      denominator: now.total,
    },
    avgLatency: {
      p50: now.p50Ms / HOUR_MS,
      p95,
      // A snapshot without decisions stores 0, which is no latency.
      ...(before === undefined || before.p50_ms === 0 ? {} : { previousP50: before.p50_ms / HOUR_MS }),
      decided: now.decided,
      status: statusAgainst(p95, kpiThresholds.latencyP95),
      lastUpdated,
    },
    automationRate: {
      value: automation,
      previousValue: previousAutomation,
      ...noPrevious,
      trend: trendOf(automation, previousAutomation),
      status: statusAgainst(automation, kpiThresholds.automationRate),
      lastUpdated,
    },
    fundedAmount: { ...(await fundedOf(db, tenantId)), lastUpdated },
  };
}

/** Recomputes and stores the KPIs and emits the event; call once at the end of every transaction that changed what they count. */
export async function renewKpis(
  trx: Kysely<Database>,
  emit: Emit,
  tenantId: string,
  at: Date,
  correlationId: string,
): Promise<KpiResponse> {
  const body = await computeKpis(trx, tenantId, at);
  const { version } = await trx
    .insertInto('kpis')
    .values({ tenant_id: tenantId, body: JSON.stringify(body), version: 1 })
    .onConflict((conflict) =>
      conflict.column('tenant_id').doUpdateSet({ body: JSON.stringify(body), version: sql<number>`kpis.version + 1` }),
    )
    .returning('version')
    .executeTakeFirstOrThrow();
  const kpis: KpiResponse = { ...body, version };
  emit({ type: 'kpis.updated', resourceId: 'kpis', version, data: kpis, correlationId });
  return kpis;
}
