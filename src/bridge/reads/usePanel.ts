import { useMemo } from 'react';
import type { Problem } from '../../contracts/problem.ts';
import type { ResourceKey } from '../../contracts/rpc.ts';
import type { CameDamaged } from '../../domain/freshness/cameDamaged.ts';
import { type FreshnessState, withoutPart } from '../../domain/freshness/freshness.ts';
import { isFedByStream } from '../../domain/freshness/resources.ts';
import { type PanelState, panelStateOf } from '../../domain/freshness/panelState.ts';
import { unreadableProblem } from '../../domain/unreadLabels.ts';
import type { Stored } from '../../store/types.ts';
import { useResourceStatus } from './useFreshness.ts';
import { useMending } from './useMending.ts';
import type { LiveRead } from './useStored.ts';

/** What a panel shows in place of its rows or beside them. */
export interface PanelFrame {
  readonly state: PanelState;
  /** Why there is nothing to show, or why nothing new arrives; null when all is well. */
  readonly problem: Problem | null;
  readonly freshness: FreshnessState;
  /** Number of rows at the platform, which may be more than are stored; null before it is known. */
  readonly totalCount: number | null;
  /** Whether an answer has delivered all rows; false while the pages of a first fetch arrive. */
  readonly whole: boolean;
  /**
   * Damaged rows, neither shown nor counted (F-25): while there is one, a panel must not claim to show all rows, nor that there are none.
   */
  readonly unread: number;
  /** Those the platform sent in an unusable form; included in `unread`. */
  readonly cameDamaged: readonly CameDamaged[];
  /** Rows that the platform counts and did not list: sums and counts of stored rows lack them. */
  readonly notHeld: number;
}

/** A panel's frame and the value to show in it. */
export interface HeldPanel<T> extends PanelFrame {
  /** What was read; null until its age is known. */
  readonly value: T | null;
}

/** Row counts of a read. A read that fails on a damaged row (`unpackWhole`) reports none as unread. */
export interface RowsRead {
  readonly held: number;
  /** Stored too, but damaged. */
  readonly unread: number;
}

/** Row counts of a list. */
export const listRead = ({ rows, corrupt }: Stored<unknown>): RowsRead => ({ held: rows.length, unread: corrupt });
/** Row counts of an answer stored in one row, with this many items. */
export const answerRead = (held: number): RowsRead => ({ held, unread: 0 });

/**
 * State, age and value of a panel over rows read from the device. It is ready when rows and age are both read: no figure is shown without
 * its age.
 * @param readOf how many rows `stored` contains, and how many could not be read
 */
export function usePanel<T>(key: ResourceKey, stored: LiveRead<T>, readOf: (value: T) => RowsRead): HeldPanel<T> {
  const { loading, everFetched, failure, freshness: rowsAge, totalCount, whole, unread: setAside, cameDamaged } = useResourceStatus(key);
  const read = stored.value === undefined ? answerRead(0) : readOf(stored.value);
  const unread = read.unread + setAside + cameDamaged.length;
  const lacks = unread > 0;
  const freshness = useMemo(() => (lacks ? withoutPart(rowsAge) : rowsAge), [lacks, rowsAge]);
  useMending(key, read.unread > 0 || stored.state === 'failed');
  const state = panelStateOf({
    stored: loading ? 'loading' : stored.state,
    held: read.held,
    lacks: lacks || failure?.code === 'storage',
    everFetched,
    failed: failure !== null,
  });
  return {
    state,
    value: state === 'ready' || state === 'empty' ? (stored.value ?? null) : null,
    problem: stored.problem ?? (state === 'failed' && unread > 0 ? unreadableProblem(unread, cameDamaged.length) : failure),
    freshness,
    totalCount,
    whole,
    unread,
    cameDamaged,
    // Events add and remove rows of resources fed by the stream: the last answer's count no longer applies to them.
    notHeld: whole && totalCount !== null && !isFedByStream(key) ? Math.max(0, totalCount - read.held - unread) : 0,
  };
}
