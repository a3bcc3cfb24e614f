import type { Problem } from '../../../contracts/problem.ts';
import type { ResourceKey } from '../../../contracts/rpc.ts';
import { resourceDelayMs } from '../../../domain/backoff.ts';
import { freshnessRuleOf } from '../../../domain/freshness/resources.ts';

/**
 * Tracks which resources have failed since their last answer and when each is retried: exponential delay with jitter and a cap
 * (`domain/backoff.ts`), one delay per resource however it is requested. Does no fetching.
 */
export interface FailuresDeps {
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  /** In [0, 1). */
  readonly random: () => number;
  /** A delay is over. `hopeful`: within the retries that the endpoint has after a first failure, whether or not a page shows it. */
  readonly due: (key: ResourceKey, hopeful: boolean) => void;
}

/** The failed resources of one session context; an answer clears its resource. */
export interface Failures {
  readonly has: (key: ResourceKey) => boolean;
  /** Its last call ran into the time limit without an answer. */
  readonly hasHung: (key: ResourceKey) => boolean;
  /** It has failed and its next retry is still to come. */
  readonly isWaiting: (key: ResourceKey) => boolean;
  readonly failed: (key: ResourceKey, problem: Problem) => void;
  readonly answered: (key: ResourceKey) => void;
  /** A page subscribes to a failed resource for which no retry is set: retry now. */
  readonly wake: (key: ResourceKey) => void;
  /**
   * The link is back. True if this resource failed because of the link and should be fetched now. After an error answer of the platform
   * the retry only comes earlier, by less each time, so that a stream that reconnects often does not undo its delays.
   */
  readonly hurry: (key: ResourceKey) => boolean;
  readonly stop: () => void;
}

/** After its retries are used up, a resource without an interval of its own is fetched this often, milliseconds. */
const slowestMs = 60_000;
const hurriedMs = 5_000;

interface Failing {
  readonly failures: number;
  readonly problem: Problem;
  /** Cancels the next retry; null if none is set. */
  cancel: (() => void) | null;
  /** Length of the current delay, milliseconds. */
  waitMs: number;
  /** How often the link's return has shortened a delay since the last answer, and whether it shortened the current one. */
  hurries: number;
  hurried: boolean;
}

/** Nothing has failed yet. Retries are called through `due`. */
export function createFailures(hubDeps: FailuresDeps): Failures {
  const failing = new Map<ResourceKey, Failing>();

  const tryAfter = (key: ResourceKey, state: Failing, delayMs: number): void => {
    state.cancel?.();
    state.waitMs = delayMs;
    state.cancel = hubDeps.setTimer(delayMs, () => {
      state.cancel = null;
      hubDeps.due(key, state.problem.retry && state.failures <= freshnessRuleOf(key).retries);
    });
  };

  return {
    has: (key) => failing.has(key),
    hasHung: (key) => failing.get(key)?.problem.code === 'timeout',
    isWaiting: (key) => (failing.get(key)?.cancel ?? null) !== null,
    failed: (key, problem) => {
      const before = failing.get(key);
      before?.cancel?.();
      const state: Failing = {
        failures: (before?.failures ?? 0) + 1,
        problem,
        cancel: null,
        waitMs: 0,
        hurries: before?.hurries ?? 0,
        hurried: false,
      };
      failing.set(key, state);
      const { retries, refetchMs } = freshnessRuleOf(key);
      const least = problem.retry && state.failures <= retries ? 0 : (refetchMs ?? slowestMs);
      tryAfter(key, state, Math.max(resourceDelayMs(state.failures, hubDeps.random()), least, problem.retryAfterMs ?? 0));
    },
    answered: (key) => {
      failing.get(key)?.cancel?.();
      failing.delete(key);
    },
    wake: (key) => {
      const state = failing.get(key);
      if (state?.cancel === null) tryAfter(key, state, 0);
    },
    hurry: (key) => {
      const state = failing.get(key);
      if (state === undefined) return false;
      if (isOfTheLink(state.problem)) return true;
      const delayMs = hurriedMs * 2 ** state.hurries * (0.8 + 0.4 * hubDeps.random());
      if (state.hurried || (state.cancel !== null && delayMs >= state.waitMs)) return false;
      tryAfter(key, state, delayMs);
      state.hurried = true;
      state.hurries += 1;
      return false;
    },
    stop: () => {
      for (const { cancel } of failing.values()) cancel?.();
      failing.clear();
    },
  };
}

/** The platform was not reached, or something else answered in its place. */
function isOfTheLink({ code }: Problem): boolean {
  return code === 'network' || code === 'timeout' || code === 'bad_shape';
}
