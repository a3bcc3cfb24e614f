import { type Selectable, sql } from 'kysely';
import type { Covenant } from '../../src/contracts/covenant.ts';
import type { RbfPayment } from '../../src/contracts/rbf.ts';
import { mayMove, paymentMoves, type PaymentStatus } from '../../src/domain/financeMoves.ts';
import type { Database } from '../db/schema.ts';
import { type Refusal, refuse } from '../http/problem.ts';
import type { Writing } from './writing.ts';

type PaymentRow = Selectable<Database['rbf_payments']>;
type MilestoneFields = Pick<
  Selectable<Database['rbf_milestones']>,
  'description' | 'metric' | 'threshold' | 'payment_amount' | 'payment_type'
>;

/**
 * Moves a payment on, if the table that console and platform share lets it (C-60). Refused with `not_found`, or as a `conflict` that
 * names both states; then nothing has changed. A payment that is made gets its time and its transaction, and keeps them.
 */
export async function movePayment({ trx, tenantId, now }: Writing, paymentId: string, to: PaymentStatus): Promise<PaymentRow | Refusal> {
  const row = await trx
    .selectFrom('rbf_payments')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('payment_id', '=', paymentId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return refuse('not_found');
  if (!mayMove(paymentMoves, row.status, to)) return refuse('conflict', `A payment that is ${row.status} cannot become ${to}`);
  return trx
    .updateTable('rbf_payments')
    .set({
      status: to,
      ...(to === 'paid' ? { paid_at: now.toISOString(), transaction_id: `TX-${paymentId}` } : {}),
      version: sql<number>`version + 1`,
    })
    .where('tenant_id', '=', tenantId)
    .where('payment_id', '=', paymentId)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A row as the wire has it (C-49), with the milestone it is for. */
export function toPayment(row: PaymentRow & MilestoneFields, covenant: Covenant | undefined): RbfPayment {
  return {
    payment_id: row.payment_id,
    verification_id: row.vrf_id,
    milestone_id: row.milestone_id,
    site_code: row.site_code,
    milestone: {
      description: row.description,
      metric: row.metric,
      threshold: row.threshold,
      actualPerformance: row.actual_performance,
      payment_amount: row.payment_amount,
      payment_type: row.payment_type,
    },
    payment: {
      amount: row.amount,
      currency: row.currency,
      status: row.status,
      dueAt: row.due_at,
      paidAt: row.paid_at,
      transactionId: row.transaction_id,
    },
    covenant_hash: row.covenant_hash,
    ...(covenant === undefined ? {} : { covenant }),
    jws_signature: row.jws_signature,
    version: row.version,
  };
}
