import type { PaymentSums, RbfPayment, RbfTotals } from '../contracts/rbf.ts';
import { formatCount, formatMoney } from './format.ts';

/** One part of the sums: how many payments of a currency stand in a state, and what they come to. */
export interface PaymentPart {
  readonly currency: string;
  readonly status: RbfPayment['payment']['status'];
  readonly payments: number;
  readonly amount: number;
}

/** Parts put together by currency, in the order of its code. */
export function paymentSums(parts: readonly PaymentPart[]): PaymentSums[] {
  const of = (currency: string, status: PaymentPart['status']) => {
    const own = parts.filter((part) => part.currency === currency && part.status === status);
    return {
      amount: own.reduce((sum, part) => sum + part.amount, 0),
      count: own.reduce((sum, part) => sum + part.payments, 0),
    };
  };
  return [...new Set(parts.map(({ currency }) => currency))].sort().map((currency) => {
    const [paid, pending, failed] = [of(currency, 'paid'), of(currency, 'pending'), of(currency, 'failed')];
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

/** A payment that is held, as a part of the sums. */
export function partOf({ payment: { currency, status, amount } }: RbfPayment): PaymentPart {
  return { currency, status, payments: 1, amount };
}

/**
 * What all payments come to in one currency (C-31). What has no rate is in no sum and is named; the snapshot is named only where something was converted.
 * @param rates units of `currency` for one of each other
 */
export function rbfTotals(
  byCurrency: PaymentSums[],
  currency: string,
  fx: { readonly id: string; readonly rates: Readonly<Record<string, number>> } | null,
): RbfTotals {
  const rateOf = (of: string): number | undefined => (of === currency ? 1 : fx?.rates[of]);
  const sum = (pick: (sums: PaymentSums) => number) =>
    byCurrency.reduce((total, sums) => total + pick(sums) * (rateOf(sums.currency) ?? 0), 0);
  const count = (pick: (sums: PaymentSums) => number) => byCurrency.reduce((total, sums) => total + pick(sums), 0);
  const notConverted = byCurrency.map((sums) => sums.currency).filter((one) => rateOf(one) === undefined);
  const converted = byCurrency.some((sums) => sums.currency !== currency && rateOf(sums.currency) !== undefined);
  const [paidCount, pendingCount, failedCount] = [
    count((sums) => sums.paidCount),
    count((sums) => sums.pendingCount),
    count((sums) => sums.failedCount),
  ];
  return {
    totalPayments: paidCount + pendingCount + failedCount,
    totalPaid: sum((sums) => sums.totalPaid),
    totalPending: sum((sums) => sums.totalPending),
    paidCount,
    pendingCount,
    failedCount,
    currency,
    byCurrency,
    ...(converted && fx !== null ? { fxSnapshotId: fx.id } : {}),
    ...(notConverted.length === 0 ? {} : { notConverted }),
  };
}

/** Amounts of money that differ by less are the same. */
const cent = 0.005;

/**
 * Holds the platform's summary against the rows that it is of, all of which are held here: what does not agree, in a sentence; null where all does. A
 * summary of the document's fields alone is held by its counts, and by its sums where one currency is all there is.
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
      const said = same?.[pick] ?? 0;
      if (Math.abs(said - sums[pick]) > cent)
        return `The platform’s sum ${what} is ${formatMoney(said, sums.currency)}, the rows here come to ${formatMoney(sums[pick], sums.currency)}.`;
    }
  }
  return null;
}
