import type { Problem } from '../contracts/problem.ts';

/** The problem reported for a read whose pages would never end. */
export const endlessPages: Problem = {
  code: 'bad_shape',
  message: 'The platform answered with the same page again instead of the next one. Reading was stopped; the list may be incomplete.',
  retry: false,
};

/** One read over many pages. */
export interface PagedRead {
  /**
   * Whether to continue after this page: null, or why the read ends here.
   * @param keys keys of the rows on the page
   * @param next where the next page begins, according to the other side
   */
  readonly goOn: (keys: Iterable<string | number>, next: string | number) => Problem | null;
}

/**
 * Guarantees that a paged read ends, whatever the other side answers: every page must bring a new row, and none may point back to a
 * position already read. Create one per read.
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
