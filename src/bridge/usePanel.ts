import { useMemo } from 'react';
import type { Problem } from '../contracts/problem.ts';
import type { ResourceKey } from '../contracts/rpc.ts';
import type { CameDamaged } from '../domain/cameDamaged.ts';
import { type FreshnessState, withoutPart } from '../domain/freshness.ts';
import { isFedByStream } from '../domain/resources.ts';
import { type PanelState, panelStateOf } from '../domain/panelState.ts';
import { unreadableProblem } from '../domain/unreadWords.ts';
import type { Stored } from '../store/types.ts';
import { useResourceStatus } from './useFreshness.ts';
import { useMending } from './useMending.ts';
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
  /** Rows that are damaged and so neither shown nor counted (F-25): nothing is said of all, and not that there is none, while there is one. */
  readonly unread: number;
  /** Those of them that the platform gave in no form that can be used; counted in `unread`. */
  readonly cameDamaged: readonly CameDamaged[];
  /** Rows that the platform counts and did not list: sums and counts of what is held are without them. */
  readonly notHeld: number;
}

/** A panel's frame and what may be shown in it. */
export interface HeldPanel<T> extends PanelFrame {
  /** What was read; null while nothing of it has an age. */
  readonly value: T | null;
}

/** What a read gave. A read that a damaged row makes fail (`unpackWhole`) leaves none unread. */
export interface RowsRead {
  readonly held: number;
  /** Held besides, and damaged. */
  readonly unread: number;
}

/** Of a list. */
export const listRead = ({ rows, corrupt }: Stored<unknown>): RowsRead => ({ held: rows.length, unread: corrupt });
/** Of an answer that stands in one row, with so many things in it. */
export const answerRead = (held: number): RowsRead => ({ held, unread: 0 });

/**
 * The state and age of a panel over rows read from the device, and the rows. It is ready when rows and age are both read: no figure is shown
 * without saying how old it is.
 * @param readOf how many rows `stored` gave, and how many it could not
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
    // Events bring and take rows of those that the stream carries: the count of the last answer is not theirs any more.
    notHeld: whole && totalCount !== null && !isFedByStream(key) ? Math.max(0, totalCount - read.held - unread) : 0,
  };
}
