/**
 * A device's time for tests over real sockets. Timers of up to a second (coalescing, first retries) fire by themselves; longer ones
 * (watchdogs, polls, later retries) fire only when the test advances time. So a busy machine cannot make a connection look dead, and
 * minutes of retries take no longer than the connections.
 */
export interface PassingTime {
  /** Epoch milliseconds; moves only with `pass`. */
  readonly now: () => number;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  /** Advances time by `ms`: due timers run in order, with event loop turns in between. */
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
