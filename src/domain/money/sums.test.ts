import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { convert, isSame, type Money, moneyOf, noMoney, ofMinor, sumOf } from './money.ts';
import { convertedSum, moneyBeside, type Rated, type Snapshot } from './sums.ts';
import { rbfTotals, sumTold } from './totals.ts';

const november: Snapshot = { id: 'FX-2026-11-01', at: '2026-11-01T06:00:00Z', rates: { UGX: 0.03, USD: 129 } };
const december: Snapshot = { id: 'FX-2026-12-01', at: '2026-12-01T06:00:00Z', rates: { UGX: 0.04, USD: 130 } };
const at = (amount: number, currency: string, snapshot: Snapshot | null): Rated => ({ money: moneyOf(amount, currency), snapshot });

describe('a sum in one currency', { tags: ['S-7', 'D-64'] }, () => {
  it('takes each part at the rates of its day: those of a later day move nothing of it', () => {
    const paid = [at(1000, 'KES', november), at(10_000, 'UGX', november), at(10_000, 'UGX', december)];
    expect(convertedSum(paid, 'KES')).toEqual({
      sum: moneyOf(1700, 'KES'),
      unrated: [],
      snapshots: [
        { id: november.id, at: november.at },
        { id: december.id, at: december.at },
      ],
    });
    expect(convertedSum(paid.slice(0, 2), 'KES').sum).toEqual(moneyOf(1300, 'KES'));
  });

  it('says by its own currency what it lacks, and never takes that for nothing', () => {
    const lacking = [at(1000, 'KES', null), at(5, 'TZS', november), at(2, 'TZS', december), at(10_000, 'UGX', null), at(0, 'RWF', null)];
    expect(convertedSum(lacking, 'KES')).toEqual({
      sum: moneyOf(1000, 'KES'),
      unrated: [moneyOf(7, 'TZS'), moneyOf(10_000, 'UGX')],
      snapshots: [],
    });
  });

  it('names no snapshot where nothing was converted at it, and is none where there is nothing', () => {
    expect(convertedSum([at(1000, 'KES', november)], 'KES').snapshots).toEqual([]);
    expect(convertedSum([], 'KES')).toEqual({ sum: noMoney('KES'), unrated: [], snapshots: [] });
  });

  it('names its snapshots oldest first, those of one moment by their id, so that everybody names the same one as the newest', {
    tags: ['M-13'],
  }, () => {
    const twin: Snapshot = { ...december, id: 'FX-2026-12-01-b' };
    const parts = [at(10_000, 'UGX', twin), at(10_000, 'UGX', december), at(10_000, 'UGX', november)];
    for (const paid of [parts, parts.toReversed()])
      expect(convertedSum(paid, 'KES').snapshots.map(({ id }) => id)).toEqual([november.id, december.id, twin.id]);
  });

  it('loses nothing: what is in the sum and what it lacks are all parts, in any order', () => {
    const part = fc.record({
      money: fc.tuple(fc.nat(10_000_000), fc.constantFrom('KES', 'UGX', 'USD', 'TZS')).map(([minor, currency]) => ofMinor(minor, currency)),
      snapshot: fc.constantFrom(november, december, null),
    });
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const { sum, unrated } = convertedSum(parts, 'KES');
        expect(convertedSum(parts.toReversed(), 'KES').sum).toEqual(sum);
        const rated = parts.filter(({ money, snapshot }) => convert(money, 'KES', snapshot?.rates ?? {}) !== null);
        // Each part converted alone is off by at most half a cent.
        const one = sumOf(
          'KES',
          rated.map(({ money, snapshot }) => convert(money, 'KES', snapshot?.rates ?? {}) ?? noMoney('KES')),
        );
        expect(Math.abs(one.minor - sum.minor)).toBeLessThanOrEqual(rated.length);
        for (const currency of ['UGX', 'USD', 'TZS']) {
          const left = parts.filter((each) => each.money.currency === currency && !rated.includes(each)).map(({ money }) => money);
          expect(unrated.find((each) => each.currency === currency) ?? noMoney(currency)).toEqual(sumOf(currency, left));
        }
      }),
    );
  });
});

it('the summary of payments: paid at the rates of its day, pending at the newest, counts of all', { tags: ['S-7', 'C-31'] }, () => {
  const part = (status: 'paid' | 'pending' | 'failed', payments: number, rated: Rated) => ({ status, payments, ...rated });
  const parts = [
    part('paid', 1, at(10_000, 'UGX', november)),
    part('paid', 2, at(500, 'KES', november)),
    part('pending', 1, at(10_000, 'UGX', december)),
    part('failed', 1, at(9_999_999, 'USD', december)),
    part('pending', 3, at(0.5, 'TZS', december)),
  ];
  expect(rbfTotals(parts, 'KES')).toMatchObject({
    totalPayments: 8,
    totalPaid: 800,
    totalPending: 400,
    paidCount: 3,
    pendingCount: 4,
    failedCount: 1,
    fxSnapshotId: december.id,
    fxSnapshotIds: [november.id, december.id],
    notConverted: ['TZS'],
  });
});

it('a sum with what has no rate beside it: where that is all there is, in its place', { tags: ['S-7'] }, () => {
  const words = (all: readonly Money[]) => all.map(({ currency, minor }) => `${currency} ${minor}`);
  expect(words(moneyBeside(moneyOf(5, 'KES'), [moneyOf(3, 'UGX'), noMoney('TZS')]))).toEqual(['KES 500', 'UGX 3']);
  expect(words(moneyBeside(noMoney('KES'), [moneyOf(3, 'UGX')]))).toEqual(['UGX 3']);
  expect(words(moneyBeside(noMoney('KES'), [noMoney('UGX')]))).toEqual(['KES 0']);
  expect(isSame(moneyBeside(noMoney('KES'), [])[0] ?? moneyOf(1, 'KES'), noMoney('KES'))).toBe(true);
});

it('a sum of what no rate is held for alone is none, and no nought; with anything else it stands beside', { tags: ['S-7'] }, () => {
  const told = (more: object) => sumTold({ totalPaid: 0, totalPending: 0, currency: 'KES', ...more } as never, 'totalPaid', 'KES'); // the fields that sumTold() reads
  expect(told({ notConverted: ['TZS'] })).toBeNull();
  expect(told({ notConverted: ['TZS'], totalPaid: 5 })).toEqual([moneyOf(5, 'KES')]);
  expect(told({})).toEqual([moneyOf(0, 'KES')]);
});
