import { type Kysely, sql } from 'kysely';
import { currenciesWith } from '../../../src/contracts/currency.ts';

/** How many minor units one unit of the currency in this column has (ISO 4217). */
const perUnit = (column: string) => sql`(case
  when ${sql.raw(column)} in (${sql.join(currenciesWith(0))}) then 1
  when ${sql.raw(column)} in (${sql.join(currenciesWith(3))}) then 1000
  when ${sql.raw(column)} in (${sql.join(currenciesWith(4))}) then 10000
  else 100 end)`;

/**
 * Money is whole minor units of its currency (D-64): until here it was whole units, so that half a shilling could not be kept. A paid payment keeps the exchange rates of the day on
 * which it was paid: of what is paid already, the newest that were held then, or the first ever.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`update rbf_milestones set payment_amount = payment_amount * ${perUnit('currency')} where payment_type = 'fixed'`.execute(db);
  await sql`update rbf_payments set amount = amount * ${perUnit('currency')}`.execute(db);
  await sql`update portfolios set receivables_value = receivables_value * ${perUnit('currency')}, available_funding = available_funding * ${perUnit('currency')},
    recycled_capital = recycled_capital * ${perUnit('currency')}, pending_packaging = pending_packaging * ${perUnit('currency')}`.execute(
    db,
  );
  await sql`update financed_assets a set financed_amount = a.financed_amount * ${perUnit('p.currency')}, total_cost = a.total_cost * ${perUnit('p.currency')}
    from pcaf_portfolios p where p.tenant_id = a.tenant_id and p.portfolio_id = a.portfolio_id`.execute(db);
  await sql`alter table rbf_payments add column fx_snapshot_id text,
    add foreign key (tenant_id, fx_snapshot_id) references fx_snapshots (tenant_id, fx_snapshot_id)`.execute(db);
  await sql`update rbf_payments p set fx_snapshot_id = coalesce(
      (select f.fx_snapshot_id from fx_snapshots f where f.tenant_id = p.tenant_id and f.taken_at <= p.paid_at order by f.taken_at desc limit 1),
      (select f.fx_snapshot_id from fx_snapshots f where f.tenant_id = p.tenant_id order by f.taken_at limit 1))
    where p.status = 'paid'`.execute(db);
}
