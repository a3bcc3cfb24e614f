import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDice, drawn, shares } from './draw.ts';

describe('the draw', { tags: ['M-13'] }, () => {
  it('is the same for a seed, and another for another', () => {
    const letters = [...'abcdefghijklmnopqrstuvwxyz'];
    expect(drawn(letters, 5, createDice(1))).toEqual(drawn(letters, 5, createDice(1)));
    expect(drawn(letters, 5, createDice(1))).not.toEqual(drawn(letters, 5, createDice(2)));
  });

  it('draws each at most once, and all where fewer are there', () => {
    fc.assert(
      fc.property(fc.integer(), fc.uniqueArray(fc.integer(), { maxLength: 50 }), fc.nat(60), (seed, all, count) => {
        const taken = drawn(all, count, createDice(seed));
        expect(new Set(taken).size).toBe(Math.min(count, all.length));
        expect(taken.every((one) => all.includes(one))).toBe(true);
      }),
    );
  });

  it('gives every one its chance', () => {
    const dice = createDice(7);
    const counts = new Map<number, number>();
    for (let round = 0; round < 4000; round += 1)
      for (const one of drawn([1, 2, 3, 4], 1, dice)) counts.set(one, (counts.get(one) ?? 0) + 1);
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });

  it('is shared out by weight, to the last one', () => {
    expect(shares(10, [1, 1])).toEqual([5, 5]);
    expect(shares(10, [3, 1])).toEqual([8, 2]);
    expect(shares(10, [1, 1, 1])).toEqual([4, 3, 3]);
    expect(shares(5, [0, 0])).toEqual([0, 0]);
    fc.assert(
      fc.property(fc.nat(1000), fc.array(fc.nat(10_000), { minLength: 1, maxLength: 9 }), (count, weights) => {
        const total = weights.reduce((sum, weight) => sum + weight, 0);
        fc.pre(total > 0);
        const given = shares(count, weights);
        expect(given.reduce((sum, one) => sum + one, 0)).toBe(count);
        given.forEach((share, index) => expect(Math.abs(share - (count * (weights[index] ?? 0)) / total)).toBeLessThan(1));
      }),
    );
  });
});
