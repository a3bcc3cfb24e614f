import { describe, expect, it } from 'vitest';
import { segmentsToDelete } from './segments.ts';

const limits = { ageMs: 100, sizeBytes: 50 };
const segment = (id: number, storedAt: number, sizeBytes: number) => ({ id, storedAt, sizeBytes });

describe('which segments go', { tags: ['D-12'] }, () => {
  it('those past the age, not those exactly at it', () => {
    expect(segmentsToDelete([segment(1, 0, 1), segment(2, 1, 1), segment(3, 50, 1)], 101, limits)).toEqual([1]);
  });
  it('the oldest until the rest fits', () => {
    expect(segmentsToDelete([segment(1, 90, 30), segment(2, 91, 30), segment(3, 92, 20)], 100, limits)).toEqual([1]);
    expect(segmentsToDelete([segment(1, 90, 25), segment(2, 91, 25)], 100, limits)).toEqual([]);
  });
  it('even the only one, when it alone is too big', () => {
    expect(segmentsToDelete([segment(1, 100, 51)], 100, limits)).toEqual([1]);
  });
});
