import { type Kysely, sql } from 'kysely';
import { judgeRows, layRules } from './150_rules.ts';
import { holds, refers, rulesOf } from './rules/rule.ts';
import { changes, refuses } from './signed/trigger.ts';

/** Whether these columns are whole numbers that come out of the database, go over the wire and are signed as they stand: a double holds no greater one for sure. */
const exact = (...columns: readonly string[]): string => columns.map((column) => `${column} <= ${Number.MAX_SAFE_INTEGER}`).join(' and ');

/** The rules of rows that this step lays down. */
export const moneyStaysRules = [
  ...rulesOf(
    'portfolios',
    ['tenant_id', 'portfolio_id'],
    [
      holds(
        'amounts_are_exact',
        exact('receivables_value', 'available_funding', 'recycled_capital', 'pending_packaging'),
        'A portfolio’s amounts are within what is counted exactly',
      ),
      refers('sold_at_rates', ['fx_snapshot_id'], 'fx_snapshots', 'The exchange rates at which a portfolio was sold are there'),
    ],
  ),
  ...rulesOf(
    'rbf_milestones',
    ['tenant_id', 'milestone_id'],
    [holds('amount_is_exact', exact('payment_amount'), 'What a milestone promises is within what is counted exactly')],
  ),
  ...rulesOf(
    'rbf_payments',
    ['tenant_id', 'payment_id'],
    [
      holds('amount_is_exact', exact('amount'), 'A payment’s amount is within what is counted exactly'),
      // What the milestone promises stands beside what is paid, and is signed with it, in one currency.
      refers('in_currency_of_milestone', ['milestone_id', 'currency'], 'rbf_milestones', 'A payment is in the currency of its milestone'),
    ],
  ),
  ...rulesOf(
    'financed_assets',
    ['tenant_id', 'asset_id'],
    [holds('amounts_are_exact', exact('financed_amount', 'total_cost'), 'A financed asset’s amounts are within what is counted exactly')],
  ),
];

/**
 * What past months are counted at stays (S-7): exchange rates are never changed once they are held, and a portfolio that was sold keeps those of its day as a payment does. Until here
 * they were looked for anew at each reading, so that rates which were put in late moved what had been funded. Of what is sold already: those that it is counted at until now.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await sql`alter table portfolios add column fx_snapshot_id text`.execute(db);
  await sql`update portfolios p set fx_snapshot_id = coalesce(
      (select f.fx_snapshot_id from fx_snapshots f where f.tenant_id = p.tenant_id and f.taken_at <= p.sold_at order by f.taken_at desc, f.fx_snapshot_id desc limit 1),
      (select f.fx_snapshot_id from fx_snapshots f where f.tenant_id = p.tenant_id order by f.taken_at, f.fx_snapshot_id limit 1))
    where p.sold_at is not null`.execute(db);
  await judgeRows(db, moneyStaysRules);
  await sql`create unique index rbf_milestones_in_currency on rbf_milestones (tenant_id, milestone_id, currency)`.execute(db);
  await layRules(db, moneyStaysRules);
  for (const trigger of [
    refuses(
      'update',
      'portfolios',
      'portfolio_id',
      'portfolios_sold_stay',
      `old.sold_at is not null and ${changes(['sold_at', 'fx_snapshot_id'])}`,
      'A portfolio that was sold keeps its date and the exchange rates of its day',
    ),
    refuses(
      'update or delete',
      'fx_snapshots',
      'fx_snapshot_id',
      'fx_snapshots_kept',
      null,
      'Exchange rates that were held are never changed, since what was paid is counted at them and reports name them',
    ),
  ])
    await sql.raw(trigger).execute(db);
}
