import type { PortfolioState } from '../../contracts/overview.ts';
import { type Money, shareOf, sumOf } from './money.ts';

/**
 * Recycled capital as a share of it plus all receivables, percent (C-86); 0 if both are zero. @throws RangeError if their currencies
 * differ
 */
export function recyclingRate(recycled: Money, receivables: Money): number {
  const share = shareOf(recycled, sumOf(recycled.currency, [recycled, receivables]));
  return Number.isNaN(share) ? 0 : share * 100;
}

/** Payments made of all payments, percent (C-86); 0 if there are none. */
export function completionRate(paidCount: number, totalPayments: number): number {
  return totalPayments === 0 ? 0 : (paidCount / totalPayments) * 100;
}

const collectable: readonly PortfolioState[] = ['eligible', 'eligible_frozen', 'packaged', 'sold'];

/**
 * Whether a portfolio's receivables can still be collected: defaulted, written-off and recycled ones do not count in the recycling rate,
 * on the platform and here alike.
 */
export function isCollectable(state: PortfolioState): boolean {
  return collectable.includes(state);
}
