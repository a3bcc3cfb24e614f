import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '../context.ts';
import { readCovenants } from '../entities/covenants.ts';
import { toPayment } from '../entities/payments.ts';
import { route } from '../http/route.ts';

/** Milestone payments, newest first, and what they sum to in the tenant's currency. */
export function registerPaymentRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, platform, 'rbfPayments', async ({ db, tenantId }) => {
    const rows = await db
      .selectFrom('rbf_payments as p')
      .innerJoin('rbf_milestones as m', (join) =>
        join.onRef('m.tenant_id', '=', 'p.tenant_id').onRef('m.milestone_id', '=', 'p.milestone_id'),
      )
      .selectAll('p')
      .select(['m.description', 'm.metric', 'm.threshold', 'm.payment_amount', 'm.payment_type'])
      .where('p.tenant_id', '=', tenantId)
      .orderBy('p.due_at', 'desc')
      .orderBy('p.payment_id', 'desc')
      .execute();
    const { rows: sums } = await sql<{ status: string; payments: number; amount: number }>`
      select p.status, count(*) as payments, sum(p.amount * (case when p.currency = t.currency then 1 else (fx.rates ->> p.currency)::float8 end))::float8 as amount
      from rbf_payments p join tenants t on t.tenant_id = p.tenant_id
        left join lateral (select rates from fx_snapshots where tenant_id = p.tenant_id order by taken_at desc limit 1) fx on true
      where p.tenant_id = ${tenantId} group by p.status`.execute(db);
    const covenants = await readCovenants(
      db,
      tenantId,
      rows.map((row) => row.covenant_hash),
    );
    const of = (status: string) => sums.find((one) => one.status === status) ?? { payments: 0, amount: 0 };
    return {
      payments: rows.map((row) => toPayment(row, covenants.get(row.covenant_hash))),
      summary: {
        totalPayments: rows.length,
        totalPaid: of('paid').amount,
        totalPending: of('pending').amount,
        paidCount: of('paid').payments,
        pendingCount: of('pending').payments,
      },
      lastUpdated: platform.clock.business().toISOString(),
    };
  });
}
