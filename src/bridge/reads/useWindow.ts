import { rowsAround } from '../../domain/freshness/rowsAround.ts';
import type { Page } from '../../store/types.ts';
import { type LiveRead, useStored } from './useStored.ts';

/**
 * Live read of the rows around those in sight of a long list. While another window or filter is read, the rows of the last one stay, with
 * the place where they stand: `Page.start`.
 * @param deps the primitive values that `read` depends on besides the window
 */
export function useWindow<T>(
  read: (window: { readonly offset: number; readonly limit: number }) => Promise<Page<T>>,
  deps: readonly (string | null | undefined)[],
  range: { readonly first: number; readonly last: number },
): LiveRead<Page<T>> {
  const { offset, limit } = rowsAround(range.first, range.last);
  return useStored(() => read({ offset, limit }), [...deps, offset, limit], { keepPrevious: true });
}
