import type { ResourceKey } from '../../contracts/rpc.ts';

/** Interval between two fetches of a resource, milliseconds: the first, and the maximum while it stays damaged. */
export const firstGapMs = 5_000;
export const longestGapMs = 60_000;

interface Deps {
  /** Asks the platform for the resource again. */
  readonly ask: (key: ResourceKey) => void;
  /** Monotonic clock, milliseconds. */
  readonly now: () => number;
  /** Runs once after the delay, milliseconds; returns a function that cancels it. */
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
}

/**
 * Refetches resources with a row that is damaged on this device (F-25) while a reader needs them: at once, but never twice within five
 * seconds, and with growing intervals while it stays damaged. So a row that is damaged again right away is not fetched at every read, and
 * one damaged later is still repaired.
 * @returns `need`, called once per reader; it returns a function that ends that need
 */
export function createMending({ ask, now, setTimer }: Deps): { readonly need: (key: ResourceKey) => () => void } {
  const needs = new Map<ResourceKey, { readers: number; gapMs: number; cancel: () => void }>();
  const askedAt = new Map<ResourceKey, number>();
  const schedule = (key: ResourceKey): void => {
    const need = needs.get(key);
    if (need === undefined) return;
    const due = (askedAt.get(key) ?? -Infinity) + need.gapMs;
    need.cancel = setTimer(Math.max(0, due - now()), () => {
      if (askedAt.has(key)) need.gapMs = Math.min(2 * need.gapMs, longestGapMs);
      askedAt.set(key, now());
      ask(key);
      schedule(key);
    });
  };
  return {
    need(key) {
      const before = needs.get(key);
      if (before === undefined) {
        needs.set(key, { readers: 1, gapMs: firstGapMs, cancel: () => {} });
        schedule(key);
      } else before.readers += 1;
      let ended = false;
      return () => {
        const need = needs.get(key);
        if (ended || need === undefined) return;
        ended = true;
        need.readers -= 1;
        if (need.readers > 0) return;
        need.cancel();
        needs.delete(key);
      };
    },
  };
}
