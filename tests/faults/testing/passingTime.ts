/**
 * A device's time for tests over real sockets. Waits of a second at most gather (coalescing) or are a first retry, and go by
 * themselves; every longer one decides something (a watchdog, a poll, a further retry) and is the test's to pass. So no busy machine can make a
 * connection look dead, and a ladder of minutes takes as long as its connections do.
 */
export interface PassingTime {
  /** Epoch milliseconds; moves only with `pass`. */
  readonly now: () => number;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  /** Lets `ms` go by: whatever is due runs in its order, with turns for what it does in between. */
  readonly pass: (ms: number) => Promise<void>;
}

const longestByItselfMs = 1000;

export function createPassingTime(start: number): PassingTime {
  let now = start;
  let order = 0;
  const waiting = new Set<{ readonly at: number; readonly order: number; readonly run: () => void }>();
  const next = (until: number) =>
    [...waiting].filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at || a.order - b.order)[0] ?? null;
  return {
    now: () => now,
    setTimer: (delayMs, run) => {
      if (delayMs <= longestByItselfMs) {
        const timer = setTimeout(run, delayMs);
        return () => clearTimeout(timer);
      }
      order += 1;
      const timer = { at: now + delayMs, order, run };
      waiting.add(timer);
      return () => void waiting.delete(timer);
    },
    pass: async (ms) => {
      const until = now + ms;
      for (let due = next(until); due !== null; due = next(until)) {
        waiting.delete(due);
        now = Math.max(now, due.at);
        due.run();
        await new Promise((resolve) => setImmediate(resolve));
      }
      now = until;
    },
  };
}
