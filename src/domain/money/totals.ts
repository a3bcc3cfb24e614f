import type { PaymentSums, RbfPayment, RbfTotals } from '../../contracts/rbf.ts';
import { formatCount, formatMoney } from '../format.ts';
import { amountOf, isSame, type Money, moneyOf, noMoney, sumOf } from './money.ts';
import { byMoment, convertedSum, moneyBeside, type Snapshot } from './sums.ts';

/** One part of the sums: how many payments of a currency stand in a state, and what they come to. */
export interface PaymentPart {
  readonly status: RbfPayment['payment']['status'];
  readonly payments: number;
  readonly money: Money;
}

/** Parts put together by currency, in the order of its code. */
export function paymentSums(parts: readonly PaymentPart[]): PaymentSums[] {
  const of = (currency: string, status: PaymentPart['status']) => {
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
  return { status, payments: 1, money: moneyOf(amount, currency) };
}

/**
 * What all payments come to in one currency (C-31): what was paid at the rates of the day on which it was, so that no past month moves, and what stands open at the newest
 * (D-64). What has no rate is in no sum and is named, by its own currency with how much it is in `byCurrency`; a snapshot is named only where something was converted at it.
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
 * A sum of the summary with what no rate is held for beside it; null where nothing has a rate and the platform does not say how much it is: a sum of nothing else is no nought.
 * @param own the tenant's currency, which sums are in where the summary does not name one
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

/** The snapshots of a sum as they are told: the newest, and where there is more than one all of them, oldest first. Nothing converted, none. */
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
      const said = same === undefined ? noMoney(sums.currency) : moneyOf(same[pick], sums.currency);
      const held = moneyOf(sums[pick], sums.currency);
      if (!isSame(said, held)) return `The platform’s sum ${what} is ${formatMoney(said)}, the rows here come to ${formatMoney(held)}.`;
    }
  }
  return null;
}
