import { describe, expect, it } from 'vitest';
import { portfolioStates } from '../../contracts/overview.ts';
import { moneyOf } from './money.ts';
import { completionRate, isCollectable, recyclingRate } from './rates.ts';

describe('rates of finance', () => {
  it('recycling is recycled capital of it and all receivables', { tags: ['C-86'] }, () => {
    const rate = (recycled: number, receivables: number) => recyclingRate(moneyOf(recycled, 'KES'), moneyOf(receivables, 'KES'));
    expect(rate(4_100_000, 31_900_000).toFixed(1)).toBe('11.4');
    expect(rate(5, 0)).toBe(100);
    expect(rate(0, 0)).toBe(0);
  });

  it('completion is payments made of all payments', { tags: ['C-86'] }, () => {
    expect(completionRate(3, 4)).toBe(75);
    expect(completionRate(0, 0)).toBe(0);
  });

  it('counts no receivable twice: lost and recycled portfolios are none', { tags: ['C-30'] }, () => {
    expect(portfolioStates.filter(isCollectable)).toEqual(['eligible', 'eligible_frozen', 'packaged', 'sold']);
  });
});
