import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { PortfolioState } from '../../src/contracts/overview.ts';
import type { PaymentStatus } from '../../src/domain/financeMoves.ts';
import { ofMinor } from '../../src/domain/money/money.ts';
import type { Rated, Snapshot } from '../../src/domain/money/sums.ts';
import type { Database } from '../db/schema.ts';

/**
 * Money as it is counted (D-64): what was paid at the exchange rates of the day on which it was, so that no past month moves with today's; what stands open at the newest. The
 * database adds amounts of one currency that share their rates, in minor units; every conversion is `src/domain/money`'s.
 */

/** Sums of payments that share state, currency and rates. */
export interface RatedPayments extends Rated {
  readonly status: PaymentStatus;
  readonly payments: number;
}

/** Sums of portfolios that share state, currency and rates: receivables at the rates of the day, or at the newest. */
export interface RatedPortfolios extends Rated {
  readonly state: PortfolioState;
  readonly portfolios: number;
}

interface SnapshotColumns {
  readonly fx_snapshot_id: string | null;
  readonly taken_at: string;
  readonly rates: Snapshot['rates'];
}

const snapshotOf = ({ fx_snapshot_id, taken_at, rates }: SnapshotColumns): Snapshot | null =>
  fx_snapshot_id === null ? null : { id: fx_snapshot_id, at: taken_at, rates };

/** The newest exchange rates of a tenant, or the newest that were held at a moment; null where there are none. */
export async function newestSnapshot(db: Kysely<Database>, tenantId: string, at?: string): Promise<Snapshot | null> {
  let newest = db
    .selectFrom('fx_snapshots')
    .select(['fx_snapshot_id', 'taken_at', 'rates'])
    .where('tenant_id', '=', tenantId)
    .orderBy('taken_at', 'desc')
    .limit(1);
  if (at !== undefined) newest = newest.where('taken_at', '<=', at);
  const row = await newest.executeTakeFirst();
  return row === undefined ? null : snapshotOf(row);
}

/**
 * The id of the exchange rates of a tenant's day: the newest that were held at the moment, or the first ever where it lies before them. In SQL, so that one statement makes a
 * payment and says at which rates.
 */
export const snapshotAt = (tenantId: string, at: string): RawBuilder<string | null> => sql<string | null>`coalesce(
  (select fx_snapshot_id from fx_snapshots where tenant_id = ${tenantId} and taken_at <= ${at} order by taken_at desc limit 1),
  (select fx_snapshot_id from fx_snapshots where tenant_id = ${tenantId} order by taken_at limit 1))`;

/** A tenant's payments, or those of them (`p`) of which something holds, by state, currency and rates. */
export async function readRatedPayments(
  db: Kysely<Database>,
  tenantId: string,
  of: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<readonly RatedPayments[]> {
  const { rows } = await sql<
    SnapshotColumns & { readonly status: PaymentStatus; readonly currency: string; readonly payments: number; readonly minor: number }
  >`
    with newest as (select fx_snapshot_id from fx_snapshots where tenant_id = ${tenantId} order by taken_at desc limit 1),
    summed as (
      select p.status, p.currency, case when p.status = 'paid' then p.fx_snapshot_id else (select fx_snapshot_id from newest) end as fx_snapshot_id,
             count(*)::int as payments, sum(p.amount)::bigint as minor
      from rbf_payments p where p.tenant_id = ${tenantId} and ${of} group by 1, 2, 3
    )
    select summed.*, fx.taken_at, fx.rates from summed
      left join fx_snapshots fx on fx.tenant_id = ${tenantId} and fx.fx_snapshot_id = summed.fx_snapshot_id
    order by summed.currency, summed.status, fx.taken_at`.execute(db);
  return rows.map((row) => ({
    status: row.status,
    payments: row.payments,
    money: ofMinor(row.minor, row.currency),
    snapshot: row.rates === null ? null : snapshotOf(row),
  }));
}

/** What of a portfolio is added up: `receivables_value`, `recycled_capital` or `available_funding`. */
export type PortfolioMoney = 'receivables_value' | 'recycled_capital' | 'available_funding';

/**
 * A tenant's portfolios by state, currency and rates.
 * @param when `now`: what they are worth at the newest rates; `sold`: what was given for them, at the rates of the day on which they were sold
 */
export async function readRatedPortfolios(
  db: Kysely<Database>,
  tenantId: string,
  column: PortfolioMoney,
  when: 'now' | 'sold' = 'now',
): Promise<readonly RatedPortfolios[]> {
  const rates =
    when === 'now'
      ? sql`(select fx_snapshot_id from newest)`
      : sql`coalesce(
          (select f.fx_snapshot_id from fx_snapshots f where f.tenant_id = p.tenant_id and f.taken_at <= p.sold_at order by f.taken_at desc limit 1),
          (select f.fx_snapshot_id from fx_snapshots f where f.tenant_id = p.tenant_id order by f.taken_at limit 1))`;
  const { rows } = await sql<
    SnapshotColumns & { readonly state: PortfolioState; readonly currency: string; readonly portfolios: number; readonly minor: number }
  >`
    with newest as (select fx_snapshot_id from fx_snapshots where tenant_id = ${tenantId} order by taken_at desc limit 1),
    rated as (
      select p.state, p.currency, p.${sql.ref(column)} as minor, ${rates} as fx_snapshot_id from portfolios p where p.tenant_id = ${tenantId}
    ),
    summed as (
      select state, currency, fx_snapshot_id, count(*)::int as portfolios, sum(minor)::bigint as minor from rated group by 1, 2, 3
    )
    select summed.*, fx.taken_at, fx.rates from summed
      left join fx_snapshots fx on fx.tenant_id = ${tenantId} and fx.fx_snapshot_id = summed.fx_snapshot_id
    order by summed.state, summed.currency, fx.taken_at`.execute(db);
  return rows.map((row) => ({
    state: row.state,
    portfolios: row.portfolios,
    money: ofMinor(row.minor, row.currency),
    snapshot: row.rates === null ? null : snapshotOf(row),
  }));
}

/** The currency that a tenant's sums are in. */
export async function currencyOf(db: Kysely<Database>, tenantId: string): Promise<string> {
  const { currency } = await db.selectFrom('tenants').select('currency').where('tenant_id', '=', tenantId).executeTakeFirstOrThrow();
  return currency;
}
