import type { Problem } from '../contracts/problem.ts';

/** What is said of a read whose pages would never end. */
export const endlessPages: Problem = {
  code: 'bad_shape',
  message:
    'The platform answered with the same page again instead of the next one. Reading was ended, and what came is not taken for all there is.',
  retry: false,
};

/** One read of many pages. */
export interface PagedRead {
  /**
   * Whether the read may go on behind this page: null, or why it ends here.
   * @param keys of the rows that the page brought
   * @param next where the other side says that the next page begins
   */
  readonly goOn: (keys: Iterable<string | number>, next: string | number) => Problem | null;
}

/**
 * A read of many pages ends, whatever the other side answers: every page brings a row that none before it has brought, and none sends the reader to a place where
 * this read has been. Begin one for each read.
 */
export function createPagedRead(): PagedRead {
  const places = new Set<string | number>();
  const rows = new Set<string | number>();
  return {
    goOn: (keys, next) => {
      const before = rows.size;
      for (const key of keys) rows.add(key);
      if (rows.size === before || places.has(next)) return endlessPages;
      places.add(next);
      return null;
    },
  };
}
