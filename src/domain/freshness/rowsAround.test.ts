import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rowsAround } from './rowsAround.ts';

it('asks the store for the rows in sight and some more, 200 at most', () => {
  fc.assert(
    fc.property(fc.nat(5000), fc.nat(120), (first, more) => {
      const { offset, limit } = rowsAround(first, first + more);
      expect(offset).toBeLessThanOrEqual(first);
      expect(offset + limit).toBeGreaterThan(first + more);
      expect(limit).toBeLessThanOrEqual(200);
    }),
  );
});
