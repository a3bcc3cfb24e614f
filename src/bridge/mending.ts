import type { ResourceKey } from '../contracts/rpc.ts';

/** Between two times that a resource is asked for, milliseconds: at first, and at the most while it stays damaged. */
export const firstGapMs = 5_000;
export const longestGapMs = 60_000;

interface Ports {
  /** Asks the platform for the resource again. */
  readonly ask: (key: ResourceKey) => void;
  /** A clock that is not set, milliseconds. */
  readonly now: () => number;
  /** Calls once after a delay, milliseconds; answers how to call it off. */
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
}

/**
 * Asks for resources of which a row was read that is damaged on this device (F-25), for as long as somebody reads one: at once, but never twice within five seconds, and ever more
 * seldom while it stays so. A row that is damaged again as soon as it was fetched is not asked for at every reading; one that is damaged later is not left lying either.
 * @returns `need` of one reader; what it answers ends that need
 */
export function createMending({ ask, now, setTimer }: Ports): { readonly need: (key: ResourceKey) => () => void } {
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
