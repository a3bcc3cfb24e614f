import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { paymentSums, type PaymentPart, rbfTotals } from '../../src/domain/paymentTotals.ts';
import type { Platform } from '../context.ts';
import { readPayments } from '../entities/paymentList.ts';
import { route } from '../http/route.ts';

/** Milestone payments, newest first, and what they sum to in the tenant's currency. */
export function registerPaymentRoutes(app: FastifyInstance, platform: Platform): void {
  route(app, platform, 'rbfPayments', async ({ db, tenantId }) => {
    const payments = await readPayments(db, tenantId);
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
    return {
      payments,
      summary: rbfTotals(paymentSums(parts), currency, fx ?? null),
      lastUpdated: platform.clock.business().toISOString(),
    };
  });
}
