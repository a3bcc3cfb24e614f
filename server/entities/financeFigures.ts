import { type Kysely, sql } from 'kysely';
import { portfolioStates } from '../../src/contracts/overview.ts';
import { completionRate, isCollectable, recyclingRate } from '../../src/domain/financeRates.ts';
import type { Database } from '../db/schema.ts';

/** The figures of finance that have a history (D-35), under the names of their metrics. Money in the tenant's currency, rates in percent. */
export interface FinanceFigures {
  readonly 'dgn.recyclingRate': number;
  readonly 'dgn.receivables': number;
  readonly 'dgn.recycledCapital': number;
  readonly 'dgn.availableFunding': number;
  readonly 'rbf.completionRate': number;
  readonly 'rbf.totalPaid': number;
  readonly 'rbf.totalPending': number;
}

interface Sums {
  readonly receivables: number;
  readonly recycled: number;
  readonly available: number;
  readonly payments: number;
  readonly paidCount: number;
  readonly paid: number;
  readonly pending: number;
}

/** Whether something is in a currency to which no rate is held: then its sums are not known, and no point of a history is written for them. */
interface Unrated {
  readonly unratedPortfolios: boolean;
  readonly unratedPayments: boolean;
}

/** What sums come to; the seed's history and the rows as they stand go through the same rates. */
export function financeFiguresOf({ receivables, recycled, available, payments, paidCount, paid, pending }: Sums): FinanceFigures {
  return {
    'dgn.recyclingRate': recyclingRate(recycled, receivables),
    'dgn.receivables': receivables,
    'dgn.recycledCapital': recycled,
    'dgn.availableFunding': available,
    'rbf.completionRate': completionRate(paidCount, payments),
    'rbf.totalPaid': paid,
    'rbf.totalPending': pending,
  };
}

/** The figures as the rows stand, foreign money at the newest rates held; null for a tenant without finance. */
export async function readFinanceFigures(db: Kysely<Database>, tenantId: string): Promise<Partial<FinanceFigures> | null> {
  const collectable = portfolioStates.filter(isCollectable);
  const { rows } = await sql<Sums & Unrated & { readonly portfolios: number }>`
    with rated as (
      select t.currency, fx.rates from tenants t
        left join lateral (select rates from fx_snapshots where tenant_id = t.tenant_id order by taken_at desc limit 1) fx on true
      where t.tenant_id = ${tenantId}
    ), worth as (
      select p.*, (case when p.currency = r.currency then 1 else (r.rates ->> p.currency)::float8 end) as rate
      from portfolios p cross join rated r where p.tenant_id = ${tenantId}
    ), owed as (
      select p.status, p.amount * (case when p.currency = r.currency then 1 else (r.rates ->> p.currency)::float8 end) as amount
      from rbf_payments p cross join rated r where p.tenant_id = ${tenantId}
    )
    select w.*, o.* from
      (select count(*)::int as portfolios, coalesce(bool_or(rate is null), false) as "unratedPortfolios",
              coalesce(sum(receivables_value * rate) filter (where state in (${sql.join(collectable)})), 0)::float8 as receivables,
              coalesce(sum(recycled_capital * rate), 0)::float8 as recycled,
              coalesce(sum(available_funding * rate), 0)::float8 as available from worth) w,
      (select count(*)::int as payments, coalesce(bool_or(amount is null), false) as "unratedPayments", (count(*) filter (where status = 'paid'))::int as "paidCount",
              coalesce(sum(amount) filter (where status = 'paid'), 0)::float8 as paid,
              coalesce(sum(amount) filter (where status = 'pending'), 0)::float8 as pending from owed) o`.execute(db);
  const [sums] = rows;
  if (sums === undefined || (sums.portfolios === 0 && sums.payments === 0)) return null;
  const figures = financeFiguresOf(sums);
  const known = (name: keyof FinanceFigures): boolean => {
    // A rate of nothing is no 0 %, and counts need no currency.
    if (name === 'rbf.completionRate') return sums.payments > 0;
    if (name === 'dgn.recyclingRate' && sums.recycled + sums.receivables === 0) return false;
    return name.startsWith('rbf.') ? !sums.unratedPayments : !sums.unratedPortfolios;
  };
  return Object.fromEntries(Object.entries(figures).filter(([name]) => known(name as keyof FinanceFigures /* its own keys */)));
}
