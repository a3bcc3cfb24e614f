/**
 * When an answer that is held is asked for anew, as query-core is told it (`staleTime`, milliseconds). Query-core goes by the wall clock, which anybody can set (F-20): an
 * answer that came 'later than now' came before the clock was set back, and would be fresh until it has caught up, by hours or years. How old it is nobody knows, so it is
 * asked for anew; and where an answer is wanted now, no age of the one that is held counts, not even less than none.
 */
export const askNow = Number.NEGATIVE_INFINITY;

/** Taken as it is for so long, milliseconds, unless it is from the future; `wall` is the clock that query-core goes by. */
export function freshFor(ms: number, wall: () => number): (query: { readonly state: { readonly dataUpdatedAt: number } }) => number {
  return ({ state }) => (state.dataUpdatedAt > wall() ? askNow : ms);
}
