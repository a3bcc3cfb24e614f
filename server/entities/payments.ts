import { type Selectable, sql } from 'kysely';
import type { Covenant } from '../../src/contracts/covenant.ts';
import type { RbfPayment } from '../../src/contracts/rbf.ts';
import { mayMove, paymentMoves, type PaymentStatus } from '../../src/domain/finance/financeMoves.ts';
import { amountOf, ofMinor } from '../../src/domain/money/money.ts';
import { redactText } from '../../src/domain/redact.ts';
import type { Database } from '../db/schema.ts';
import { isRefusal, type Refusal, refuse } from '../http/problem.ts';
import { snapshotAt } from './ratedMoney.ts';
import { readStatements, statePayment } from './signedStatements.ts';
import { changedSince, unsealedBasis } from './stillSigned.ts';
import type { SignedWriting, Writing } from './writing.ts';

type PaymentRow = Selectable<Database['rbf_payments']>;
type MilestoneFields = Pick<
  Selectable<Database['rbf_milestones']>,
  'description' | 'metric' | 'threshold' | 'payment_amount' | 'payment_type'
>;

/**
 * Moves a payment to another status if the table shared by console and server permits it (C-60). Refused with `not_found`, or as a
 * `conflict` that names both states; then nothing changed. A paid payment gets its time and transaction and keeps them. The move is
 * signed (D-52).
 */
export async function movePayment(writing: SignedWriting, paymentId: string, to: PaymentStatus): Promise<PaymentRow | Refusal> {
  const { trx, tenantId, now } = writing;
  const row = await trx
    .selectFrom('rbf_payments')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('payment_id', '=', paymentId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return refuse('not_found');
  if (!mayMove(paymentMoves, row.status, to)) return refuse('conflict', `A payment that is ${row.status} cannot become ${to}`);
  const replaced = row.status === 'failed' ? await replacedBy({ trx, tenantId }, paymentId) : null;
  if (replaced !== null) return refuse('conflict', replaced);
  const held = to === 'paid' ? await heldBack({ trx, tenantId }, paymentId) : null;
  if (held !== null) return refuse('conflict', held);
  const changed = await changedPayment(writing, row);
  if (changed !== null) return changed;
  const at = now.toISOString();
  const moved = await trx
    .updateTable('rbf_payments')
    .set({
      status: to,
      ...(to === 'paid' ? { paid_at: at, transaction_id: `TX-${paymentId}`, fx_snapshot_id: snapshotAt(tenantId, at) } : {}),
      version: sql<number>`version + 1`,
    })
    .where('tenant_id', '=', tenantId)
    .where('payment_id', '=', paymentId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await statePayment(writing, moved.jws_signature, { paymentId, from: row.status, to, at, transactionId: moved.transaction_id });
  return moved;
}

/** Reasons against a move: the row differs from what was signed, or its verification from what was sealed. */
async function changedPayment({ trx, tenantId }: Pick<Writing, 'trx' | 'tenantId'>, row: PaymentRow): Promise<Refusal | null> {
  const milestone = await trx
    .selectFrom('rbf_milestones')
    .select(['description', 'metric', 'threshold', 'payment_amount', 'payment_type'])
    .where('tenant_id', '=', tenantId)
    .where('milestone_id', '=', row.milestone_id)
    .executeTakeFirst();
  if (milestone === undefined) return refuse('conflict', `The milestone of ${row.payment_id} is not there`);
  const statements = await readStatements(trx, tenantId, 'payment', row.payment_id);
  const payment = toPayment({ ...row, ...milestone, evidence_pack_id: null }, undefined, statements.get(row.payment_id));
  return (await changedSince(trx, tenantId, { kind: 'payment', value: payment })) ?? unsealedBasis(trx, tenantId, { vrfId: row.vrf_id });
}

/**
 * Verify, then fund: nothing is paid for a record that is not verified now. Returns the message; null if nothing holds the payment back.
 */
export async function heldBack({ trx, tenantId }: Pick<Writing, 'trx' | 'tenantId'>, paymentId: unknown): Promise<string | null> {
  if (typeof paymentId !== 'string') return null;
  const record = await trx
    .selectFrom('rbf_payments as p')
    .innerJoin('verifications as v', (join) => join.onRef('v.tenant_id', '=', 'p.tenant_id').onRef('v.vrf_id', '=', 'p.vrf_id'))
    .select(['v.vrf_id', 'v.status'])
    .where('p.tenant_id', '=', tenantId)
    .where('p.payment_id', '=', paymentId)
    .where('p.status', '!=', 'paid')
    .where('v.status', '!=', 'verified')
    .executeTakeFirst();
  return record === undefined ? null : `${record.vrf_id} is ${record.status}: nothing is paid for it`;
}

/**
 * A payment that the bank refused must not be sent again if another one for the same verification and milestone was made since (S-12): it
 * would be paid twice. Returns the message; null if there is no other.
 * @param paymentId as found in a dead letter's payload
 */
export async function replacedBy({ trx, tenantId }: Pick<Writing, 'trx' | 'tenantId'>, paymentId: unknown): Promise<string | null> {
  if (typeof paymentId !== 'string') return null;
  const other = await trx
    .selectFrom('rbf_payments as p')
    .innerJoin('rbf_payments as o', (join) =>
      join.onRef('o.tenant_id', '=', 'p.tenant_id').onRef('o.vrf_id', '=', 'p.vrf_id').onRef('o.milestone_id', '=', 'p.milestone_id'),
    )
    .select(['o.payment_id', 'o.status'])
    .where('p.tenant_id', '=', tenantId)
    .where('p.payment_id', '=', paymentId)
    .where('p.status', '=', 'failed')
    .where('o.status', '!=', 'failed')
    .executeTakeFirst();
  return other === undefined
    ? null
    : `${paymentId} is not sent again: ${other.payment_id} was made for the same verification and milestone and is ${other.status}`;
}

/** Why a tenant's payments were refused, by payment id: the newest queued dead letter of each. */
export async function readRefusals({ trx, tenantId }: Pick<Writing, 'trx' | 'tenantId'>): Promise<ReadonlyMap<string, Refused>> {
  const rows = await trx
    .selectFrom('dead_letters')
    .select(['item_id', 'error_code', 'error_message', 'failed_at', sql<string>`payload ->> 'paymentId'`.as('payment_id')])
    .where('tenant_id', '=', tenantId)
    .where('promoted_at', 'is', null)
    .where(sql<boolean>`payload ->> 'paymentId' is not null`)
    .orderBy('failed_at')
    .execute();
  return new Map(
    rows.map(({ payment_id, item_id, error_code, error_message, failed_at }) => [
      payment_id,
      { itemId: item_id, errorCode: error_code, message: redactText(error_message), at: failed_at },
    ]),
  );
}
type Refused = NonNullable<RbfPayment['refusal']>;

/**
 * Moves the payment that a dead letter is about along with the letter (T-4): failed with it, pending when it is promoted, paid when it
 * succeeded. A payment that may not make the move stays as it is. True if it moved.
 */
export async function movePaymentOf(
  writing: SignedWriting,
  payload: Readonly<Record<string, unknown>>,
  to: PaymentStatus,
): Promise<boolean> {
  const { paymentId } = payload;
  return typeof paymentId === 'string' && !isRefusal(await movePayment(writing, paymentId, to));
}

/** A payment as sent (C-49), with its milestone, later signed statements, and why the bank refused it. */
export function toPayment(
  row: PaymentRow & MilestoneFields & { readonly evidence_pack_id: string | null },
  covenant: Covenant | undefined,
  laterStatements: readonly string[] = [],
  refused?: Refused,
): RbfPayment {
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
      payment_amount: row.payment_type === 'fixed' ? amountOf(ofMinor(row.payment_amount, row.currency)) : row.payment_amount,
      payment_type: row.payment_type,
    },
    payment: {
      amount: amountOf(ofMinor(row.amount, row.currency)),
      currency: row.currency,
      status: row.status,
      dueAt: row.due_at,
      paidAt: row.paid_at,
      transactionId: row.transaction_id,
    },
    covenant_hash: row.covenant_hash,
    ...(covenant === undefined ? {} : { covenant }),
    jws_signature: row.jws_signature,
    laterStatements: [...laterStatements],
    evidencePackId: row.evidence_pack_id,
    ...(refused === undefined || row.status !== 'failed' ? {} : { refusal: refused }),
    version: row.version,
  };
}
