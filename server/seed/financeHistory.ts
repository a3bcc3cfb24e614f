import type { Selectable } from 'kysely';
import { isCollectable } from '../../src/domain/financeRates.ts';
import type { PortfolioState } from '../../src/contracts/overview.ts';
import type { Database } from '../db/schema.ts';
import { type FinanceFigures, financeFiguresOf } from '../entities/financeFigures.ts';

type PortfolioTimes = Pick<
  Selectable<Database['portfolios']>,
  'state' | 'currency' | 'receivables_value' | 'frozen_at' | 'packaged_at' | 'sold_at' | 'changed_at'
> & { readonly agreedAt: string };
type PaymentTimes = Pick<Selectable<Database['rbf_payments']>, 'currency' | 'amount' | 'due_at' | 'paid_at'> & {
  /** When the bank sent it back; null where it did not. */
  readonly refusedAt: string | null;
};

/** What the history of finance is read from: rows as they stand, and what one unit of each currency is worth in the tenant's. */
export interface FinanceRows {
  readonly portfolios: readonly PortfolioTimes[];
  readonly payments: readonly PaymentTimes[];
  readonly rates: Readonly<Record<string, number>>;
}

const reached = (moment: string | null, atMs: number): boolean => moment !== null && Date.parse(moment) <= atMs;

/** The state a portfolio was in; null before there was one. What is eligible now became so when it last changed, the others when agreed upon. */
export function stateAt(row: PortfolioTimes, atMs: number): PortfolioState | null {
  if (reached(row.changed_at, atMs)) return row.state;
  if (reached(row.sold_at, atMs)) return 'sold';
  if (reached(row.packaged_at, atMs)) return 'packaged';
  if (reached(row.frozen_at, atMs)) return 'eligible_frozen';
  return row.state !== 'eligible' && reached(row.agreedAt, atMs) ? 'eligible' : null;
}

/** The figures at each moment, read back from the dates that the rows carry: nothing is drawn. */
export function financeAt({ portfolios, payments, rates }: FinanceRows, moments: readonly number[]): readonly FinanceFigures[] {
  const inOwn = (currency: string): number => rates[currency] ?? 1;
  return moments.map((atMs) => {
    const sums = { receivables: 0, recycled: 0, available: 0, payments: 0, paidCount: 0, paid: 0, pending: 0 };
    for (const row of portfolios) {
      const state = stateAt(row, atMs);
      if (state === null) continue;
      const value = row.receivables_value * inOwn(row.currency);
      if (isCollectable(state)) sums.receivables += value;
      if (state === 'recycled') sums.recycled += value;
      if (state === 'eligible' || state === 'eligible_frozen') sums.available += value;
    }
    for (const row of payments) {
      if (!reached(row.due_at, atMs)) continue;
      const amount = row.amount * inOwn(row.currency);
      sums.payments += 1;
      if (reached(row.paid_at, atMs)) {
        sums.paidCount += 1;
        sums.paid += amount;
      } else if (!reached(row.refusedAt, atMs)) sums.pending += amount;
    }
    return financeFiguresOf(sums);
  });
}
