/** For how long a letter is tried, milliseconds: a mail server that was away over a night takes it in the morning. */
export const triedForMs = 24 * 3_600_000;
/** Shortest and longest time between two tries, milliseconds. */
const shortestWaitMs = 5000;
const longestWaitMs = 15 * 60_000;

/**
 * When a letter is tried again, milliseconds from the end of a try that failed: after as long as it has waited so far, so that each wait is twice the one before; null where it is
 * given up.
 * @param waitedMs how long it has waited by now, in all
 */
export function waitAfter(waitedMs: number): number | null {
  if (waitedMs >= triedForMs) return null;
  const wait = Math.min(Math.max(waitedMs, shortestWaitMs), longestWaitMs);
  // The last try is at the end of the time and not past it.
  return Math.min(wait, triedForMs - waitedMs);
}
