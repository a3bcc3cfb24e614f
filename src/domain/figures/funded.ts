import { type Money, ofMinor } from '../money/money.ts';
import { signedFold } from './fold.ts';

/** Sums by currency with the number of amounts in each: a currency without amounts is removed, not zero. */
export type FundedSum = ReadonlyMap<string, { readonly minor: number; readonly count: number }>;

/** Money by currency, largest sum first, equal ones by code; null if nothing was funded. Currencies are never added together. */
export const fundedFold = signedFold<Money, FundedSum, readonly Money[]>(
  new Map(),
  (sum, { currency, minor }, sign) => {
    const held = sum.get(currency) ?? { minor: 0, count: 0 };
    const next = { minor: held.minor + sign * minor, count: held.count + sign };
    const sums = new Map(sum);
    if (next.count === 0) sums.delete(currency);
    else sums.set(currency, next);
    return sums;
  },
  (sum) =>
    sum.size === 0
      ? null
      : [...sum]
          .map(([currency, { minor }]) => ofMinor(minor, currency))
          .sort((a, b) => b.minor - a.minor || (a.currency < b.currency ? -1 : 1)),
);
