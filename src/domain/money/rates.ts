import type { PortfolioState } from '../contracts/overview.ts';

/** Recycled capital as a share of it and all receivables, percent (C-86); 0 where there is neither. */
export function recyclingRate(recycledCapital: number, totalReceivables: number): number {
  const whole = recycledCapital + totalReceivables;
  return whole === 0 ? 0 : (recycledCapital / whole) * 100;
}

/** Payments made of all payments, percent (C-86); 0 where there are none. */
export function completionRate(paidCount: number, totalPayments: number): number {
  return totalPayments === 0 ? 0 : (paidCount / totalPayments) * 100;
}

const collectable: readonly PortfolioState[] = ['eligible', 'eligible_frozen', 'packaged', 'sold'];

/** Whether a portfolio's receivables can still be collected: what defaulted, was written off or came round again is no
 * receivable of the recycling rate, on the platform and here alike. */
export function isCollectable(state: PortfolioState): boolean {
  return collectable.includes(state);
}

/** A sum of money in one currency. */
export interface Money {
  readonly currency: string;
  readonly amount: number;
}

/**
 * A sum at the day's rates, with what no rate is held for beside it, each in its own currency: that is not nothing. Where it is all there is, it stands in the
 * sum's place.
 */
export function moneyBeside(sum: Money, unrated: readonly Money[]): readonly Money[] {
  const told = unrated.filter(({ amount }) => amount !== 0);
  return sum.amount === 0 && told.length > 0 ? told : [sum, ...told];
}

/** Sums by currency, in the order in which currencies first appear: without a day's rate two currencies are never added. */
export function sumByCurrency(amounts: readonly Money[]): readonly Money[] {
  const sums = new Map<string, number>();
  for (const { currency, amount } of amounts) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums].map(([currency, amount]) => ({ currency, amount }));
}
