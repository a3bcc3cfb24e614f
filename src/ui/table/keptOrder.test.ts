import { describe, expect, it } from 'vitest';
import { type Column, nextSort, type Sort } from './columns.ts';
import { keptOrder } from './keptOrder.ts';

const columns = [
  { id: 'name', header: 'Name', width: 100, priority: 1, sortValue: () => '', cell: () => null },
  { id: 'at', header: 'At', width: 100, priority: 1, descFirst: true, sortValue: () => '', cell: () => null },
] as const satisfies readonly Column<object>[];

/** An address, and a function that presses column headers. */
function pressing(usual: Sort | null, word: string | null = null) {
  let sort = word;
  const kept = () => keptOrder(columns, { sort, onSort: (next) => (sort = next) }, usual);
  return (id: 'name' | 'at') => {
    const { sort: held, onSort } = kept();
    onSort(nextSort(held ?? usual, id, id === 'at'));
    return sort;
  };
}

describe('an order kept in the address', { tags: ['D-28'] }, () => {
  it('is written as it is pressed, and not where it is how the list opens', () => {
    const press = pressing({ id: 'at', desc: true });
    expect([press('name'), press('name'), press('at'), press('at'), press('at')]).toEqual(['name', '-name', null, 'at', null]);
  });

  it('gives a list that opens in an order of its own that order back with the third press', () => {
    const press = pressing(null);
    expect([press('at'), press('at'), press('at')]).toEqual(['-at', 'at', null]);
    expect([press('name'), press('at'), press('name'), press('name'), press('name')]).toEqual(['name', '-at', 'name', '-name', null]);
  });

  it('goes on from an order that a link or a saved view brought', () => {
    expect(pressing({ id: 'at', desc: true }, '-name')('name')).toBe('name');
    expect(pressing(null, 'at')('at')).toBeNull();
  });
});
