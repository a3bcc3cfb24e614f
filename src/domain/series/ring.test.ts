import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRing, recentLimit, ringLimits } from './ring.ts';

describe('rings', () => {
  it('have the documents’ sizes and policies', { tags: ['C-81'] }, () => {
    expect(ringLimits).toMatchObject({
      kpis: { capacity: 200, policy: 'dropOldest' },
      verifications: { capacity: 1000, policy: 'buffer' },
      pipeline: { capacity: 200, policy: 'dropOldest' },
      health: { capacity: 100, policy: 'dropOldest' },
    });
    expect(recentLimit).toBe(20);
  });

  it('drop oldest: keeps the newest, in order, and hands out what went', { tags: ['D-12'] }, () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.array(fc.integer(), { maxLength: 200 }), (capacity, items) => {
        const ring = createRing<number>(capacity, 'dropOldest');
        const dropped = items.flatMap((item) => {
          const gone = ring.push(item);
          return gone === null ? [] : [gone];
        });
        expect(ring.items()).toEqual(items.slice(-capacity));
        expect(dropped).toEqual(items.slice(0, Math.max(0, items.length - capacity)));
        expect(ring.drain()).toHaveLength(Math.min(capacity, items.length));
        expect(ring.size()).toBe(0);
      }),
    );
  });

  it('buffer: drops nothing and says when it is full', { tags: ['D-12'] }, () => {
    const ring = createRing<number>(3, 'buffer');
    expect([1, 2, 3, 4].map((item) => [ring.push(item), ring.isFull()])).toEqual([
      [null, false],
      [null, false],
      [null, true],
      [null, true],
    ]);
    expect(ring.drain()).toEqual([1, 2, 3, 4]);
  });
});
