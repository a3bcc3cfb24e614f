/** How fast answers come (F-32). Facts for whoever says so; what is done about a slow link is not decided here. */

/** The times that the newest answers took to begin, milliseconds, oldest first. */
export type Pace = readonly number[];

/** From here on an answer is called slow, milliseconds: a person has begun to wonder. */
export const slowFromMs = 4_000;
/** Few, so that a link that has become fast again is not called slow for long; more than one, so that a single slow query does not speak for the link. */
const counted = 3;

export function paceAfter(pace: Pace, tookMs: number): Pace {
  return [...pace, tookMs].slice(-counted);
}

/** What the newest answers took, milliseconds to a whole second, where most of them were slow; null otherwise, and while none has come. */
export function slownessOf(pace: Pace): number | null {
  const median = pace.toSorted((a, b) => a - b)[Math.floor(pace.length / 2)];
  return median === undefined || median < slowFromMs ? null : Math.round(median / 1000) * 1000;
}
