import { useMemo, useSyncExternalStore } from 'react';
import type { Problem } from '../../contracts/problem.ts';
import type { ResourceKey } from '../../contracts/rpc.ts';
import type { CameDamaged } from '../../domain/freshness/cameDamaged.ts';
import { type FreshnessState, sameFreshness } from '../../domain/freshness/freshness.ts';
import { haltKnown, resourceFreshness } from '../../domain/freshness/resourceFreshness.ts';
import { readNewestFetch, readSync } from '../../store/read.ts';
import type { SyncRow } from '../../store/types.ts';
import { hubStatus } from '../hub/pageState.ts';
import { useConnection } from '../hub/useHubStatus.ts';
import { listenSecond, serverNow } from '../hub/useServerNow.ts';
import { useStored } from './useStored.ts';

/** Result of a resource's last fetches, for a panel's empty and error states. */
export interface SyncStatus {
  /** The store has not been read yet. */
  readonly loading: boolean;
  /** Whether this person ever fetched it on this device. */
  readonly everFetched: boolean;
  /** Whether an answer has delivered all rows; false while the pages of a first fetch arrive. */
  readonly whole: boolean;
  /** Why the last fetch failed; null if it succeeded. */
  readonly failure: Problem | null;
  /** Damaged rows that were set aside and not fetched again yet (F-25). */
  readonly unread: number;
  /** Names of rows that the platform sent damaged, and that are therefore missing here. */
  readonly cameDamaged: readonly CameDamaged[];
  /** Number of rows at the platform, which may be more than are stored. */
  readonly totalCount: number | null;
  /** `lastUpdated` of the last answer, ISO 8601. */
  readonly lastUpdated: string | null;
}

const noneDamaged: readonly CameDamaged[] = [];

/** A resource's last fetches and its age, from one read: a panel that waits for `loading` to end shows no row without its age. */
export function useResourceStatus(key: ResourceKey): SyncStatus & { readonly freshness: FreshnessState } {
  const sync = useStored(() => readSync(key), [key]);
  const row = sync.value ?? null;
  return {
    loading: sync.state === 'loading',
    everFetched: row !== null && row.lastSuccessAt !== null,
    whole: row !== null && row.asOfSeq !== null,
    failure: sync.problem ?? row?.lastFailure ?? null,
    unread: row?.unread ?? 0,
    cameDamaged: row?.cameDamaged ?? noneDamaged,
    totalCount: row?.totalCount ?? null,
    lastUpdated: row?.lastUpdated ?? null,
    freshness: useFreshnessOf(key, row),
  };
}

/**
 * As-of time of the newest data on this device (D-15), epoch milliseconds on the server's clock; null if nothing was ever fetched. A
 * running stream states it; after a cold start without the platform, or before a stream has said anything, the stored rows do.
 */
export function useNewestData(): number | null {
  const { state, newestAt } = useConnection();
  const connected = state === 'connected';
  // While a stream runs it already states this; reading the rows again with every batch would be wasted.
  const stored =
    useStored(() => (connected ? Promise.resolve(null) : readNewestFetch()), [connected], { keepPrevious: true }).value ?? null;
  return newestAt === null || stored === null ? (newestAt ?? stored) : Math.max(newestAt, stored);
}

const listenBoth = (listener: () => void): (() => void) => {
  const stops = [listenSecond(listener), hubStatus.listen(listener)];
  return () => {
    for (const stop of stops) stop();
  };
};

/** Age of a panel's data (D-15), for its chip. Panels that also show rows use `useResourceStatus`. */
export function useFreshness(key: ResourceKey): FreshnessState {
  return useFreshnessOf(key, useStored(() => readSync(key), [key]).value ?? null);
}

/**
 * Freshness from the resource's sync row, the connection and the platform's clock. Checked once a second; renders only when its kind or
 * time changes.
 */
export function useFreshnessOf(key: ResourceKey, row: SyncRow | null): FreshnessState {
  return useSyncExternalStore(
    listenBoth,
    useMemo(() => looker(key, row), [key, row]),
  );
}

/** Returns the same object while the content is the same. */
function looker(key: ResourceKey, row: SyncRow | null): () => FreshnessState {
  let last: FreshnessState = { kind: 'never' };
  return () => {
    const status = hubStatus.get();
    const { connection, storageProblem } = status;
    const next = resourceFreshness(key, row, connection, serverNow(), storageProblem, haltKnown(status));
    if (!sameFreshness(last, next)) last = next;
    return last;
  };
}
