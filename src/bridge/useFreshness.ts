import { useMemo, useSyncExternalStore } from 'react';
import type { Problem } from '../contracts/problem.ts';
import type { ResourceKey } from '../contracts/rpc.ts';
import type { CameDamaged } from '../domain/cameDamaged.ts';
import { type FreshnessState, sameFreshness } from '../domain/freshness.ts';
import { haltKnown, resourceFreshness } from '../domain/resourceFreshness.ts';
import { readNewestFetch, readSync } from '../store/read.ts';
import type { SyncRow } from '../store/types.ts';
import { hubStatus } from './pageState.ts';
import { useConnection } from './useHubStatus.ts';
import { listenSecond, serverNow } from './useServerNow.ts';
import { useStored } from './useStored.ts';

/** How a resource's last fetches went, for a panel's empty and error states. */
export interface SyncStatus {
  /** The store has not been asked yet. */
  readonly loading: boolean;
  /** Whether it was ever fetched by this person on this device. */
  readonly everFetched: boolean;
  /** Whether an answer has brought all its rows; false while the pages of a first fetch come in. */
  readonly whole: boolean;
  /** Why the last fetch failed, when it did and nothing has succeeded since. */
  readonly failure: Problem | null;
  /** Rows that were damaged and set aside, and have not come again (F-25). */
  readonly unread: number;
  /** Names of rows that the platform gave damaged, and that are not here for it. */
  readonly cameDamaged: readonly CameDamaged[];
  /** Rows as the platform counts them, which may be more than are held. */
  readonly totalCount: number | null;
  /** `lastUpdated` of the last answer, ISO 8601. */
  readonly lastUpdated: string | null;
}

const noneDamaged: readonly CameDamaged[] = [];

/** A resource's last fetches and its age. Both come of one read, so a panel that waits until it is no longer `loading` shows no row without its age. */
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
 * As of when the newest data on this device is (D-15), epoch milliseconds on the server's clock; null if nothing was ever fetched.
 * A stream says it while it runs; after a cold start without the platform, or before a stream has said anything, the rows do.
 */
export function useNewestData(): number | null {
  const { state, newestAt } = useConnection();
  const connected = state === 'connected';
  // The rows of a running stream would only be read again with every batch, to say what the stream has said.
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

/** How old what a panel shows is (D-15), for its chip. Panels that show rows as well take `useResourceStatus`. */
export function useFreshness(key: ResourceKey): FreshnessState {
  return useFreshnessOf(key, useStored(() => readSync(key), [key]).value ?? null);
}

/** From the resource's sync row, the connection and the platform's clock. Looks once a second, but renders only when the words change
 * their kind or their moment. */
export function useFreshnessOf(key: ResourceKey, row: SyncRow | null): FreshnessState {
  return useSyncExternalStore(
    listenBoth,
    useMemo(() => looker(key, row), [key, row]),
  );
}

/** Answers the same object as long as it says the same. */
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
