/**
 * `staleTime` for query-core that forces a refetch, milliseconds. Query-core uses the wall clock, which can be set (F-20): an answer
 * dated in the future came before the clock was set back and would stay fresh until the clock caught up, hours or years. Its age is
 * unknown, so it is refetched; negative infinity refetches whatever the age.
 */
export const askNow = Number.NEGATIVE_INFINITY;

/** `staleTime` of `ms` milliseconds, unless the answer is dated in the future; `wall` is the clock that query-core uses. */
export function freshFor(ms: number, wall: () => number): (query: { readonly state: { readonly dataUpdatedAt: number } }) => number {
  return ({ state }) => (state.dataUpdatedAt > wall() ? askNow : ms);
}
