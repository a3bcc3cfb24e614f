import type { RbfPayment } from '../../contracts/rbf.ts';
import { type Money, moneyOf, noMoney, sumByCurrency } from '../money/money.ts';

/** One milestone with the figures of its payments. */
export interface MilestoneFigures {
  readonly id: string;
  /** Its first payment, which describes the milestone. */
  readonly first: RbfPayment;
  readonly paid: number;
  readonly pending: number;
  readonly failed: number;
  /** Sum paid, by currency. */
  readonly paidSum: readonly Money[];
}

/** The milestones that have payments, by id (C-49); used for the console's rows and for the answers to walls. */
export function milestoneFiguresOf(payments: readonly RbfPayment[]): readonly MilestoneFigures[] {
  const groups = new Map<string, RbfPayment[]>();
  for (const payment of payments) {
    const group = groups.get(payment.milestone_id);
    if (group === undefined) groups.set(payment.milestone_id, [payment]);
    else group.push(payment);
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([id, members]) => {
      const [first] = members;
      if (first === undefined) return [];
      const inStatus = (status: RbfPayment['payment']['status']) => members.filter(({ payment }) => payment.status === status);
      const paid = inStatus('paid');
      const paidSum = sumByCurrency([
        noMoney(first.payment.currency),
        ...paid.map(({ payment }) => moneyOf(payment.amount, payment.currency)),
      ]);
      return [{ id, first, paid: paid.length, pending: inStatus('pending').length, failed: inStatus('failed').length, paidSum }];
    });
}
