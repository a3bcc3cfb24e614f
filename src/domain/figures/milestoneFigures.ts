import type { RbfPayment } from '../../contracts/rbf.ts';
import { type Money, moneyOf, noMoney, sumByCurrency } from '../money/money.ts';

/** One milestone with what its payments came to. */
export interface MilestoneFigures {
  readonly id: string;
  /** The first of its payments: what they are for, in its words. */
  readonly first: RbfPayment;
  readonly paid: number;
  readonly pending: number;
  readonly failed: number;
  /** Sum paid, for each currency. */
  readonly paidSum: readonly Money[];
}

/** The milestones that have payments, by id (C-49); for the console's rows and for what a wall is told alike. */
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
