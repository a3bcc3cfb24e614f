import type { Selectable } from 'kysely';
import { isCollectable } from '../../src/domain/money/rates.ts';
import { convert, type Money, ofMinor, type Rates, sumOf } from '../../src/domain/money/money.ts';
import type { PortfolioState } from '../../src/contracts/overview.ts';
import type { Database } from '../db/schema.ts';
import { type FinanceFigures, financeFiguresOf } from '../entities/financeFigures.ts';

type PortfolioTimes = Pick<
  Selectable<Database['portfolios']>,
  'state' | 'currency' | 'receivables_value' | 'frozen_at' | 'packaged_at' | 'sold_at' | 'changed_at'
> & { readonly agreedAt: string };
type PaymentTimes = Pick<Selectable<Database['rbf_payments']>, 'currency' | 'amount' | 'due_at' | 'paid_at'> & {
  /** When the bank returned it; null if it did not. */
  readonly refusedAt: string | null;
};

/** Source of the finance history: the current rows, the tenant's currency, and the value of each other currency in it. */
export interface FinanceRows {
  readonly portfolios: readonly PortfolioTimes[];
  readonly payments: readonly PaymentTimes[];
  readonly currency: string;
  readonly rates: Rates;
}

const reached = (moment: string | null, atMs: number): boolean => moment !== null && Date.parse(moment) <= atMs;

/**
 * A portfolio's state at a moment; null before it existed. A portfolio that is eligible now became so at its last change, all others when
 * agreed upon.
 */
export function stateAt(row: PortfolioTimes, atMs: number): PortfolioState | null {
  if (reached(row.changed_at, atMs)) return row.state;
  if (reached(row.sold_at, atMs)) return 'sold';
  if (reached(row.packaged_at, atMs)) return 'packaged';
  if (reached(row.frozen_at, atMs)) return 'eligible_frozen';
  return row.state !== 'eligible' && reached(row.agreedAt, atMs) ? 'eligible' : null;
}

/** The figures at each moment in the tenant's currency, derived from the dates in the rows; nothing is random. */
export function financeAt({ portfolios, payments, currency, rates }: FinanceRows, moments: readonly number[]): readonly FinanceFigures[] {
  const inOwn = (minor: number, rowCurrency: string): Money => {
    const own = convert(ofMinor(minor, rowCurrency), currency, rates);
    if (own === null) throw new Error(`the seed holds no rate for ${rowCurrency}`);
    return own;
  };
  const owned = portfolios.map((row) => ({ row, value: inOwn(row.receivables_value, row.currency) }));
  const owed = payments.map((row) => ({ row, amount: inOwn(row.amount, row.currency) }));
  return moments.map((atMs) => {
    const stood = owned.map(({ row, value }) => ({ value, state: stateAt(row, atMs) }));
    const worth = (includes: (state: PortfolioState) => boolean): Money =>
      sumOf(
        currency,
        stood.flatMap(({ value, state }) => (state !== null && includes(state) ? [value] : [])),
      );
    const due = owed.filter(({ row }) => reached(row.due_at, atMs));
    const paid = due.filter(({ row }) => reached(row.paid_at, atMs));
    const open = due.filter(({ row }) => !reached(row.paid_at, atMs) && !reached(row.refusedAt, atMs));
    const amounts = (items: typeof owed): Money =>
      sumOf(
        currency,
        items.map(({ amount }) => amount),
      );
    return financeFiguresOf({
      receivables: worth(isCollectable),
      recycled: worth((state) => state === 'recycled'),
      available: worth((state) => state === 'eligible' || state === 'eligible_frozen'),
      payments: due.length,
      paidCount: paid.length,
      paid: amounts(paid),
      pending: amounts(open),
    });
  });
}
