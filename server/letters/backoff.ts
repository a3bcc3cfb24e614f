/** How long a letter is tried, milliseconds: it survives a mail server that is down overnight. */
export const triedForMs = 24 * 3_600_000;
/** Minimum and maximum time between two tries, milliseconds. */
const shortestWaitMs = 5000;
const longestWaitMs = 15 * 60_000;

/**
 * Delay from a failed try to the next, milliseconds: as long as the letter has waited so far, so each wait doubles. Null if the letter is
 * given up.
 * @param waitedMs total waiting time so far
 */
export function waitAfter(waitedMs: number): number | null {
  if (waitedMs >= triedForMs) return null;
  const wait = Math.min(Math.max(waitedMs, shortestWaitMs), longestWaitMs);
  // The last try is exactly at the end of the period.
  return Math.min(wait, triedForMs - waitedMs);
}
