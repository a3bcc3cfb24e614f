import { describe, expect, it } from 'vitest';
import { createPagedRead, endlessPages } from './paging.ts';

describe('a read of many pages', { tags: ['M-12'] }, () => {
  it('goes on as long as each page brings a row and names a place of its own, also where pages overlap', () => {
    const read = createPagedRead();
    expect(read.goOn(['a', 'b'], 'p2')).toBeNull();
    expect(read.goOn(['b', 'c'], 'p3')).toBeNull();
    expect(read.goOn(['d'], 'p4')).toBeNull();
  });

  it('ends where it is sent to a place again, at once or by turns, though each page brings new rows', () => {
    const same = createPagedRead();
    expect([same.goOn(['a'], 'p2'), same.goOn(['b'], 'p2')]).toEqual([null, endlessPages]);
    const byTurns = createPagedRead();
    expect([byTurns.goOn(['a'], 'p2'), byTurns.goOn(['b'], 'p3'), byTurns.goOn(['c'], 'p2')]).toEqual([null, null, endlessPages]);
  });

  it('ends at a page that adds nothing, whatever place it names: an empty one, and one of rows that came before', () => {
    expect(createPagedRead().goOn([], 'p2')).toBe(endlessPages);
    const read = createPagedRead();
    expect([read.goOn(['a', 'b'], 'p2'), read.goOn(['a', 'b'], 'p3')]).toEqual([null, endlessPages]);
  });
});
