import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { currenciesWith, decimalsOf, fitsCurrency } from '../../contracts/currency.ts';
import {
  amountOf,
  convert,
  isSame,
  less,
  type Money,
  moneyOf,
  noMoney,
  ofMinor,
  type Rates,
  shareOf,
  sumByCurrency,
  sumOf,
} from './money.ts';

const currency = fc.constantFrom('KES', 'UGX', 'USD', 'TZS', 'RWF', 'TND', 'CLF');
/** Up to nine billion units in hundredths: more than a programme moves, but exact as a number. */
const money = fc.tuple(fc.integer({ min: -900_000_000_000, max: 900_000_000_000 }), currency).map(([minor, code]) => ofMinor(minor, code));
const rate = fc.oneof(fc.constantFrom(0.0353, 129.2, 28.35, 3662, 1e-7, 1), fc.double({ min: 1e-9, max: 1e6, noNaN: true }));

describe('money', { tags: ['S-7', 'D-64'] }, () => {
  it('has the decimals of its currency’s minor unit, by ISO 4217 and not by what an engine takes for it', () => {
    expect(['KES', 'UGX', 'RWF', 'TZS', 'USD', 'TND', 'CLF'].map(decimalsOf)).toEqual([2, 0, 0, 2, 2, 3, 4]);
    expect(
      [0, 3, 4]
        .flatMap(currenciesWith)
        .map(decimalsOf)
        .every((decimals) => decimals !== 2),
    ).toBe(true);
    expect([fitsCurrency(7500.25, 'KES'), fitsCurrency(7500.25, 'UGX'), fitsCurrency(0.1 + 0.2, 'KES')]).toEqual([true, false, false]);
    expect([Number.NaN, Number.POSITIVE_INFINITY].map((amount) => fitsCurrency(amount, 'KES'))).toEqual([false, false]);
  });

  it('goes over the wire in major units and comes back as it was', () => {
    fc.assert(
      fc.property(money, (one) => {
        const amount = amountOf(one);
        expect(moneyOf(amount, one.currency)).toEqual(one);
        expect(fitsCurrency(amount, one.currency)).toBe(true);
      }),
    );
    expect(moneyOf(1.005, 'KES').minor).toBe(101); // by decimal digits: 1.005 × 100 is 100.49999999999999
    expect(Object.is(moneyOf(-0.001, 'KES').minor, 0)).toBe(true);
    expect(moneyOf(1e21, 'UGX')).toEqual(ofMinor(1e21, 'UGX'));
  });

  it('is added exactly, in any order, and never to another currency', () => {
    expect(amountOf(sumOf('KES', [moneyOf(0.1, 'KES'), moneyOf(0.2, 'KES')]))).toBe(0.3);
    fc.assert(
      fc.property(fc.array(money), (parts) => {
        const sums = sumByCurrency(parts);
        expect(sums.map((one) => one.currency)).toEqual([...new Set(parts.map((one) => one.currency))]);
        for (const sum of sums) {
          const own = parts.filter((one) => one.currency === sum.currency);
          expect(sumOf(sum.currency, own.toReversed())).toEqual(sum);
          expect(sum.minor).toBe(own.reduce((total, { minor }) => total + minor, 0));
        }
      }),
    );
    expect(() => sumOf('KES', [moneyOf(1, 'KES'), moneyOf(1, 'UGX')])).toThrow('UGX is not added to KES');
    expect(() => less(moneyOf(1, 'KES'), moneyOf(1, 'UGX'))).toThrow(RangeError);
    expect(() => shareOf(moneyOf(1, 'KES'), moneyOf(1, 'UGX'))).toThrow('KES is no share of UGX');
  });

  it('keeps sums of currencies apart, in the order in which they come', { tags: ['D-38'] }, () => {
    expect(sumByCurrency([moneyOf(5, 'UGX'), moneyOf(2, 'KES'), moneyOf(1, 'UGX')])).toEqual([moneyOf(6, 'UGX'), moneyOf(2, 'KES')]);
  });

  it('taken off leaves the rest; a share of nothing is no share', () => {
    expect(less(moneyOf(10, 'KES'), moneyOf(10.5, 'KES'))).toEqual(moneyOf(-0.5, 'KES'));
    expect(isSame(less(moneyOf(3, 'UGX'), moneyOf(3, 'UGX')), noMoney('UGX'))).toBe(true);
    expect(isSame(noMoney('UGX'), noMoney('KES'))).toBe(false);
    expect([shareOf(moneyOf(1, 'KES'), moneyOf(4, 'KES')), shareOf(noMoney('KES'), noMoney('KES'))]).toEqual([0.25, Number.NaN]);
  });
});

describe('conversion', { tags: ['S-7', 'F-46'] }, () => {
  const into = (one: Money, to: string, factor: number) => convert(one, to, { [one.currency]: factor });

  it('goes by the decimals of both currencies and rounds once, half away from zero', () => {
    expect(into(moneyOf(7500, 'UGX'), 'KES', 0.0353)).toEqual(moneyOf(264.75, 'KES'));
    expect(into(moneyOf(10, 'KES'), 'UGX', 28.35)).toEqual(moneyOf(284, 'UGX'));
    expect(into(moneyOf(0.01, 'USD'), 'UGX', 50)).toEqual(moneyOf(1, 'UGX'));
    expect(into(moneyOf(-0.01, 'USD'), 'UGX', 50)).toEqual(moneyOf(-1, 'UGX'));
    expect(into(moneyOf(-0.01, 'USD'), 'UGX', 49)).toEqual(noMoney('UGX'));
    expect(into(moneyOf(1, 'TND'), 'KES', 41.5)).toEqual(moneyOf(41.5, 'KES'));
  });

  it('leaves what is in the currency already, and answers nothing where no rate is held', () => {
    const own = moneyOf(12.34, 'KES');
    expect(convert(own, 'KES', {})).toBe(own);
    const useless: readonly Rates[] = [{}, { UGX: 0 }, { UGX: -1 }, { UGX: Number.NaN }, { UGX: Number.POSITIVE_INFINITY }];
    for (const none of useless) expect(convert(moneyOf(5, 'UGX'), 'KES', none)).toBeNull();
    expect(convert(moneyOf(Number.NaN, 'UGX'), 'KES', { UGX: 1 })).toBeNull();
  });

  it('is within half a minor unit of the exact product, the same for an amount and what is owed instead, whatever the rate', () => {
    fc.assert(
      fc.property(money, currency, rate, (one, to, factor) => {
        fc.pre(to !== one.currency);
        const converted = into(one, to, factor);
        const opposite = into(less(noMoney(one.currency), one), to, factor);
        expect(converted).not.toBeNull();
        if (converted === null || opposite === null) return;
        expect(opposite.minor + converted.minor).toBe(0);
        const exact = one.minor * factor * 10 ** (decimalsOf(to) - decimalsOf(one.currency));
        expect(Math.abs(converted.minor - exact)).toBeLessThanOrEqual(0.5 + Math.abs(exact) * 1e-12);
      }),
    );
  });
});
