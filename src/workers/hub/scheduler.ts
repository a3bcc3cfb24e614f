import { environmentManager, QueryClient, QueryObserver } from '@tanstack/query-core';
import type { Result } from '../../contracts/problem.ts';
import type { Topic, TopicSeqs } from '../../contracts/realtime/event.ts';
import type { ResourceKey } from '../../contracts/rpc.ts';
import { freshnessRuleOf, resourceKeys, touchedBy } from '../../domain/resources.ts';
import type { Fetched } from './fetchContext.ts';
import { ProblemError, problemIn } from './problemError.ts';

/**
 * Runs each wanted resource once for all tabs: refetch intervals while somebody looks, retries, coalesced invalidation by
 * topic, and everything once at start (D-37). One scheduler lives for one person's stay; `stop` lets nothing be written after it.
 * It does not know what a fetch does.
 */
export interface SchedulerPorts {
  /** Fetches and stores; the signal ends it. */
  readonly load: (key: ResourceKey, signal: AbortSignal) => Promise<Fetched>;
  readonly mayFetch: (key: ResourceKey) => boolean;
  /** Newest seq that the stored rows are known to contain, in this epoch of the log; null if unknown. */
  readonly heldAsOf: (key: ResourceKey, epoch: string) => Promise<number | null>;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
}

export interface Scheduler {
  /** Everything that some page looks at now. */
  readonly want: (keys: ReadonlySet<ResourceKey>) => void;
  /** Fetch now; answers the first problem, if any. */
  readonly refresh: (keys: readonly ResourceKey[]) => Promise<Result<null>>;
  /** Events of a topic were applied: refetch what they make old, coalesced (C-76). */
  readonly touched: (topic: Topic) => void;
  /** Fetches everything this person may see once, a few at a time. Fetched ones still fresh are left alone. */
  readonly prewarm: () => Promise<void>;
  /** What was fetched counts as old: all of it is fetched again, a few at a time (C-59). */
  readonly invalidate: () => Promise<void>;
  /** The platform answers again: whatever failed or was never fetched is fetched now. */
  readonly recover: () => void;
  /** Makes sure that what these topics feed is held as of the given seqs; answers the topics for which it now is. */
  readonly resync: (topics: TopicSeqs, epoch: string) => Promise<readonly Topic[]>;
  /** Cancels everything and waits until no fetch can write any more. */
  readonly stop: () => Promise<void>;
}

const prewarmLanes = 3;
/** 1, 2, 4 s and so on, 30 at most; a platform that names a delay is obeyed. */
const retryDelayMs = (failures: number, error: unknown): number => problemIn(error).retryAfterMs ?? Math.min(1000 * 2 ** failures, 30_000);

export function createScheduler(ports: SchedulerPorts): Scheduler {
  // A worker has no window, which query-core takes for a server: no intervals, no retries (FINDINGS).
  environmentManager.setIsServer(() => false);
  const client = new QueryClient();
  client.mount();
  let stopped = false;
  const running = new Set<Promise<unknown>>();
  const observed = new Map<ResourceKey, () => void>();
  const coalescing = new Map<ResourceKey, () => void>();

  const optionsOf = (key: ResourceKey) => {
    const rule = freshnessRuleOf(key);
    return {
      queryKey: [key],
      queryFn: async ({ signal }: { signal: AbortSignal }): Promise<number> => {
        if (stopped) throw new ProblemError({ code: 'cancelled', message: 'The session has ended.', retry: false });
        const work = ports.load(key, signal);
        running.add(work);
        const outcome = await work.finally(() => running.delete(work));
        if (!outcome.ok) throw new ProblemError(outcome.problem);
        return 0; // the rows are in the store; query-core only needs to know that they came
      },
      // A view that opens within the interval takes what is there: 'cached 5 min' (C-75).
      staleTime: rule.refetchMs ?? Number.POSITIVE_INFINITY,
      gcTime: Number.POSITIVE_INFINITY,
      retry: (failures: number, error: unknown): boolean => problemIn(error).retry && failures < rule.retries,
      retryDelay: retryDelayMs,
      refetchInterval: rule.refetchMs ?? (false as const),
      refetchIntervalInBackground: true,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // navigator.onLine lies both ways (F-10).
      networkMode: 'always' as const,
    };
  };

  /** Fetches now unless a fetch of it is under way, which then counts. Never throws. */
  const fetchNow = async (key: ResourceKey, retry = true): Promise<Result<null>> => {
    try {
      await client.fetchQuery({ ...optionsOf(key), staleTime: 0, ...(retry ? {} : { retry: false }) });
      return { ok: true, value: null };
    } catch (error) {
      return { ok: false, problem: stopped ? { code: 'cancelled', message: 'The session has ended.', retry: false } : problemIn(error) };
    }
  };

  /** A fetch that was already under way may have been answered before `seq`; the one after it was not. */
  const holdAsOf = async (key: ResourceKey, seq: number, epoch: string): Promise<boolean> => {
    for (let tries = 0; tries < 2 && !stopped; tries += 1) {
      const held = await ports.heldAsOf(key, epoch);
      if (held !== null && held >= seq) return true;
      if (!(await fetchNow(key)).ok) return false;
    }
    return ((await ports.heldAsOf(key, epoch)) ?? -1) >= seq;
  };

  const touch = (key: ResourceKey) => {
    if (coalescing.has(key) || stopped) return;
    const coalesceMs = freshnessRuleOf(key).coalesceMs ?? 0;
    const cancel = ports.setTimer(coalesceMs, () => {
      coalescing.delete(key);
      const state = client.getQueryState([key]);
      // An answer under way may be older than the event: ask again after it instead of cutting it off, or a stream of
      // events faster than the link would never let one through.
      if (state?.fetchStatus === 'fetching') touch(key);
      else if (observed.has(key)) void fetchNow(key);
      else void client.invalidateQueries({ queryKey: [key], refetchType: 'none' });
    });
    coalescing.set(key, cancel);
  };

  const inLanes = async (keys: readonly ResourceKey[], run: (key: ResourceKey) => Promise<unknown>): Promise<void> => {
    const queue = [...keys];
    const lane = async () => {
      for (let key = queue.shift(); key !== undefined && !stopped; key = queue.shift()) await run(key);
    };
    await Promise.all(Array.from({ length: prewarmLanes }, lane));
  };

  return {
    want: (keys) => {
      for (const [key, leave] of observed) {
        if (keys.has(key)) continue;
        leave();
        observed.delete(key);
      }
      for (const key of keys) {
        if (stopped || observed.has(key) || !ports.mayFetch(key)) continue;
        const observer = new QueryObserver(client, optionsOf(key));
        observed.set(
          key,
          observer.subscribe(() => {}),
        );
      }
    },
    refresh: async (keys) => {
      const outcomes = await Promise.all(keys.filter(ports.mayFetch).map((key) => fetchNow(key, false)));
      return outcomes.find((outcome) => !outcome.ok) ?? { ok: true, value: null };
    },
    touched: (topic) => {
      for (const key of touchedBy(topic)) {
        if (freshnessRuleOf(key).refreshedBy?.includes(topic)) touch(key);
      }
    },
    prewarm: () => inLanes(resourceKeys.filter(ports.mayFetch), (key) => client.prefetchQuery(optionsOf(key))),
    invalidate: async () => {
      await client.invalidateQueries({ refetchType: 'none' });
      await inLanes(resourceKeys.filter(ports.mayFetch), (key) => fetchNow(key, false));
    },
    recover: () => {
      const failed = resourceKeys.filter((key) => {
        const state = client.getQueryState([key]);
        return (
          ports.mayFetch(key) &&
          state?.fetchStatus !== 'fetching' &&
          (state === undefined || state.status !== 'success' || state.error !== null)
        );
      });
      void inLanes(failed, (key) => fetchNow(key));
    },
    resync: async (topics, epoch) => {
      const landed = await Promise.all(
        seqsOf(topics).map(async ([topic, seq]) => {
          const held = await Promise.all(
            touchedBy(topic)
              .filter(ports.mayFetch)
              .map((key) => holdAsOf(key, seq, epoch)),
          );
          return held.every(Boolean) ? [topic] : [];
        }),
      );
      return landed.flat();
    },
    stop: async () => {
      stopped = true;
      for (const cancel of coalescing.values()) cancel();
      for (const leave of observed.values()) leave();
      coalescing.clear();
      observed.clear();
      await client.cancelQueries();
      // Cancelling only tells; a fetch that is already writing ends when it has written.
      await Promise.allSettled(running);
      client.clear();
      client.unmount();
    },
  };
}

function seqsOf(seqs: TopicSeqs): readonly (readonly [Topic, number])[] {
  // TopicSeqs is keyed by Topic; Object.entries forgets it.
  return Object.entries(seqs) as [Topic, number][];
}
