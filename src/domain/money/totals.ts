import type { PaymentSums, RbfPayment, RbfTotals } from '../../contracts/rbf.ts';
import { formatCount, formatMoney } from '../format.ts';
import { amountOf, isSame, type Money, moneyOf, noMoney, sumOf } from './money.ts';
import { byMoment, convertedSum, moneyBeside, type Snapshot } from './sums.ts';

/** One part of the sums: the number and total of payments of one currency and status. */
export interface PaymentPart {
  readonly status: RbfPayment['payment']['status'];
  readonly payments: number;
  readonly money: Money;
}

/** Combines parts by currency, in order of its code. */
export function paymentSums(parts: readonly PaymentPart[]): PaymentSums[] {
  const totalOf = (currency: string, status: PaymentPart['status']) => {
    const own = parts.filter((part) => part.money.currency === currency && part.status === status);
    return {
      amount: amountOf(
        sumOf(
          currency,
          own.map(({ money }) => money),
        ),
      ),
      count: own.reduce((sum, part) => sum + part.payments, 0),
    };
  };
  return [...new Set(parts.map(({ money }) => money.currency))].sort().map((currency) => {
    const [paid, pending, failed] = [totalOf(currency, 'paid'), totalOf(currency, 'pending'), totalOf(currency, 'failed')];
    return {
      currency,
      totalPaid: paid.amount,
      totalPending: pending.amount,
      paidCount: paid.count,
      pendingCount: pending.count,
      failedCount: failed.count,
    };
  });
}

/** A stored payment as a part of the sums. */
export function partOf({ payment: { currency, status, amount } }: RbfPayment): PaymentPart {
  return { status, payments: 1, money: moneyOf(amount, currency) };
}

/**
 * Totals of all payments in one currency (C-31): paid ones at the rates of their payment day, so that past months do not change, open
 * ones at the newest rates (D-64). Amounts without a rate are in no sum; their currencies are named in `notConverted`, with amounts in
 * `byCurrency`. Snapshots are named only if used.
 */
export function rbfTotals(parts: readonly (PaymentPart & { readonly snapshot: Snapshot | null })[], currency: string): RbfTotals {
  const within = (status: PaymentPart['status']) => parts.filter((part) => part.status === status);
  const count = (status: PaymentPart['status']) => within(status).reduce((total, { payments }) => total + payments, 0);
  const [paid, pending] = [convertedSum(within('paid'), currency), convertedSum(within('pending'), currency)];
  const notConverted = [...new Set([...paid.unrated, ...pending.unrated].map((one) => one.currency))].sort();
  const snapshots = new Map([...paid.snapshots, ...pending.snapshots].map((one) => [one.id, one.at]));
  return {
    totalPayments: count('paid') + count('pending') + count('failed'),
    totalPaid: amountOf(paid.sum),
    totalPending: amountOf(pending.sum),
    paidCount: count('paid'),
    pendingCount: count('pending'),
    failedCount: count('failed'),
    currency,
    byCurrency: paymentSums(parts),
    ...snapshotsTold([...snapshots].map(([id, at]) => ({ id, at }))),
    ...(notConverted.length === 0 ? {} : { notConverted }),
  };
}

/**
 * A sum of the summary with the unconverted amounts beside it; null if nothing was converted and the platform does not say how much there
 * is, since that is not zero.
 * @param own the tenant's currency, used if the summary names none
 */
export function sumTold(totals: RbfTotals, pick: 'totalPaid' | 'totalPending', own: string): readonly Money[] | null {
  const { byCurrency, notConverted = [] } = totals;
  if (byCurrency === undefined && notConverted.length > 0 && totals[pick] === 0) return null;
  const unrated = (byCurrency ?? []).filter((one) => notConverted.includes(one.currency));
  return moneyBeside(
    moneyOf(totals[pick], totals.currency ?? own),
    unrated.map((one) => moneyOf(one[pick], one.currency)),
  );
}

/**
 * The snapshots of a sum in wire format: the newest, and all of them (oldest first) if there is more than one. Empty if nothing was
 * converted.
 */
export function snapshotsTold(snapshots: readonly Pick<Snapshot, 'id' | 'at'>[]): {
  readonly fxSnapshotId?: string;
  readonly fxSnapshotIds?: string[];
} {
  const ids = snapshots.toSorted(byMoment).map(({ id }) => id);
  const newest = ids.at(-1);
  if (newest === undefined) return {};
  return { fxSnapshotId: newest, ...(ids.length > 1 && { fxSnapshotIds: ids }) };
}

/**
 * Compares the platform's summary with its rows, all of which are held here: the first mismatch as a sentence, or null. A summary with
 * only the document's fields is compared by its counts, and by its sums if there is a single currency.
 */
export function totalsMismatch(totals: RbfTotals, payments: readonly RbfPayment[]): string | null {
  const here = paymentSums(payments.map(partOf));
  const count = (pick: (sums: PaymentSums) => number) => here.reduce((total, sums) => total + pick(sums), 0);
  const counts: readonly (readonly [string, number, number | undefined])[] = [
    ['payments', payments.length, totals.totalPayments],
    ['paid', count((sums) => sums.paidCount), totals.paidCount],
    ['pending', count((sums) => sums.pendingCount), totals.pendingCount],
    ['failed', count((sums) => sums.failedCount), totals.failedCount],
  ];
  for (const [what, held, told] of counts)
    if (told !== undefined && told !== held)
      return `The platform counts ${formatCount(told)} ${what}, the rows here are ${formatCount(held)}.`;
  const [only] = here;
  const told =
    totals.byCurrency ??
    (here.length === 1 && only !== undefined && (totals.currency ?? only.currency) === only.currency
      ? [{ ...only, totalPaid: totals.totalPaid, totalPending: totals.totalPending }]
      : here);
  for (const sums of here) {
    const same = told.find(({ currency }) => currency === sums.currency);
    for (const [what, pick] of [
      ['paid', 'totalPaid'],
      ['pending', 'totalPending'],
    ] as const) {
      const said = same === undefined ? noMoney(sums.currency) : moneyOf(same[pick], sums.currency);
      const held = moneyOf(sums[pick], sums.currency);
      if (!isSame(said, held)) return `The platform’s sum ${what} is ${formatMoney(said)}, the rows here come to ${formatMoney(held)}.`;
    }
  }
  return null;
}
