/** What a timer stands on: a clock that nobody sets, milliseconds, and the environment's own timeout, which answers what cancels it. */
export interface TimerPorts {
  readonly monotonic: () => number;
  readonly setTimeout: (run: () => void, delayMs: number) => () => void;
}

/** Overdue by more than this, nothing ran here meanwhile, milliseconds. */
const lateAfterMs = 1_000;
/** What came meanwhile is dealt with in no more than this, milliseconds. */
const longestGraceMs = 2_000;

/**
 * Timers that do not take their own lateness for somebody else's silence. Where the thread could not run (a busy machine, a device that slept) a timer and what it waits
 * for stand in one queue, the timer often first. So one that is late waits again, as long as it was late and two seconds at most: what came meanwhile is heard before
 * it, and may cancel it.
 */
export function createTimer({ monotonic, setTimeout }: TimerPorts): (delayMs: number, run: () => void) => () => void {
  return (delayMs, run) => {
    const dueAt = monotonic() + delayMs;
    let cancel = setTimeout(() => {
      const lateMs = monotonic() - dueAt;
      if (lateMs > lateAfterMs) cancel = setTimeout(run, Math.min(lateMs, longestGraceMs));
      else run();
    }, delayMs);
    return () => cancel();
  };
}
