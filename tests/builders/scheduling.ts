import type { ResourceKey } from '../../src/contracts/rpc.ts';
import type { Fetched } from '../../src/workers/hub/fetching/fetchContext.ts';
import { createScheduler } from '../../src/workers/hub/fetching/scheduler.ts';

export const ok: Fetched = { ok: true, value: null };
export const down: Fetched = { ok: false, problem: { code: 'network', message: 'gone', retry: true } };
export const refused: Fetched = { ok: false, problem: { code: 'forbidden', message: 'no', retry: false } };
/** The platform answers with a failure of its own. */
export const broken: Fetched = { ok: false, problem: { code: 'internal', message: 'no', retry: true } };

/** A scheduler with a test-controlled clock, over a platform whose answers the test sets. */
export function createScheduling(
  answer: (key: ResourceKey, signal: AbortSignal) => Fetched | Promise<Fetched> = () => ok,
  mayFetch: (key: ResourceKey) => boolean = () => true,
) {
  const fetched: ResourceKey[] = [];
  const held = new Map<ResourceKey, number>();
  const owed = new Map<ResourceKey, number>();
  const timers = new Set<unknown>();
  const scheduler = createScheduler({
    random: () => 0.5,
    owe: async (key, { seq }) => {
      owed.set(key, seq);
      return true;
    },
    load: async (key, signal) => {
      fetched.push(key);
      return answer(key, signal);
    },
    mayFetch,
    heldAsOf: async (key) => held.get(key) ?? null,
    setTimer: (delayMs, run) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        run();
      }, delayMs);
      timers.add(timer);
      return () => {
        timers.delete(timer);
        clearTimeout(timer);
      };
    },
  });
  const count = (key: ResourceKey) => fetched.filter((each) => each === key).length;
  return { scheduler, fetched, held, owed, timers, count };
}
