import type { Kysely } from 'kysely';
import type { PaymentStatus } from '../../src/domain/finance/financeMoves.ts';
import { amountOf, isSame, type Money, noMoney, sumOf } from '../../src/domain/money/money.ts';
import { completionRate, isCollectable, recyclingRate } from '../../src/domain/money/rates.ts';
import { type ConvertedSum, convertedSum } from '../../src/domain/money/sums.ts';
import type { Database } from '../db/schema.ts';
import { currencyOf, readRatedPayments, readRatedPortfolios } from './ratedMoney.ts';

/** Finance figures that have a history (D-35), by metric name. Money in the tenant's currency, rates in percent. */
export interface FinanceFigures {
  readonly 'dgn.recyclingRate': number;
  readonly 'dgn.receivables': number;
  readonly 'dgn.recycledCapital': number;
  readonly 'dgn.availableFunding': number;
  readonly 'rbf.completionRate': number;
  readonly 'rbf.totalPaid': number;
  readonly 'rbf.totalPending': number;
}

/** Inputs of the figures, money in the tenant's currency. */
interface Sums {
  readonly receivables: Money;
  readonly recycled: Money;
  readonly available: Money;
  readonly payments: number;
  readonly paidCount: number;
  readonly paid: Money;
  readonly pending: Money;
}

/** Computes the figures; used for both the seed's history and the current rows. */
export function financeFiguresOf({ receivables, recycled, available, payments, paidCount, paid, pending }: Sums): FinanceFigures {
  return {
    'dgn.recyclingRate': recyclingRate(recycled, receivables),
    'dgn.receivables': amountOf(receivables),
    'dgn.recycledCapital': amountOf(recycled),
    'dgn.availableFunding': amountOf(available),
    'rbf.completionRate': completionRate(paidCount, payments),
    'rbf.totalPaid': amountOf(paid),
    'rbf.totalPending': amountOf(pending),
  };
}

/**
 * The figures from the current rows: foreign money at the newest rates, paid amounts at the rates of their day. Null for a tenant without
 * finance. If a currency lacks a rate, the sums that include it are unknown and left out.
 */
export async function readFinanceFigures(db: Kysely<Database>, tenantId: string): Promise<Partial<FinanceFigures> | null> {
  const currency = await currencyOf(db, tenantId);
  const portfolios = await readRatedPortfolios(db, tenantId, 'receivables_value');
  const payments = await readRatedPayments(db, tenantId);
  if (portfolios.length === 0 && payments.length === 0) return null;
  const receivables = convertedSum(
    portfolios.filter(({ state }) => isCollectable(state)),
    currency,
  );
  const recycled = convertedSum(await readRatedPortfolios(db, tenantId, 'recycled_capital'), currency);
  const available = convertedSum(await readRatedPortfolios(db, tenantId, 'available_funding'), currency);
  const within = (status: PaymentStatus) => payments.filter((part) => part.status === status);
  const count = (parts: typeof payments) => parts.reduce((total, part) => total + part.payments, 0);
  const [paid, pending] = [convertedSum(within('paid'), currency), convertedSum(within('pending'), currency)];
  const figures = financeFiguresOf({
    receivables: receivables.sum,
    recycled: recycled.sum,
    available: available.sum,
    payments: count(payments),
    paidCount: count(within('paid')),
    paid: paid.sum,
    pending: pending.sum,
  });
  const lacks = (...sums: readonly ConvertedSum[]): boolean => sums.some(({ unrated }) => unrated.length > 0);
  const unknown: Readonly<Record<keyof FinanceFigures, boolean>> = {
    // A rate over nothing is unknown, not 0 %. Counts need no currency.
    'dgn.recyclingRate': lacks(receivables, recycled) || isSame(sumOf(currency, [receivables.sum, recycled.sum]), noMoney(currency)),
    'dgn.receivables': lacks(receivables),
    'dgn.recycledCapital': lacks(recycled),
    'dgn.availableFunding': lacks(available),
    'rbf.completionRate': payments.length === 0,
    'rbf.totalPaid': lacks(paid),
    'rbf.totalPending': lacks(pending),
  };
  return Object.fromEntries(Object.entries(figures).filter(([name]) => !unknown[name as keyof FinanceFigures /* keys of `figures` */]));
}
