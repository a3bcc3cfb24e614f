import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { paymentSums, type PaymentPart, rbfTotals } from '../../src/domain/paymentTotals.ts';
import type { Platform } from '../context.ts';
import { readCovenants } from '../entities/covenants.ts';
import { readRefusals, toPayment } from '../entities/payments.ts';
import { readStatements } from '../entities/signedStatements.ts';
import { route } from '../http/route.ts';

/** Milestone payments, newest first, and what they sum to in the tenant's currency. */
export function registerPaymentRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, platform, 'rbfPayments', async ({ db, tenantId }) => {
    const rows = await db
      .selectFrom('rbf_payments as p')
      .innerJoin('rbf_milestones as m', (join) =>
        join.onRef('m.tenant_id', '=', 'p.tenant_id').onRef('m.milestone_id', '=', 'p.milestone_id'),
      )
      .leftJoin('verifications as v', (join) => join.onRef('v.tenant_id', '=', 'p.tenant_id').onRef('v.vrf_id', '=', 'p.vrf_id'))
      .selectAll('p')
      .select(['m.description', 'm.metric', 'm.threshold', 'm.payment_amount', 'm.payment_type', 'v.evidence_pack_id'])
      .where('p.tenant_id', '=', tenantId)
      .orderBy('p.due_at', 'desc')
      .orderBy('p.payment_id', 'desc')
      .execute();
    const { rows: parts } = await sql<PaymentPart>`
      select currency, status, count(*)::int as payments, sum(amount)::float8 as amount
      from rbf_payments where tenant_id = ${tenantId} group by currency, status`.execute(db);
    const { currency } = await db.selectFrom('tenants').select('currency').where('tenant_id', '=', tenantId).executeTakeFirstOrThrow();
    const fx = await db
      .selectFrom('fx_snapshots')
      .select(['fx_snapshot_id as id', 'rates'])
      .where('tenant_id', '=', tenantId)
      .orderBy('taken_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    const covenants = await readCovenants(
      db,
      tenantId,
      rows.map((row) => row.covenant_hash),
    );
    const statements = await readStatements(db, tenantId, 'payment');
    const refusals = await readRefusals({ trx: db, tenantId });
    return {
      payments: rows.map((row) =>
        toPayment(row, covenants.get(row.covenant_hash), statements.get(row.payment_id), refusals.get(row.payment_id)),
      ),
      summary: rbfTotals(paymentSums(parts), currency, fx ?? null),
      lastUpdated: platform.clock.business().toISOString(),
    };
  });
}
