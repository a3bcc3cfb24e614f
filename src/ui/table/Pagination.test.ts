import { describe, expect, it } from 'vitest';
import { pageButtons, pageLabel } from './Pagination.tsx';

describe('paging', () => {
  it('has five page buttons at most, with the page that is shown in the middle where there is room', { tags: ['I-25'] }, () => {
    expect(pageButtons(1, 3)).toEqual([1, 2, 3]);
    expect(pageButtons(1, 9)).toEqual([1, 2, 3, 4, 5]);
    expect(pageButtons(5, 9)).toEqual([3, 4, 5, 6, 7]);
    expect(pageButtons(9, 9)).toEqual([5, 6, 7, 8, 9]);
    expect(pageButtons(40, 9)).toEqual([5, 6, 7, 8, 9]);
    expect(pageButtons(1, 0)).toEqual([]);
  });

  it('says where the page stands in the whole', { tags: ['I-17'] }, () => {
    expect(pageLabel({ page: 3, limit: 10, total: 23 }, 3)).toBe('Showing 21 to 23 of 23 results');
    expect(pageLabel({ page: 1, limit: 10, total: 1 }, 1)).toBe('Showing 1 to 1 of 1 result');
    expect(pageLabel({ page: 4, limit: 10, total: 23 }, 0)).toBe('Showing 0 of 23 results');
  });
});
