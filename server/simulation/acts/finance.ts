import { sql } from 'kysely';
import type { PortfolioState } from '../../../src/contracts/overview.ts';
import { nextNumber } from '../../entities/counters.ts';
import { signPayment } from '../../entities/finance.ts';
import type { Act } from '../act.ts';
import { addActivity } from '../../entities/notices.ts';

const inThousands = (amount: number): string => `${Math.round(amount / 1000).toLocaleString('en-GB')}k`;

/** The newest verified record without a payment that meets a milestone gets one, to be paid. */
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
  if (record === undefined) return false;
  const reached = { uptime: record.uptime, fuelSavings: record.fuel_savings, emissionReduction: record.emission_reduction };
  const met = milestones.filter((one) => reached[one.metric] >= one.threshold);
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
    covenant_hash: record.covenant_hash,
    version: 1,
  };
  await trx
    .insertInto('rbf_payments')
    .values({ ...payment, jws_signature: await signPayment(signer, payment) })
    .execute();
  return true;
};

/** The oldest payment due that is not a dead letter goes out. */
export const sendPayment: Act = async (scene) => {
  const { trx, tenantId, now } = scene;
  const due = await trx
    .selectFrom('rbf_payments as p')
    .innerJoin('sites as s', (join) => join.onRef('s.tenant_id', '=', 'p.tenant_id').onRef('s.site_code', '=', 'p.site_code'))
    .select(['p.payment_id', 'p.amount', 'p.currency', 's.name'])
    .where('p.tenant_id', '=', tenantId)
    .where('p.status', '=', 'pending')
    .where(
      sql<boolean>`not exists (select 1 from dead_letters d where d.tenant_id = p.tenant_id and d.payload ->> 'paymentId' = p.payment_id)`,
    )
    .orderBy('p.due_at')
    .limit(1)
    .executeTakeFirst();
  if (due === undefined) return false;
  await trx
    .updateTable('rbf_payments')
    .set({ status: 'paid', paid_at: now.toISOString(), transaction_id: `TX-${due.payment_id}`, version: sql<number>`version + 1` })
    .where('tenant_id', '=', tenantId)
    .where('payment_id', '=', due.payment_id)
    .execute();
  scene.touchKpis();
  await addActivity(
    scene,
    `Milestone paid, ${due.currency} ${due.amount.toLocaleString('en-GB')} to ${due.name}`,
    '/finance/rbf',
    'success',
  );
  return true;
};

/** What follows each state of a portfolio, and the word for it. */
const steps: Readonly<Partial<Record<PortfolioState, { readonly to: PortfolioState; readonly word: string }>>> = {
  eligible: { to: 'eligible_frozen', word: 'frozen' },
  eligible_frozen: { to: 'packaged', word: 'packaged' },
  packaged: { to: 'sold', word: 'sold' },
};

/** A portfolio takes one step of its life: eligible, frozen, packaged, sold. */
export const advancePortfolio: Act = async (scene) => {
  const { trx, tenantId, random, now } = scene;
  const movable = await trx
    .selectFrom('portfolios')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('state', 'in', ['eligible', 'eligible_frozen', 'packaged'])
    .where('changed_at', '<', new Date(now.getTime() - 3_600_000).toISOString())
    .execute();
  if (movable.length < 4) return false;
  const portfolio = random.pick(movable);
  const step = steps[portfolio.state];
  if (step === undefined) return false;
  const at = now.toISOString();
  await trx
    .updateTable('portfolios')
    .set({
      state: step.to,
      changed_at: at,
      version: sql<number>`version + 1`,
      ...(step.to === 'eligible_frozen' ? { frozen_at: at, pending_packaging: portfolio.receivables_value } : {}),
      ...(step.to === 'packaged'
        ? { packaged_at: at, pending_packaging: 0, available_funding: 0, dgn_package_id: `PKG-${portfolio.portfolio_id}` }
        : {}),
      ...(step.to === 'sold' ? { sold_at: at } : {}),
    })
    .where('tenant_id', '=', tenantId)
    .where('portfolio_id', '=', portfolio.portfolio_id)
    .execute();
  scene.touchKpis();
  await addActivity(
    scene,
    `Portfolio ${portfolio.portfolio_id} ${step.word}, ${portfolio.currency} ${inThousands(portfolio.receivables_value)} of receivables`,
    '/finance/dgn',
    'info',
  );
  return true;
};
