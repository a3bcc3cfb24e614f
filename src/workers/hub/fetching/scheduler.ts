import { environmentManager, QueryClient, QueryObserver } from '@tanstack/query-core';
import type { ProblemCode, Result } from '../../../contracts/problem.ts';
import type { Topic, TopicSeqs } from '../../../contracts/realtime/event.ts';
import type { ResourceKey } from '../../../contracts/rpc.ts';
import { askNow, freshFor } from '../../../domain/clock/askedAgain.ts';
import { coalesceMs } from '../../../domain/coalesce.ts';
import { freshnessRuleOf, refetchedBy, resourceKeys, touchedBy } from '../../../domain/freshness/resources.ts';
import { createFailures } from './failures.ts';
import type { Fetched } from './fetchContext.ts';
import { createLanes } from './lanes.ts';
import { ProblemError, problemIn } from '../problemError.ts';
import { createReadTurns } from './readTurns.ts';

/**
 * Fetches each resource once for all tabs: at intervals while a page subscribes, after events of a topic (coalesced), and all of them
 * once at start (D-37). A failing resource waits for its own retries (`domain/backoff.ts`), which no event shortens, and does not hold up
 * others: what a resync needs from it is recorded as owed and fetched when it answers again. One scheduler per session context; nothing
 * is written after `stop`. Does not know what a fetch does.
 */
export interface SchedulerDeps {
  /** Fetches and stores; the signal aborts it. */
  readonly load: (key: ResourceKey, signal: AbortSignal) => Promise<Fetched>;
  readonly mayFetch: (key: ResourceKey) => boolean;
  /** Newest seq that the stored rows are known to contain, in this epoch of the log; null if unknown. */
  readonly heldAsOf: (key: ResourceKey, epoch: string) => Promise<number | null>;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  /** In [0, 1). */
  readonly random: () => number;
  /** Stores that a resource must reach this seq and has not yet, so that the next hub knows it too. Resolves to whether the disk has it. */
  readonly owe: (key: ResourceKey, debt: Debt) => Promise<boolean>;
}

/** The seq that a resource must reach, and in which log. */
export interface Debt {
  readonly seq: number;
  readonly epoch: string;
}

/** The fetches of one session context, for all its pages. */
export interface Scheduler {
  /** All resources that pages subscribe to now. */
  readonly subscribe: (keys: ReadonlySet<ResourceKey>) => void;
  /**
   * Fetches now; returns the first problem, if any. The answer to a read sent earlier does not count, because it may not contain the
   * change the caller waits for.
   */
  readonly refresh: (keys: readonly ResourceKey[]) => Promise<Result<null>>;
  /** Events of a topic were applied: refetches what depends on them, coalesced (C-76). */
  readonly touched: (topic: Topic) => void;
  /** Fetches everything this person may see once, a few at a time. Skips what is still fresh. */
  readonly prewarm: () => Promise<void>;
  /** Marks everything as stale and fetches all of it again, a few at a time (C-59). */
  readonly invalidate: () => Promise<void>;
  /**
   * The platform answers again: fetches what could not reach it or was never fetched; if a person asked for it (`wished`), everything
   * that failed.
   */
  readonly recover: (wished?: boolean) => void;
  /** Fetches unless the resource waits for a retry. For the hub's own needs; a person's request is `refresh`. */
  readonly follow: (key: ResourceKey) => void;
  /** A debt of an earlier hub: fetched until it is settled, with or without subscribers. */
  readonly owes: (key: ResourceKey, debt: Debt) => void;
  /** Brings the resources of these topics to the given seqs, or records them as owed; resolves to the topics for which that succeeded. */
  readonly resync: (topics: TopicSeqs, epoch: string) => Promise<readonly Topic[]>;
  /** Aborts fetches under way; once it resolves, none of them writes any more. */
  readonly giveUp: () => Promise<void>;
  /** Cancels everything and waits until no fetch can write any more. */
  readonly stop: () => Promise<void>;
}

const prewarmLanes = 3;
const ended = { code: 'cancelled', message: 'The session has ended.', retry: false } as const;
/** All fetches under way were aborted and are requested once more. */
const givenUp = { code: 'cancelled', message: 'It was given up, and is fetched anew.', retry: false } as const;
/** Problem codes of a read that got no answer. */
const unanswered: ReadonlySet<ProblemCode> = new Set(['cancelled', 'network', 'timeout']);
/** Delay before refetching after an answer that is older than what is owed, milliseconds. */
const askAgainMs = 5_000;

/** Fetches nothing until it is asked to. */
export function createScheduler(hubDeps: SchedulerDeps): Scheduler {
  // A worker has no window, so query-core takes it for a server: no intervals, no retries (FINDINGS).
  environmentManager.setIsServer(() => false);
  const client = new QueryClient();
  client.mount();
  let stopped = false;
  const observed = new Map<ResourceKey, () => void>();
  const coalescing = new Map<ResourceKey, () => void>();
  const owed = new Map<ResourceKey, Debt>();
  const paying = new Map<ResourceKey, () => void>();
  const inLane = createLanes(prewarmLanes);
  const turns = createReadTurns();
  /** Resources whose current or latest read was sent; a read that still waits for its turn is not in it. */
  const sent = new Set<ResourceKey>();
  /** Number of waiters per read besides pages: while there are any, the read does not end with the last subscription. */
  const wished = new Map<ResourceKey, number>();
  const failures = createFailures({
    ...hubDeps,
    due: (key, hopeful) => {
      if (stopped) return;
      if (observed.has(key) || owed.has(key)) void fetchNow(key);
      else if (hopeful) void inLane(() => fetchNow(key));
    },
  });

  const optionsOf = (key: ResourceKey) => {
    const rule = freshnessRuleOf(key);
    return {
      queryKey: [key],
      // Do not use query-core's own signal: it would abort a read with the last subscriber, whoever else waits for it.
      queryFn: async (): Promise<number> => {
        if (stopped) throw new ProblemError(ended);
        let isBrokenOff = () => false;
        sent.delete(key);
        const outcome = await turns.run(key, failures.hasHung(key), (signal) => {
          sent.add(key);
          isBrokenOff = () => signal.aborted;
          return hubDeps.load(key, signal);
        });
        if (!outcome.ok) {
          if (!isBrokenOff() && outcome.problem.code !== 'cancelled') failures.failed(key, outcome.problem);
          throw new ProblemError(outcome.problem);
        }
        answered(key);
        return 0; // the rows are in the store; query-core only needs to know that they arrived
      },
      // A view that opens within the interval uses what is stored: 'cached 5 min' (C-75).
      staleTime: freshFor(rule.refetchMs ?? Number.POSITIVE_INFINITY, Date.now),
      gcTime: Number.POSITIVE_INFINITY,
      // We retry ourselves: one delay for all ways in which a resource may be requested.
      retry: false as const,
      retryOnMount: false,
      refetchOnMount: () => !failures.has(key),
      refetchInterval: () => (failures.has(key) ? false : (rule.refetchMs ?? false)),
      refetchIntervalInBackground: true,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // navigator.onLine is unreliable in both directions (F-10).
      networkMode: 'always' as const,
    };
  };

  const cameSoFar = (key: ResourceKey): number => client.getQueryState([key])?.dataUpdateCount ?? 0;

  /** Keeps a read alive while `work` waits for it, even if its page is closed or its tab hidden. */
  const wish = async <T>(key: ResourceKey, work: () => Promise<T>): Promise<T> => {
    wished.set(key, (wished.get(key) ?? 0) + 1);
    return work().finally(() => wished.set(key, (wished.get(key) ?? 1) - 1));
  };

  /** Fetches now, or joins a fetch under way. Never throws. */
  const fetchNow = async (key: ResourceKey): Promise<Result<null>> => {
    const before = cameSoFar(key);
    try {
      await wish(key, () => client.fetchQuery({ ...optionsOf(key), staleTime: askNow }));
    } catch (error) {
      return { ok: false, problem: stopped ? ended : problemIn(error) };
    }
    // For an aborted fetch query-core returns the previous data.
    if (cameSoFar(key) === before) return { ok: false, problem: stopped ? ended : givenUp };
    return { ok: true, value: null };
  };
  /**
   * Fetches with a request sent after this moment: lets an earlier read end and starts one after it, shared by all who ask meanwhile.
   * Never throws.
   */
  const askAfter = async (key: ResourceKey): Promise<Result<null>> => {
    if (client.getQueryState([key])?.fetchStatus === 'fetching' && sent.has(key)) {
      const before = await fetchNow(key);
      // A read without an answer counts whenever it was sent: do not wait twice.
      if (!before.ok && unanswered.has(before.problem.code)) return before;
    }
    return fetchNow(key);
  };
  const fetchAhead = (key: ResourceKey): Promise<void> => wish(key, () => client.prefetchQuery(optionsOf(key)));

  const answered = (key: ResourceKey): void => {
    failures.answered(key);
    const debt = owed.get(key);
    if (debt === undefined) return;
    owed.delete(key);
    // An answer from before the owed seq does not settle the debt: fetch once more.
    void hubDeps.heldAsOf(key, debt.epoch).then((held) => {
      if (stopped || owed.has(key) || (held ?? -1) >= debt.seq) return;
      owed.set(key, debt);
      paying.get(key)?.();
      const cancel = hubDeps.setTimer(askAgainMs, () => {
        paying.delete(key);
        if (owed.has(key) && !failures.isWaiting(key)) void fetchNow(key);
      });
      paying.set(key, cancel);
    });
  };

  /** A fetch already under way may have been answered before `seq`; the next one was not. */
  const holdAsOf = async (key: ResourceKey, seq: number, epoch: string): Promise<boolean> => {
    for (let tries = 0; tries < 2 && !stopped; tries += 1) {
      const held = await hubDeps.heldAsOf(key, epoch);
      if (held !== null && held >= seq) return true;
      if (failures.isWaiting(key) || !(await fetchNow(key)).ok) return false;
    }
    return ((await hubDeps.heldAsOf(key, epoch)) ?? -1) >= seq;
  };

  const holdOrOwe = async (key: ResourceKey, debt: Debt): Promise<boolean> => {
    if (await holdAsOf(key, debt.seq, debt.epoch)) return true;
    if (stopped || !(await hubDeps.owe(key, debt))) return false;
    owed.set(key, debt);
    return true;
  };

  const touch = (key: ResourceKey, topic: Topic) => {
    if (coalescing.has(key) || stopped) return;
    const cancel = hubDeps.setTimer(coalesceMs[topic], () => {
      coalescing.delete(key);
      const state = client.getQueryState([key]);
      // An answer under way may be older than the event: ask again after it instead of aborting it, or events arriving faster than the link
      // would never let one through.
      if (state?.fetchStatus === 'fetching') touch(key, topic);
      // A failed resource is fetched when its retry is due, however many events come before.
      else if (failures.isWaiting(key)) return;
      else if (observed.has(key) || owed.has(key)) void fetchNow(key);
      else void client.invalidateQueries({ queryKey: [key], refetchType: 'none' });
    });
    coalescing.set(key, cancel);
  };

  const inLanes = async (keys: readonly ResourceKey[], run: (key: ResourceKey) => Promise<unknown>): Promise<void> => {
    await Promise.all(keys.map((key) => inLane(async () => (stopped ? undefined : run(key)))));
  };

  /** Nobody waits for this read any more: frees its turn. The next subscriber fetches it again. */
  const breakOff = (key: ResourceKey): void => {
    void client.cancelQueries({ queryKey: [key] });
    turns.breakOff(key);
  };

  const giveUp = async (): Promise<void> => {
    await Promise.all([client.cancelQueries(), turns.giveUp()]);
  };

  return {
    giveUp,
    subscribe: (keys) => {
      for (const [key, leave] of observed) {
        if (keys.has(key)) continue;
        leave();
        observed.delete(key);
        if ((wished.get(key) ?? 0) === 0) breakOff(key);
      }
      for (const key of keys) {
        if (stopped || observed.has(key) || !hubDeps.mayFetch(key)) continue;
        const observer = new QueryObserver(client, optionsOf(key));
        observed.set(
          key,
          observer.subscribe(() => {}),
        );
        // It failed without subscribers, and no retry is set.
        if (client.getQueryState([key])?.fetchStatus !== 'fetching') failures.wake(key);
      }
    },
    refresh: async (keys) => {
      const outcomes = await Promise.all(keys.filter(hubDeps.mayFetch).map(askAfter));
      return outcomes.find((outcome) => !outcome.ok) ?? { ok: true, value: null };
    },
    touched: (topic) => {
      for (const key of refetchedBy(topic)) touch(key, topic);
    },
    follow: (key) => {
      if (!stopped && hubDeps.mayFetch(key) && !failures.isWaiting(key)) void fetchNow(key);
    },
    owes: (key, debt) => void owed.set(key, debt),
    prewarm: () =>
      inLanes(resourceKeys.filter(hubDeps.mayFetch), async (key) => {
        if (!failures.isWaiting(key)) await fetchAhead(key);
      }),
    invalidate: async () => {
      await client.invalidateQueries({ refetchType: 'none' });
      await inLanes(resourceKeys.filter(hubDeps.mayFetch), fetchNow);
    },
    recover: (wished = false) => {
      const missing = resourceKeys.filter((key) => {
        const state = client.getQueryState([key]);
        if (!hubDeps.mayFetch(key) || state?.fetchStatus === 'fetching') return false;
        if (failures.has(key)) return wished || failures.hurry(key);
        return state === undefined || state.status !== 'success';
      });
      void inLanes(missing, (key) => (failures.has(key) ? fetchNow(key) : fetchAhead(key)));
    },
    resync: async (topics, epoch) => {
      // Debts in another log are void: every topic of the new log is fetched.
      for (const [key, debt] of owed) if (debt.epoch !== epoch) owed.delete(key);
      const landed = await Promise.all(
        seqsOf(topics).map(async ([topic, seq]) => {
          const held = await Promise.all(
            touchedBy(topic)
              .filter(hubDeps.mayFetch)
              .map((key) => holdOrOwe(key, { seq, epoch })),
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
      for (const cancel of paying.values()) cancel();
      failures.stop();
      await giveUp();
      client.clear();
      client.unmount();
    },
  };
}

function seqsOf(seqs: TopicSeqs): readonly (readonly [Topic, number])[] {
  // TopicSeqs is keyed by Topic; Object.entries forgets it.
  return Object.entries(seqs) as [Topic, number][];
}
