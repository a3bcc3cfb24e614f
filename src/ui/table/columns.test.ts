import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Column, fittingColumns, nextSort, sortFrom, sortWord, templateOf } from './columns.ts';
import { movedIndex } from './useRowKeys.ts';

const column = (id: string, width: number, priority: Column<object>['priority'], grow = 0): Column<object> => ({
  id,
  header: id,
  width,
  priority,
  grow,
  cell: () => null,
});

describe('columns', () => {
  it('leave by priority, the later of equals first', () => {
    const all = [column('a', 100, 1), column('b', 100, 3), column('c', 100, 5), column('d', 100, 3)];
    expect([...fittingColumns(all, 400)]).toEqual(['a', 'b', 'c', 'd']);
    expect([...fittingColumns(all, 399)]).toEqual(['a', 'b', 'd']);
    expect([...fittingColumns(all, 250)]).toEqual(['a', 'b']);
    expect([...fittingColumns(all, 10)]).toEqual(['a']);
  });

  it('never lose one of priority 1 and never drop one that fits beside the rest', () => {
    const some = fc.array(
      fc.record({ width: fc.integer({ min: 40, max: 300 }), priority: fc.constantFrom<Column<object>['priority']>(1, 2, 3, 4, 5) }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(some, fc.integer({ min: 0, max: 2000 }), (list, width) => {
        const all = list.map((each, at) => column(`c${at}`, each.width, each.priority));
        const kept = fittingColumns(all, width);
        for (const each of all) if (each.priority === 1) expect(kept.has(each.id)).toBe(true);
        const used = all.filter(({ id }) => kept.has(id)).reduce((sum, each) => sum + each.width, 0);
        if (used > width) expect(all.filter(({ id }) => kept.has(id)).every(({ priority }) => priority === 1)).toBe(true);
        if (kept.size < all.length) expect(all.reduce((sum, each) => sum + each.width, 0)).toBeGreaterThan(width);
      }),
    );
  });

  it('reach the edge', () => {
    expect(templateOf([column('a', 100, 1), column('b', 200, 1, 2)])).toBe('6.25rem minmax(12.5rem, 2fr)');
    expect(templateOf([column('a', 100, 1), column('b', 200, 1)])).toBe('6.25rem minmax(12.5rem, 1fr)');
  });

  it('sort the useful way first, then turn', () => {
    expect(nextSort(null, 'at', true)).toEqual({ id: 'at', desc: true });
    expect(nextSort({ id: 'at', desc: true }, 'at', true)).toEqual({ id: 'at', desc: false });
    expect(nextSort({ id: 'at', desc: true }, 'id', false)).toEqual({ id: 'id', desc: false });
  });

  it('keys stay inside the list', () => {
    expect(movedIndex('ArrowUp', 0, 10, 5)).toBe(0);
    expect(movedIndex('PageDown', 7, 10, 5)).toBe(9);
    expect(movedIndex('End', 0, 0, 5)).toBeNull();
    expect(movedIndex('x', 3, 10, 5)).toBeNull();
  });
});

describe('an order in an address', { tags: ['D-28'] }, () => {
  it('comes back as it was written, and what is none is none', () => {
    for (const sort of [
      { id: 'receivables', desc: true },
      { id: 'portfolioId', desc: false },
    ])
      expect(sortFrom(sortWord(sort))).toEqual(sort);
    for (const word of [null, '', '-', '--a', 'a b', '<a>', 'x'.repeat(33)]) expect(sortFrom(word)).toBeNull();
  });
});
