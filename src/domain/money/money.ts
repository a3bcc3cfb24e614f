import { decimalsOf } from '../../contracts/currency.ts';

/**
 * Money (D-64): a whole number of minor units of one currency, so that sums are exact. The wire format is JSON numbers in major units, as
 * in the documents (`moneyOf`, `amountOf`); the database stores minor units (`ofMinor`). No arithmetic on amounts outside this folder
 * (tests/architecture/money.test.ts).
 */
export interface Money {
  readonly currency: string;
  readonly minor: Minor;
}
declare const minorUnits: unique symbol;
/** A whole number of minor units; created only in this file. */
export type Minor = number & { readonly [minorUnits]: true };

// The only place that creates minor units: rounded, and without a negative zero.
const minorOf = (value: number): Minor => (Math.round(value) + 0) as Minor;

/**
 * Money from a wire amount in major units. Rounds to the currency's minor unit; the contracts refuse finer amounts where they name a
 * currency.
 */
export function moneyOf(amount: number, currency: string): Money {
  // Shifts the decimal text: 1.005 times 100 is less than 100.5 in binary.
  const [whole = '', exponent = '0'] = String(amount).split('e');
  return { currency, minor: minorOf(Number(`${whole}e${Number(exponent) + decimalsOf(currency)}`)) };
}

/** Money from the database's minor units. */
export function ofMinor(minor: number, currency: string): Money {
  return { currency, minor: minorOf(minor) };
}

/** The wire amount in major units, with at most the currency's decimals. */
export function amountOf({ minor, currency }: Money): number {
  return Number(`${minor}e-${decimalsOf(currency)}`);
}

/** Zero in a currency. */
export function noMoney(currency: string): Money {
  return ofMinor(0, currency);
}

/** The sum of amounts in one currency. @throws RangeError if an amount is in another currency */
export function sumOf(currency: string, parts: readonly Money[]): Money {
  const strange = parts.find((one) => one.currency !== currency);
  if (strange !== undefined) throw new RangeError(`${strange.currency} is not added to ${currency}`);
  return ofMinor(
    parts.reduce((sum, { minor }) => sum + minor, 0),
    currency,
  );
}

/** The difference of two amounts in one currency. @throws RangeError if their currencies differ */
export function less(whole: Money, part: Money): Money {
  return sumOf(whole.currency, [whole, { ...part, minor: minorOf(0 - part.minor) }]);
}

/** Sums by currency, in order of first appearance; without a rate, currencies are never added together. */
export function sumByCurrency(amounts: readonly Money[]): readonly Money[] {
  return [...new Set(amounts.map(({ currency }) => currency))].map((currency) =>
    sumOf(
      currency,
      amounts.filter((one) => one.currency === currency),
    ),
  );
}

/** True if amount and currency are equal. */
export function isSame(one: Money, other: Money): boolean {
  return one.currency === other.currency && one.minor === other.minor;
}

/** The ratio of two amounts in one currency, 0.5 for half; NaN if the whole is zero. @throws RangeError if their currencies differ */
export function shareOf(part: Money, whole: Money): number {
  if (part.currency !== whole.currency) throw new RangeError(`${part.currency} is no share of ${whole.currency}`);
  return whole.minor === 0 ? Number.NaN : part.minor / whole.minor;
}

/** Value of one unit of each currency in another currency, as stored in a snapshot. Both in major units. */
export type Rates = Readonly<Record<string, number>>;

/**
 * Converts to another currency; null if there is no usable rate. Rounded once, half away from zero, to the minor unit. Exact: the rate's
 * decimal digits are used, so that platform and all devices get the same result.
 */
export function convert(money: Money, currency: string, rates: Rates): Money | null {
  if (money.currency === currency) return money;
  const rate = rates[money.currency];
  if (rate === undefined || !Number.isFinite(rate) || rate <= 0 || !Number.isFinite(money.minor)) return null;
  const { digits, scale } = decimalOf(rate);
  const shift = scale + decimalsOf(money.currency) - decimalsOf(currency);
  const product = BigInt(money.minor) * digits * 10n ** BigInt(Math.max(0, -shift));
  const unit = 10n ** BigInt(Math.max(0, shift));
  const size = product < 0n ? -product : product;
  const rounded = (2n * size + unit) / (2n * unit);
  return ofMinor(Number(product < 0n ? -rounded : rounded), currency);
}

/** A positive number by its shortest decimal text: its digits, and how many follow the point. */
function decimalOf(value: number): { readonly digits: bigint; readonly scale: number } {
  const [text = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = text.split('.');
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(`${whole}${fraction}`);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}
