import type { Money } from '../financeRates.ts';
import { signedFold } from './fold.ts';

/** Sums by currency, with how many amounts each is of: a currency that all amounts have left is gone, not zero. */
export type FundedSum = ReadonlyMap<string, { readonly amount: number; readonly count: number }>;

/** Money by currency, the largest sum first and equal ones by name; null where none was funded. Two currencies are never added. */
export const fundedFold = signedFold<Money, FundedSum, readonly Money[]>(
  new Map(),
  (sum, { currency, amount }, sign) => {
    const held = sum.get(currency) ?? { amount: 0, count: 0 };
    const next = { amount: held.amount + sign * amount, count: held.count + sign };
    const sums = new Map(sum);
    if (next.count === 0) sums.delete(currency);
    else sums.set(currency, next);
    return sums;
  },
  (sum) =>
    sum.size === 0
      ? null
      : [...sum]
          .map(([currency, { amount }]) => ({ currency, amount }))
          .sort((a, b) => b.amount - a.amount || (a.currency < b.currency ? -1 : 1)),
);

/**
 * All amounts in one currency, at units of it for one of each; null where all are in it already, so that nothing was converted, or where a
 * rate is missing: a sum that leaves something out is not the sum.
 */
export function convertedTotal(amounts: readonly Money[], currency: string, rates: Readonly<Record<string, number>>): Money | null {
  if (amounts.every((one) => one.currency === currency)) return null;
  let total = 0;
  for (const one of amounts) {
    const rate = one.currency === currency ? 1 : rates[one.currency];
    if (rate === undefined) return null;
    total += one.amount * rate;
  }
  return { currency, amount: Math.round(total) };
}
