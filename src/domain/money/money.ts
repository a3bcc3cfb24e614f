import { decimalsOf } from '../../contracts/currency.ts';

/**
 * Money (D-64): a whole number of the minor unit of one currency, so that sums are exact. On the wire stand JSON numbers in major units, as the documents have them (`moneyOf`,
 * `amountOf`); in the database whole numbers of the minor unit (`ofMinor`). There is no arithmetic on amounts outside this folder (tests/architecture/money.test.ts).
 */
export interface Money {
  readonly currency: string;
  readonly minor: Minor;
}
declare const minorUnits: unique symbol;
/** A whole number of minor units; made here alone. */
export type Minor = number & { readonly [minorUnits]: true };

// The only place where a number becomes one: whole, and without a negative zero.
const minorOf = (value: number): Minor => (Math.round(value) + 0) as Minor;

/** An amount as it is on the wire, in major units. What is finer than the currency's minor unit is rounded to it; the contracts refuse such amounts where they name a currency. */
export function moneyOf(amount: number, currency: string): Money {
  // By its decimal text: 1.005 times 100 is less than 100.5 in binary.
  const [whole = '', exponent = '0'] = String(amount).split('e');
  return { currency, minor: minorOf(Number(`${whole}e${Number(exponent) + decimalsOf(currency)}`)) };
}

/** An amount as the database keeps it, in minor units. */
export function ofMinor(minor: number, currency: string): Money {
  return { currency, minor: minorOf(minor) };
}

/** In major units, as it goes on the wire: at most the currency's decimals. */
export function amountOf({ minor, currency }: Money): number {
  return Number(`${minor}e-${decimalsOf(currency)}`);
}

/** None of a currency. */
export function noMoney(currency: string): Money {
  return ofMinor(0, currency);
}

/** All of these in one currency, which all of them are in. @throws RangeError where one is not: two currencies are never added */
export function sumOf(currency: string, parts: readonly Money[]): Money {
  const strange = parts.find((one) => one.currency !== currency);
  if (strange !== undefined) throw new RangeError(`${strange.currency} is not added to ${currency}`);
  return ofMinor(
    parts.reduce((sum, { minor }) => sum + minor, 0),
    currency,
  );
}

/** Taken off: both in one currency. @throws RangeError where they are not */
export function less(whole: Money, part: Money): Money {
  return sumOf(whole.currency, [whole, { ...part, minor: minorOf(0 - part.minor) }]);
}

/** Sums by currency, in the order in which currencies first appear: without a rate two currencies are never added. */
export function sumByCurrency(amounts: readonly Money[]): readonly Money[] {
  return [...new Set(amounts.map(({ currency }) => currency))].map((currency) =>
    sumOf(
      currency,
      amounts.filter((one) => one.currency === currency),
    ),
  );
}

/** Whether two are the same amount of the same currency. */
export function isSame(one: Money, other: Money): boolean {
  return one.currency === other.currency && one.minor === other.minor;
}

/** How much one is of another, both in one currency: 0.5 for half of it; NaN of nothing. @throws RangeError where they are not in one */
export function shareOf(part: Money, whole: Money): number {
  if (part.currency !== whole.currency) throw new RangeError(`${part.currency} is no share of ${whole.currency}`);
  return whole.minor === 0 ? Number.NaN : part.minor / whole.minor;
}

/** What one unit of each currency is worth in another; as a snapshot keeps it. Both in major units. */
export type Rates = Readonly<Record<string, number>>;

/**
 * In another currency, at units of it for one of this; null where no rate is held for it. Rounded once, half away from zero, to the minor unit. Exact: a rate is read by its
 * decimals, so that platform and device, and two devices, come to the same.
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

/** A positive number by its shortest decimal text: its digits, and how many of them are behind the point. */
function decimalOf(value: number): { readonly digits: bigint; readonly scale: number } {
  const [text = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = text.split('.');
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(`${whole}${fraction}`);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}
