/** How fast answers arrive (F-32). Facts only; how to react to a slow link is decided elsewhere. */

/** How long the newest answers took to start, milliseconds, oldest first. */
export type Pace = readonly number[];

/** From here an answer counts as slow, milliseconds: the user starts to wonder. */
export const slowFromMs = 4_000;
/** Few, so that a recovered link is soon not called slow; more than one, so that a single slow query does not count as a slow link. */
const counted = 3;

/** Adds the newest answer and drops all but the last three. */
export function paceAfter(pace: Pace, tookMs: number): Pace {
  return [...pace, tookMs].slice(-counted);
}

/**
 * Median time of the newest answers if it is slow, rounded to whole seconds, in milliseconds; null otherwise, and before the first
 * answer.
 */
export function slownessOf(pace: Pace): number | null {
  const median = pace.toSorted((a, b) => a - b)[Math.floor(pace.length / 2)];
  return median === undefined || median < slowFromMs ? null : Math.round(median / 1000) * 1000;
}
