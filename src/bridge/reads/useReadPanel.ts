import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { type AnswerOf, type Callable, endpointOf } from '../../contracts/endpoints.ts';
import type { Problem } from '../../contracts/problem.ts';
import type { CameDamaged } from '../../domain/freshness/cameDamaged.ts';
import { type FreshnessState, freshnessOf, sameFreshness } from '../../domain/freshness/freshness.ts';
import { type PanelState, panelStateOf } from '../../domain/freshness/panelState.ts';
import { haltKnown } from '../../domain/freshness/resourceFreshness.ts';
import { unreadableProblem } from '../../domain/unreadLabels.ts';
import { hubNotices, hubStatus } from '../hub/pageState.ts';
import { type ReadInput, useApiQuery } from './useApiQuery.ts';
import { useConnection } from '../hub/useHubStatus.ts';
import { listenSecond, serverNow } from '../hub/useServerNow.ts';

const noneDamaged: readonly CameDamaged[] = [];

/** A read on demand as a panel shows it. */
export interface ReadPanel<T> {
  readonly state: PanelState;
  /** The last answer, however old; null before the first. */
  readonly value: T | null;
  /** Why there is nothing to show, or why nothing new arrives; null when all is well. */
  readonly problem: Problem | null;
  readonly freshness: FreshnessState;
  /** Rows of the last answer that the platform holds and did not send: while there is one, the panel must not claim to show all. */
  readonly cameDamaged: readonly CameDamaged[];
  readonly busy: boolean;
  /** Asks the platform now. A failure raises a notice, since the stored rows would hide it (F-11). */
  readonly refresh: () => void;
}

/**
 * A read on demand with the state and age that every panel has (D-15), stored on the device. Fetches again when the link returns.
 * @param held how many items an answer holds; 0 is empty
 * @param kind `work`: produced by work that the kill switch stops, so its age stops with it
 */
export function useReadPanel<C extends Callable>(
  call: C,
  input: ReadInput,
  held: (value: AnswerOf<C>) => number,
  kind: 'work' | 'record' = 'record',
): ReadPanel<AnswerOf<C>> {
  const query = useApiQuery(call, input);
  const connected = useConnection().state === 'connected';
  const [pressed, setPressed] = useState(false);
  const kept = query.data ?? null;
  const at = kept === null ? null : (kept.cachedAt ?? kept.serverTime ?? query.dataUpdatedAt);
  // While the link is known to be gone the first failure is enough: the user does not wait for the retries.
  const problem = query.error?.problem ?? (connected ? null : (query.failureReason?.problem ?? null));

  // A copy from the service worker's cache says nothing about the present.
  const failure = query.failureReason?.problem ?? query.error?.problem ?? (kept === null || kept.cachedAt === null ? null : unreached);

  const cameDamaged = kept?.cameDamaged ?? noneDamaged;
  const count = kept === null ? 0 : held(kept.value);
  const { refetch } = query;
  const wasConnected = useRef(connected);
  useEffect(() => {
    if (connected && !wasConnected.current) void refetch();
    wasConnected.current = connected;
  }, [connected, refetch]);

  const refresh = () => {
    setPressed(true);
    void refetch().then(({ error }) => {
      setPressed(false);
      if (error !== null && error.problem.code !== 'cancelled')
        void hubNotices.emit({ kind: 'notice', level: 'warning', title: 'Not refreshed', text: error.problem.message });
    });
  };
  return {
    state: panelStateOf({
      stored: 'ready',
      held: count,
      lacks: cameDamaged.length > 0,
      everFetched: kept !== null,
      failed: problem !== null,
    }),
    value: kept?.value ?? null,
    problem: problem ?? (cameDamaged.length > 0 && count === 0 ? unreadableProblem(cameDamaged.length, cameDamaged.length) : null),
    cameDamaged,
    freshness: useAge(call, at, failure, kind),
    busy: pressed && query.isFetching,
    refresh,
  };
}

const listenBoth = (listener: () => void): (() => void) => {
  const stops = [listenSecond(listener), hubStatus.listen(listener)];
  return () => {
    for (const stop of stops) stop();
  };
};

const unreached: Problem = { code: 'network', message: 'The platform cannot be reached.', retry: true };

/** Age of an answer by the endpoint's own rule; renders only when the text changes. */
function useAge(call: Callable, at: number | null, failure: Problem | null, kind: 'work' | 'record'): FreshnessState {
  return useSyncExternalStore(
    listenBoth,
    useMemo(() => looker(call, at, failure, kind), [call, at, failure, kind]),
  );
}

/** Returns the same object while the content is the same. */
function looker(call: Callable, at: number | null, failure: Problem | null, kind: 'work' | 'record'): () => FreshnessState {
  const { fresh } = endpointOf(call);
  let last: FreshnessState = { kind: 'never' };
  return () => {
    const next = freshnessOf(at === null ? null : { lastSuccessAt: at, failure, vouchedAt: null, owedAt: null }, {
      connected: hubStatus.get().connection.state === 'connected',
      carried: false,
      refetchMs: fresh?.refetchMs ?? null,
      staleAfterMs: fresh?.staleAfterMs ?? 60_000,
      nowMs: serverNow(),
      halt: kind === 'work' ? haltKnown(hubStatus.get()) : null,
    });
    if (!sameFreshness(last, next)) last = next;
    return last;
  };
}
