import type { PaymentStatus } from '../finance/financeMoves.ts';
import { signedFold } from './fold.ts';

const DAY_MS = 86_400_000;

/** A payment still unpaid this many days after its due date is overdue. A console convention; the documents do not define it. */
export const overdueAfterDays = 14;

/** A payment as the rule counts it. `dueMs` is epoch milliseconds; `refused`: the bank rejected it and it is a dead letter. */
export interface PaymentFact {
  readonly status: PaymentStatus;
  readonly dueMs: number;
  readonly refused: boolean;
}

/** Payments by state. `unpaid`: the number of pending payments by due date (epoch milliseconds). */
export interface PaymentSum {
  readonly paid: number;
  readonly failed: number;
  readonly refused: number;
  readonly unpaid: ReadonlyMap<number, number>;
}

/** `pending` includes the overdue ones. A refused payment is also counted as failed, or as pending while it is retried. */
export interface PaymentCounts {
  readonly total: number;
  readonly paid: number;
  readonly pending: number;
  readonly failed: number;
  readonly refused: number;
  readonly overdue: number;
}

/** Counts payments at an instant, epoch milliseconds; null if there are none. */
export const paymentsFold = signedFold<PaymentFact, PaymentSum, PaymentCounts, number>(
  { paid: 0, failed: 0, refused: 0, unpaid: new Map() },
  (sum, { status, dueMs, refused }, sign) => {
    if (status === 'paid') return { ...sum, paid: sum.paid + sign };
    const sent = sum.refused + (refused ? sign : 0);
    if (status === 'failed') return { ...sum, failed: sum.failed + sign, refused: sent };
    const unpaid = new Map(sum.unpaid);
    const left = (unpaid.get(dueMs) ?? 0) + sign;
    if (left === 0) unpaid.delete(dueMs);
    else unpaid.set(dueMs, left);
    return { ...sum, refused: sent, unpaid };
  },
  ({ paid, failed, refused, unpaid }, atMs) => {
    let pending = 0;
    let overdue = 0;
    for (const [dueMs, count] of unpaid) {
      pending += count;
      if (atMs - dueMs > overdueAfterDays * DAY_MS) overdue += count;
    }
    const total = paid + failed + pending;
    return total === 0 ? null : { total, paid, pending, failed, refused, overdue };
  },
);

/** Overall state of payments; `none`: there are no payments, `unknown`: nothing is known. */
export type PaymentTrack = 'unknown' | 'none' | 'failed' | 'refused' | 'overdue' | 'unpaid' | 'onTrack';

/**
 * The only rule behind 'On track': at least one payment is made, and none failed, was refused by the bank or is overdue. The worst state
 * that applies is returned.
 */
export function paymentTrackOf(counts: PaymentCounts | null | undefined): PaymentTrack {
  if (counts === undefined) return 'unknown';
  if (counts === null || counts.total === 0) return 'none';
  if (counts.failed > 0) return 'failed';
  if (counts.refused > 0) return 'refused';
  if (counts.overdue > 0) return 'overdue';
  return counts.paid === 0 ? 'unpaid' : 'onTrack';
}

/**
 * A school's payment status in the documents' terms: overdue if any payment failed or is overdue, pending if any is unpaid, else paid.
 * Null without payments.
 */
export function schoolPaymentStatus(counts: PaymentCounts | null): 'paid' | 'pending' | 'overdue' | null {
  if (counts === null) return null;
  if (counts.failed > 0 || counts.overdue > 0) return 'overdue';
  return counts.pending > 0 ? 'pending' : 'paid';
}
