import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { PortfolioState } from '../../src/contracts/overview.ts';
import type { PaymentStatus } from '../../src/domain/finance/financeMoves.ts';
import { ofMinor } from '../../src/domain/money/money.ts';
import type { Rated, Snapshot } from '../../src/domain/money/sums.ts';
import type { Database } from '../db/schema.ts';

/**
 * Sums of money with the exchange rates to use (D-64): paid amounts at the rates of their day, so that past months do not move with
 * today's rates; open amounts at the newest. The database adds amounts with equal currency and rates, in minor units; `src/domain/money`
 * does every conversion.
 */

/** Sum of payments with equal state, currency and rates. */
export interface RatedPayments extends Rated {
  readonly status: PaymentStatus;
  readonly payments: number;
}

/** Sum of portfolios with equal state, currency and rates: the rates of the day of sale, or the newest. */
export interface RatedPortfolios extends Rated {
  readonly state: PortfolioState;
  readonly portfolios: number;
}

interface SnapshotColumns {
  readonly fx_snapshot_id: string | null;
  readonly taken_at: string;
  readonly rates: Snapshot['rates'] | null;
}

/** The joined exchange rates of a row; null if there are none. */
const snapshotOf = ({ fx_snapshot_id: id, taken_at: at, rates }: SnapshotColumns): Snapshot | null =>
  id === null || rates === null ? null : { id, at, rates };

/** A sum from the database, grouped by the columns of `Shared`, currency and rates. */
type Summed<Shared> = Shared & SnapshotColumns & { readonly currency: string; readonly minor: number };

const ratedOf = (row: Summed<unknown>): Rated => ({ money: ofMinor(row.minor, row.currency), snapshot: snapshotOf(row) });

/**
 * A tenant's newest exchange rates, or the newest as of a moment; null if there are none. Of two with the same time, the higher id counts
 * everywhere.
 */
export async function newestSnapshot(db: Kysely<Database>, tenantId: string, at?: string): Promise<Snapshot | null> {
  let newest = db
    .selectFrom('fx_snapshots')
    .select(['fx_snapshot_id', 'taken_at', 'rates'])
    .where('tenant_id', '=', tenantId)
    .orderBy('taken_at', 'desc')
    .orderBy('fx_snapshot_id', 'desc')
    .limit(1);
  if (at !== undefined) newest = newest.where('taken_at', '<=', at);
  const row = await newest.executeTakeFirst();
  return row === undefined ? null : snapshotOf(row);
}

/**
 * Id of the exchange rates for a moment: the newest at or before it, or else the tenant's first. As SQL, so that one statement pays or
 * sells and stores the rates used.
 */
export const snapshotAt = (tenantId: string, at: string): RawBuilder<string | null> => sql<string | null>`coalesce(
  (select f.fx_snapshot_id from fx_snapshots f where f.tenant_id = ${tenantId} and f.taken_at <= ${at} order by f.taken_at desc, f.fx_snapshot_id desc limit 1),
  (select f.fx_snapshot_id from fx_snapshots f where f.tenant_id = ${tenantId} order by f.taken_at, f.fx_snapshot_id limit 1))`;

const newestId = (tenantId: string): RawBuilder<string | null> =>
  sql<
    string | null
  >`(select f.fx_snapshot_id from fx_snapshots f where f.tenant_id = ${tenantId} order by f.taken_at desc, f.fx_snapshot_id desc limit 1)`;

/**
 * Adds up rows with equal `shared` column, currency and rates.
 * @param rows a query of `currency`, `minor`, `fx_snapshot_id` and the column `shared`
 */
async function summed<Shared>(
  db: Kysely<Database>,
  tenantId: string,
  shared: string,
  rows: RawBuilder<unknown>,
): Promise<readonly Summed<Shared & { readonly count: number }>[]> {
  const answer = await sql<Summed<Shared & { readonly count: number }>>`
    with summed as (
      select ${sql.ref(shared)}, currency, fx_snapshot_id, count(*)::int as count, sum(minor)::bigint as minor from (${rows}) rated group by 1, 2, 3
    )
    select summed.*, fx.taken_at, fx.rates from summed
      left join fx_snapshots fx on fx.tenant_id = ${tenantId} and fx.fx_snapshot_id = summed.fx_snapshot_id
    order by 1, 2, fx.taken_at, 3`.execute(db);
  return answer.rows;
}

/** A tenant's payments, or those that match a condition on `p`, by state, currency and rates. */
export async function readRatedPayments(
  db: Kysely<Database>,
  tenantId: string,
  condition: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<readonly RatedPayments[]> {
  const rows = await summed<{ readonly status: PaymentStatus }>(
    db,
    tenantId,
    'status',
    sql`select p.status, p.currency, p.amount as minor, case when p.status = 'paid' then p.fx_snapshot_id else ${newestId(tenantId)} end as fx_snapshot_id
      from rbf_payments p where p.tenant_id = ${tenantId} and ${condition}`,
  );
  return rows.map((row) => ({ status: row.status, payments: row.count, ...ratedOf(row) }));
}

/** The column of a portfolio to add up. */
export type PortfolioMoney = 'receivables_value' | 'recycled_capital' | 'available_funding';

/**
 * A tenant's portfolios by state, currency and rates.
 * @param when `now`: value at the newest rates; `sold`: at the rates of the day of sale
 */
export async function readRatedPortfolios(
  db: Kysely<Database>,
  tenantId: string,
  column: PortfolioMoney,
  when: 'now' | 'sold' = 'now',
): Promise<readonly RatedPortfolios[]> {
  const rates = when === 'now' ? newestId(tenantId) : sql.ref('p.fx_snapshot_id');
  const rows = await summed<{ readonly state: PortfolioState }>(
    db,
    tenantId,
    'state',
    sql`select p.state, p.currency, p.${sql.ref(column)} as minor, ${rates} as fx_snapshot_id from portfolios p where p.tenant_id = ${tenantId}`,
  );
  return rows.map((row) => ({ state: row.state, portfolios: row.count, ...ratedOf(row) }));
}

/** The tenant's currency, which its sums are in. */
export async function currencyOf(db: Kysely<Database>, tenantId: string): Promise<string> {
  const { currency } = await db.selectFrom('tenants').select('currency').where('tenant_id', '=', tenantId).executeTakeFirstOrThrow();
  return currency;
}
