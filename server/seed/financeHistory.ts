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
  /** When the bank sent it back; null where it did not. */
  readonly refusedAt: string | null;
};

/** What the history of finance is read from: rows as they stand, the tenant's currency, and what one unit of each other is worth in it. */
export interface FinanceRows {
  readonly portfolios: readonly PortfolioTimes[];
  readonly payments: readonly PaymentTimes[];
  readonly currency: string;
  readonly rates: Rates;
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

/** The figures at each moment, in the tenant's currency, read back from the dates that the rows carry: nothing is drawn. */
export function financeAt({ portfolios, payments, currency, rates }: FinanceRows, moments: readonly number[]): readonly FinanceFigures[] {
  const inOwn = (minor: number, of: string): Money => {
    const own = convert(ofMinor(minor, of), currency, rates);
    if (own === null) throw new Error(`the seed holds no rate for ${of}`);
    return own;
  };
  const owned = portfolios.map((row) => ({ row, value: inOwn(row.receivables_value, row.currency) }));
  const owed = payments.map((row) => ({ row, amount: inOwn(row.amount, row.currency) }));
  return moments.map((atMs) => {
    const stood = owned.map(({ row, value }) => ({ value, state: stateAt(row, atMs) }));
    const worth = (of: (state: PortfolioState) => boolean): Money =>
      sumOf(
        currency,
        stood.flatMap(({ value, state }) => (state !== null && of(state) ? [value] : [])),
      );
    const due = owed.filter(({ row }) => reached(row.due_at, atMs));
    const paid = due.filter(({ row }) => reached(row.paid_at, atMs));
    const open = due.filter(({ row }) => !reached(row.paid_at, atMs) && !reached(row.refusedAt, atMs));
    const amounts = (of: typeof owed): Money =>
      sumOf(
        currency,
        of.map(({ amount }) => amount),
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
