import type { Problem } from '../../contracts/problem.ts';
import type { ResourceKey } from '../../contracts/rpc.ts';
import { resourceDelayMs } from '../../domain/backoff.ts';
import { freshnessRuleOf } from '../../domain/resources.ts';

/**
 * Which resources have failed since they last answered, and when each is tried again: doubling, with jitter, capped
 * (`domain/backoff.ts`), one wait for all ways in which a resource may be asked for. It knows no fetch.
 */
export interface FailuresPorts {
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  /** In [0, 1). */
  readonly random: () => number;
  /** A wait is over. `hopeful`: within the tries that its endpoint has after a first failure, whether or not anybody looks. */
  readonly due: (key: ResourceKey, hopeful: boolean) => void;
}

export interface Failures {
  readonly has: (key: ResourceKey) => boolean;
  /** When it was asked last, the whole time that a call has went by without an answer. */
  readonly hasHung: (key: ResourceKey) => boolean;
  /** It has failed, and its next try has not come yet. */
  readonly isWaiting: (key: ResourceKey) => boolean;
  readonly failed: (key: ResourceKey, problem: Problem) => void;
  readonly answered: (key: ResourceKey) => void;
  /** Somebody wants one that has failed and that nobody was going to try again: tried now. */
  readonly wake: (key: ResourceKey) => void;
  /** The link is back. True where that is news for this resource, to be asked now; one that the platform itself answered with an error is asked
   * a little sooner, ever less so, so that a stream that comes and goes does not undo its delays. */
  readonly hurry: (key: ResourceKey) => boolean;
  readonly stop: () => void;
}

/** Once what can be hoped for has been tried, a resource without an interval of its own is asked this often, milliseconds. */
const slowestMs = 60_000;
const hurriedMs = 5_000;

interface Failing {
  readonly failures: number;
  readonly problem: Problem;
  /** Calls the next try off; null where none is to come. */
  cancel: (() => void) | null;
  /** How long the wait is that runs, milliseconds. */
  waitMs: number;
  /** How often the link's return has cut its waits short since it last answered, and whether the one that runs. */
  hurries: number;
  hurried: boolean;
}

export function createFailures(ports: FailuresPorts): Failures {
  const failing = new Map<ResourceKey, Failing>();

  const tryAfter = (key: ResourceKey, state: Failing, delayMs: number): void => {
    state.cancel?.();
    state.waitMs = delayMs;
    state.cancel = ports.setTimer(delayMs, () => {
      state.cancel = null;
      ports.due(key, state.problem.retry && state.failures <= freshnessRuleOf(key).retries);
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
      tryAfter(key, state, Math.max(resourceDelayMs(state.failures, ports.random()), least, problem.retryAfterMs ?? 0));
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
      const delayMs = hurriedMs * 2 ** state.hurries * (0.8 + 0.4 * ports.random());
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

/** The platform was not reached, or somebody else answered. */
function isOfTheLink({ code }: Problem): boolean {
  return code === 'network' || code === 'timeout' || code === 'bad_shape';
}
