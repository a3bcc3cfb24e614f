import { href } from '../../../src/domain/screens/address.ts';
import { sql } from 'kysely';
import type { Activity, PortfolioState } from '../../../src/contracts/overview.ts';
import { type PaymentStatus, portfolioMoves } from '../../../src/domain/finance/financeMoves.ts';
import { formatMoney, formatMoneyInThousands } from '../../../src/domain/format.ts';
import { ofMinor } from '../../../src/domain/money/money.ts';
import { nextNumber } from '../../entities/counters.ts';
import { signPayment } from '../../entities/finance.ts';
import { addActivity } from '../../entities/notices.ts';
import { movePayment, toPayment } from '../../entities/payments.ts';
import { movePortfolio } from '../../entities/portfolios.ts';
import { unsealedBasis } from '../../entities/stillSigned.ts';
import { isRefusal } from '../../http/problem.ts';
import type { Act, Scene } from '../act.ts';

/** Creates a payment due for the newest verified record without one that meets a milestone. */
export const owePayment: Act = async ({ trx, tenantId, random, now, signer }) => {
  const milestones = await trx.selectFrom('rbf_milestones').selectAll().where('tenant_id', '=', tenantId).execute();
  const record = await trx
    .selectFrom('verifications as v')
    .leftJoin('rbf_payments as p', (join) => join.onRef('p.tenant_id', '=', 'v.tenant_id').onRef('p.vrf_id', '=', 'v.vrf_id'))
    .select(['v.vrf_id', 'v.site_code', 'v.covenant_hash', 'v.uptime', 'v.fuel_savings', 'v.emission_reduction'])
    .where('v.tenant_id', '=', tenantId)
    .where('v.status', '=', 'verified')
    .where('p.payment_id', 'is', null)
    .orderBy('v.ordinal', 'desc')
    .limit(1)
    .executeTakeFirst();
  // No payment is signed for a record that differs from what was sealed.
  if (record === undefined || (await unsealedBasis(trx, tenantId, { vrfId: record.vrf_id })) !== null) return false;
  const reached = { uptime: record.uptime, fuelSavings: record.fuel_savings, emissionReduction: record.emission_reduction };
  const met = milestones.filter((one) => one.payment_type === 'fixed' && reached[one.metric] >= one.threshold);
  if (met.length === 0) return false;
  const milestone = random.pick(met);
  const newest = await trx
    .selectFrom('rbf_payments')
    .select('payment_id')
    .where('tenant_id', '=', tenantId)
    .orderBy('payment_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const prefix = newest?.payment_id.replace(/\d+$/, '') ?? 'RBF-';
  const payment = {
    tenant_id: tenantId,
    payment_id: `${prefix}${String(await nextNumber(trx, tenantId, 'payment')).padStart(4, '0')}`,
    vrf_id: record.vrf_id,
    milestone_id: milestone.milestone_id,
    site_code: record.site_code,
    actual_performance: reached[milestone.metric],
    amount: milestone.payment_amount,
    currency: milestone.currency,
    status: 'pending' as const,
    due_at: now.toISOString(),
    paid_at: null,
    transaction_id: null,
    fx_snapshot_id: null,
    covenant_hash: record.covenant_hash,
    version: 1,
  };
  const owed = toPayment({ ...milestone, ...payment, jws_signature: '', evidence_pack_id: null }, undefined);
  await trx
    .insertInto('rbf_payments')
    .values({ ...payment, jws_signature: await signPayment(signer, tenantId, owed, now.toISOString()) })
    .execute();
  return true;
};

/** The oldest payment in `status` with the site it is for. Dead letters are excluded; they wait for a person. */
async function oldestPayment({ trx, tenantId }: Scene, status: PaymentStatus) {
  return (
    trx
      .selectFrom('rbf_payments as p')
      .innerJoin('sites as s', (join) => join.onRef('s.tenant_id', '=', 'p.tenant_id').onRef('s.site_code', '=', 'p.site_code'))
      .select(['p.payment_id', 'p.amount', 'p.currency', 's.name'])
      .where('p.tenant_id', '=', tenantId)
      .where('p.status', '=', status)
      // Disputed records are not paid.
      .where(
        sql<boolean>`exists (select 1 from verifications v where v.tenant_id = p.tenant_id and v.vrf_id = p.vrf_id and v.status = 'verified')`,
      )
      .where(
        sql<boolean>`not exists (select 1 from dead_letters d where d.tenant_id = p.tenant_id and d.payload ->> 'paymentId' = p.payment_id)`,
      )
      .orderBy('p.due_at')
      .limit(1)
      .executeTakeFirst()
  );
}

/** Creates an act that moves the oldest payment from one state to another and notes it in Recent Activity. */
function movingPayment(
  from: PaymentStatus,
  to: PaymentStatus,
  words: (amount: string, name: string, paymentId: string) => string,
  status: Activity['status'],
): Act {
  return async (scene) => {
    const due = await oldestPayment(scene, from);
    if (due === undefined || isRefusal(await movePayment(scene, due.payment_id, to))) return false;
    scene.touchKpis();
    const amount = formatMoney(ofMinor(due.amount, due.currency));
    await addActivity(scene, words(amount, due.name, due.payment_id), href('rbf', { open: due.payment_id }), status);
    return true;
  };
}

/** Pays the oldest payment due. */
export const sendPayment = movingPayment('pending', 'paid', (amount, name) => `Milestone paid, ${amount} to ${name}`, 'success');

/** The bank returns the oldest payment due. */
export const bouncePayment = movingPayment(
  'pending',
  'failed',
  (amount, name, id) => `Payment ${id} failed, ${amount} to ${name}`,
  'warning',
);

/** Queues a returned payment again. */
export const retryPayment = movingPayment(
  'failed',
  'pending',
  (amount, name, id) => `Payment ${id} queued again, ${amount} to ${name}`,
  'info',
);

/** Text for Recent Activity, and the percentage of cases in which a possible step is taken: losses are rare. */
const steps: Readonly<Record<PortfolioState, { readonly word: string; readonly odds: number }>> = {
  eligible: { word: 'released', odds: 4 },
  eligible_frozen: { word: 'frozen', odds: 100 },
  packaged: { word: 'packaged', odds: 100 },
  sold: { word: 'sold', odds: 100 },
  recycled: { word: 'recycled', odds: 30 },
  defaulted: { word: 'defaulted', odds: 3 },
  written_off: { word: 'written off', odds: 10 },
};
/** Minimum time a portfolio stays in a state. */
const RESTS_MS = 3_600_000;
/** Minimum of unsold portfolios, so that the screen has something to show. */
const FEWEST_UNSOLD = 4;

/** A portfolio takes one step of its lifecycle, as `portfolioMoves` allows. */
export const advancePortfolio: Act = async (scene) => {
  const { trx, tenantId, random, now } = scene;
  const rows = await trx
    .selectFrom('portfolios')
    .select(['portfolio_id', 'state', 'changed_at'])
    .where('tenant_id', '=', tenantId)
    .execute();
  const unsold = rows.filter(({ state }) => state === 'eligible' || state === 'eligible_frozen' || state === 'packaged').length;
  const rested = rows.filter((row) => now.getTime() - Date.parse(row.changed_at) > RESTS_MS);
  const ways = rested
    .flatMap((row) => portfolioMoves[row.state].map((to) => ({ id: row.portfolio_id, to })))
    .filter(({ to }) => to !== 'sold' || unsold > FEWEST_UNSOLD);
  if (ways.length === 0) return false;
  const { id, to } = random.pick(ways);
  if (random.next() * 100 >= steps[to].odds) return false;
  const moved = await movePortfolio(scene, id, to);
  if (isRefusal(moved)) return false;
  scene.touchKpis();
  await addActivity(
    scene,
    `Portfolio ${id} ${steps[to].word}, ${formatMoneyInThousands(ofMinor(moved.receivables_value, moved.currency))} of receivables`,
    href('dgn', { open: id }),
    to === 'defaulted' || to === 'written_off' ? 'warning' : 'info',
  );
  return true;
};
