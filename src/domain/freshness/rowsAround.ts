/** Rows to read from the store: the visible ones and 20 more on both sides, 40 at least and 200 at most (the store's limit). */
export function rowsAround(first: number, last: number): { readonly offset: number; readonly limit: number } {
  const offset = Math.max(0, first - 20);
  return { offset, limit: Math.min(200, Math.max(40, last - offset + 21)) };
}
