import type { FreshnessState } from './freshness.ts';

const order = ['live', 'halted', 'asOf', 'stale'] as const;

/**
 * The freshness of a panel fed by several resources: the worst of them, with the oldest time, and the reason of one that is equally bad
 * and has one. Resources that were never loaded are ignored here and shown as such in their place.
 */
export function worstFreshness(states: readonly FreshnessState[]): FreshnessState {
  const known = states.filter((state) => state.kind !== 'never');
  const [worst] = known.toSorted((a, b) => order.indexOf(b.kind) - order.indexOf(a.kind));
  if (worst === undefined) return { kind: 'never' };
  const saying = known.find((state) => state.kind === worst.kind && 'why' in state && state.why !== undefined);
  return { ...(saying ?? worst), at: Math.min(...known.map(({ at }) => at)) };
}
