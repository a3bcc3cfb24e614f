/** Dependencies of a timer: a monotonic clock in milliseconds, and the environment's timeout, which returns its cancel function. */
export interface TimerDeps {
  readonly monotonic: () => number;
  readonly setTimeout: (run: () => void, delayMs: number) => () => void;
}

/** A timer overdue by more than this means that the thread did not run, milliseconds. */
const lateAfterMs = 1_000;
/** Maximum extra wait for queued events to be handled, milliseconds. */
const longestGraceMs = 2_000;

/**
 * Timers that do not mistake their own lateness for silence of the other side. After a stall (busy machine, sleep) a timer and the event
 * it waits for are in one queue, the timer often first. A late timer therefore waits again, as long as it was late and at most two
 * seconds, so that queued events are handled first and may cancel it.
 */
export function createTimer({ monotonic, setTimeout }: TimerDeps): (delayMs: number, run: () => void) => () => void {
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
