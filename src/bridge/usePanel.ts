import type { Problem } from '../contracts/problem.ts';
import type { ResourceKey } from '../contracts/rpc.ts';
import type { FreshnessState } from '../domain/freshness.ts';
import { type PanelState, panelStateOf } from '../domain/panelState.ts';
import { useResourceStatus } from './useFreshness.ts';
import type { LiveRead } from './useStored.ts';

/** What a panel shows in place of its rows or beside them. */
export interface PanelFrame {
  readonly state: PanelState;
  /** Why there is nothing to show, or why nothing new comes; null when all is well. */
  readonly problem: Problem | null;
  readonly freshness: FreshnessState;
  /** Rows as the platform counts them, which may be more than are held; null before it said. */
  readonly totalCount: number | null;
  /** Whether an answer has brought all rows; false while the pages of a first fetch come in. */
  readonly whole: boolean;
}

/** A panel's frame and what may be shown in it. */
export interface HeldPanel<T> extends PanelFrame {
  /** What was read; null while nothing of it has an age. */
  readonly value: T | null;
}

/**
 * The state and age of a panel over rows read from the device, and the rows. It is ready when rows and age are both read: no figure is shown
 * without saying how old it is.
 * @param heldOf how many rows `stored` gave
 */
export function usePanel<T>(key: ResourceKey, stored: LiveRead<T>, heldOf: (value: T) => number): HeldPanel<T> {
  const { loading, everFetched, failure, freshness, totalCount, whole } = useResourceStatus(key);
  const held = stored.value === undefined ? 0 : heldOf(stored.value);
  const state = panelStateOf({ stored: loading ? 'loading' : stored.state, held, everFetched, failed: failure !== null });
  return {
    state,
    value: state === 'ready' || state === 'empty' ? (stored.value ?? null) : null,
    problem: stored.problem ?? failure,
    freshness,
    totalCount,
    whole,
  };
}
