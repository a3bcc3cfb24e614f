import { environmentManager, QueryClient, QueryObserver } from '@tanstack/query-core';
import type { ProblemCode, Result } from '../../contracts/problem.ts';
import type { Topic, TopicSeqs } from '../../contracts/realtime/event.ts';
import type { ResourceKey } from '../../contracts/rpc.ts';
import { askNow, freshFor } from '../../domain/clock/askedAgain.ts';
import { freshnessRuleOf, resourceKeys, touchedBy } from '../../domain/resources.ts';
import { createFailures } from './failures.ts';
import type { Fetched } from './fetchContext.ts';
import { createLanes } from './lanes.ts';
import { ProblemError, problemIn } from './problemError.ts';
import { createReadTurns } from './readTurns.ts';

/**
 * Runs each wanted resource once for all tabs: refetch intervals while somebody looks, coalesced invalidation by topic, and everything
 * once at start (D-37). A resource that fails waits out its own delays (`domain/backoff.ts`), which no event cuts short, and holds up
 * nothing else: what a resync asked for is written down as owed and paid when it answers again. One scheduler lives for one person's stay; `stop` lets nothing be written after it.
 * It does not know what a fetch does.
 */
export interface SchedulerPorts {
  /** Fetches and stores; the signal ends it. */
  readonly load: (key: ResourceKey, signal: AbortSignal) => Promise<Fetched>;
  readonly mayFetch: (key: ResourceKey) => boolean;
  /** Newest seq that the stored rows are known to contain, in this epoch of the log; null if unknown. */
  readonly heldAsOf: (key: ResourceKey, epoch: string) => Promise<number | null>;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  /** In [0, 1). */
  readonly random: () => number;
  /** Writes down that a resource is to be held as of this seq and is not yet: the next hub knows it too. Answers whether the disk has it. */
  readonly owe: (key: ResourceKey, debt: Debt) => Promise<boolean>;
}

/** What a resource is to be held as of, and in which log. */
export interface Debt {
  readonly seq: number;
  readonly epoch: string;
}

export interface Scheduler {
  /** Everything that some page looks at now. */
  readonly want: (keys: ReadonlySet<ResourceKey>) => void;
  /** Fetch now; answers the first problem, if any. What the platform answers to a read that was sent before does not count: what is wished for may not have been so yet. */
  readonly refresh: (keys: readonly ResourceKey[]) => Promise<Result<null>>;
  /** Events of a topic were applied: refetch what they make old, coalesced (C-76). */
  readonly touched: (topic: Topic) => void;
  /** Fetches everything this person may see once, a few at a time. Fetched ones still fresh are left alone. */
  readonly prewarm: () => Promise<void>;
  /** What was fetched counts as old: all of it is fetched again, a few at a time (C-59). */
  readonly invalidate: () => Promise<void>;
  /** The platform answers again: whatever could not reach it or was never fetched is fetched now; where a person `wished` it, whatever failed. */
  readonly recover: (wished?: boolean) => void;
  /** Fetches unless the resource is waiting out a failure. For what the hub itself thinks of; a person's wish is `refresh`. */
  readonly follow: (key: ResourceKey) => void;
  /** What an earlier hub still owed: fetched until it is held, whether or not anybody looks. */
  readonly owes: (key: ResourceKey, debt: Debt) => void;
  /** Makes sure that what these topics feed is held as of the given seqs, or is written down as owed; answers the topics for which that is so. */
  readonly resync: (topics: TopicSeqs, epoch: string) => Promise<readonly Topic[]>;
  /** Gives up what is under way; once it resolves, nothing that was asked for before is written any more. */
  readonly giveUp: () => Promise<void>;
  /** Cancels everything and waits until no fetch can write any more. */
  readonly stop: () => Promise<void>;
}

const prewarmLanes = 3;
const ended = { code: 'cancelled', message: 'The session has ended.', retry: false } as const;
/** All that was under way was given up, and is asked for once more. */
const givenUp = { code: 'cancelled', message: 'It was given up, and is fetched anew.', retry: false } as const;
/** What a read ends with that nothing was answered to. */
const unanswered: ReadonlySet<ProblemCode> = new Set(['cancelled', 'network', 'timeout']);
/** After an answer that is older than what is owed, milliseconds. */
const askAgainMs = 5_000;

export function createScheduler(ports: SchedulerPorts): Scheduler {
  // A worker has no window, which query-core takes for a server: no intervals, no retries (FINDINGS).
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
  /** Whose read under way, or else the last one, was sent: one that waits for its turn is yet to be. */
  const sent = new Set<ResourceKey>();
  /** How many, besides pages, wait for each read under way: it does not end with the page that is left. */
  const wished = new Map<ResourceKey, number>();
  const failures = createFailures({
    ...ports,
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
      // Query-core's own signal is left alone: it would end a read with the last page that looks, whoever else waits for it.
      queryFn: async (): Promise<number> => {
        if (stopped) throw new ProblemError(ended);
        let isBrokenOff = () => false;
        sent.delete(key);
        const outcome = await turns.run(key, failures.hasHung(key), (signal) => {
          sent.add(key);
          isBrokenOff = () => signal.aborted;
          return ports.load(key, signal);
        });
        if (!outcome.ok) {
          if (!isBrokenOff() && outcome.problem.code !== 'cancelled') failures.failed(key, outcome.problem);
          throw new ProblemError(outcome.problem);
        }
        answered(key);
        return 0; // the rows are in the store; query-core only needs to know that they came
      },
      // A view that opens within the interval takes what is there: 'cached 5 min' (C-75).
      staleTime: freshFor(rule.refetchMs ?? Number.POSITIVE_INFINITY, Date.now),
      gcTime: Number.POSITIVE_INFINITY,
      // Tries after a failure are ours: one delay for all ways in which a resource may be asked for.
      retry: false as const,
      retryOnMount: false,
      refetchOnMount: () => !failures.has(key),
      refetchInterval: () => (failures.has(key) ? false : (rule.refetchMs ?? false)),
      refetchIntervalInBackground: true,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // navigator.onLine lies both ways (F-10).
      networkMode: 'always' as const,
    };
  };

  const cameSoFar = (key: ResourceKey): number => client.getQueryState([key])?.dataUpdateCount ?? 0;

  /** What is wished, beside what pages look at: a page that is left, or a tab that is hidden, does not end it. */
  const wish = async <T>(key: ResourceKey, work: () => Promise<T>): Promise<T> => {
    wished.set(key, (wished.get(key) ?? 0) + 1);
    return work().finally(() => wished.set(key, (wished.get(key) ?? 1) - 1));
  };

  /** Fetches now unless a fetch of it is under way, which then counts. Never throws. */
  const fetchNow = async (key: ResourceKey): Promise<Result<null>> => {
    const before = cameSoFar(key);
    try {
      await wish(key, () => client.fetchQuery({ ...optionsOf(key), staleTime: askNow }));
    } catch (error) {
      return { ok: false, problem: stopped ? ended : problemIn(error) };
    }
    // Query-core answers one that was given up with what it had before.
    if (cameSoFar(key) === before) return { ok: false, problem: stopped ? ended : givenUp };
    return { ok: true, value: null };
  };
  /** Has it asked after this moment: a read that was sent before is left to end, and one follows it, which all share who wished for it meanwhile. Never throws. */
  const askAfter = async (key: ResourceKey): Promise<Result<null>> => {
    if (client.getQueryState([key])?.fetchStatus === 'fetching' && sent.has(key)) {
      const before = await fetchNow(key);
      // That nothing answers is news, whenever it was sent: nobody waits for it twice.
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
    // An answer from before the seq that is owed pays nothing: it is asked once more.
    void ports.heldAsOf(key, debt.epoch).then((held) => {
      if (stopped || owed.has(key) || (held ?? -1) >= debt.seq) return;
      owed.set(key, debt);
      paying.get(key)?.();
      const cancel = ports.setTimer(askAgainMs, () => {
        paying.delete(key);
        if (owed.has(key) && !failures.isWaiting(key)) void fetchNow(key);
      });
      paying.set(key, cancel);
    });
  };

  /** A fetch that was already under way may have been answered before `seq`; the one after it was not. */
  const holdAsOf = async (key: ResourceKey, seq: number, epoch: string): Promise<boolean> => {
    for (let tries = 0; tries < 2 && !stopped; tries += 1) {
      const held = await ports.heldAsOf(key, epoch);
      if (held !== null && held >= seq) return true;
      if (failures.isWaiting(key) || !(await fetchNow(key)).ok) return false;
    }
    return ((await ports.heldAsOf(key, epoch)) ?? -1) >= seq;
  };

  const holdOrOwe = async (key: ResourceKey, debt: Debt): Promise<boolean> => {
    if (await holdAsOf(key, debt.seq, debt.epoch)) return true;
    if (stopped || !(await ports.owe(key, debt))) return false;
    owed.set(key, debt);
    return true;
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
      // One that waits out a failure is asked when its time has come, however many events come before.
      else if (failures.isWaiting(key)) return;
      else if (observed.has(key) || owed.has(key)) void fetchNow(key);
      else void client.invalidateQueries({ queryKey: [key], refetchType: 'none' });
    });
    coalescing.set(key, cancel);
  };

  const inLanes = async (keys: readonly ResourceKey[], run: (key: ResourceKey) => Promise<unknown>): Promise<void> => {
    await Promise.all(keys.map((key) => inLane(async () => (stopped ? undefined : run(key)))));
  };

  /** Nobody waits for it any more: its turn is another's. As it was before, it is asked for by whoever looks next. */
  const breakOff = (key: ResourceKey): void => {
    void client.cancelQueries({ queryKey: [key] });
    turns.breakOff(key);
  };

  const giveUp = async (): Promise<void> => {
    await Promise.all([client.cancelQueries(), turns.giveUp()]);
  };

  return {
    giveUp,
    want: (keys) => {
      for (const [key, leave] of observed) {
        if (keys.has(key)) continue;
        leave();
        observed.delete(key);
        if ((wished.get(key) ?? 0) === 0) breakOff(key);
      }
      for (const key of keys) {
        if (stopped || observed.has(key) || !ports.mayFetch(key)) continue;
        const observer = new QueryObserver(client, optionsOf(key));
        observed.set(
          key,
          observer.subscribe(() => {}),
        );
        // It failed while nobody looked, and nobody has tried since.
        if (client.getQueryState([key])?.fetchStatus !== 'fetching') failures.wake(key);
      }
    },
    refresh: async (keys) => {
      const outcomes = await Promise.all(keys.filter(ports.mayFetch).map(askAfter));
      return outcomes.find((outcome) => !outcome.ok) ?? { ok: true, value: null };
    },
    touched: (topic) => {
      for (const key of touchedBy(topic)) {
        if (freshnessRuleOf(key).refreshedBy?.includes(topic)) touch(key);
      }
    },
    follow: (key) => {
      if (!stopped && ports.mayFetch(key) && !failures.isWaiting(key)) void fetchNow(key);
    },
    owes: (key, debt) => void owed.set(key, debt),
    prewarm: () =>
      inLanes(resourceKeys.filter(ports.mayFetch), async (key) => {
        if (!failures.isWaiting(key)) await fetchAhead(key);
      }),
    invalidate: async () => {
      await client.invalidateQueries({ refetchType: 'none' });
      await inLanes(resourceKeys.filter(ports.mayFetch), fetchNow);
    },
    recover: (wished = false) => {
      const missing = resourceKeys.filter((key) => {
        const state = client.getQueryState([key]);
        if (!ports.mayFetch(key) || state?.fetchStatus === 'fetching') return false;
        if (failures.has(key)) return wished || failures.hurry(key);
        return state === undefined || state.status !== 'success';
      });
      void inLanes(missing, (key) => (failures.has(key) ? fetchNow(key) : fetchAhead(key)));
    },
    resync: async (topics, epoch) => {
      // Debts in another log are nobody's any more: its successor has every topic fetched.
      for (const [key, debt] of owed) if (debt.epoch !== epoch) owed.delete(key);
      const landed = await Promise.all(
        seqsOf(topics).map(async ([topic, seq]) => {
          const held = await Promise.all(
            touchedBy(topic)
              .filter(ports.mayFetch)
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
