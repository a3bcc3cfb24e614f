import { describe, expect, it } from 'vitest';
import { portfolioStates } from '../contracts/overview.ts';
import { completionRate, isCollectable, recyclingRate, sumByCurrency } from './financeRates.ts';

describe('rates of finance', () => {
  it('[C-86] recycling is recycled capital of it and all receivables', () => {
    expect(recyclingRate(4_100_000, 31_900_000).toFixed(1)).toBe('11.4');
    expect(recyclingRate(5, 0)).toBe(100);
    expect(recyclingRate(0, 0)).toBe(0);
  });

  it('[C-86] completion is payments made of all payments', () => {
    expect(completionRate(3, 4)).toBe(75);
    expect(completionRate(0, 0)).toBe(0);
  });

  it('[C-30] counts no receivable twice: lost and recycled portfolios are none', () => {
    expect(portfolioStates.filter(isCollectable)).toEqual(['eligible', 'eligible_frozen', 'packaged', 'sold']);
  });

  it('[D-38] never adds two currencies', () => {
    const sums = sumByCurrency([
      { currency: 'UGX', amount: 5 },
      { currency: 'KES', amount: 2 },
      { currency: 'UGX', amount: 1 },
    ]);
    expect(sums).toEqual([
      { currency: 'UGX', amount: 6 },
      { currency: 'KES', amount: 2 },
    ]);
  });
});
