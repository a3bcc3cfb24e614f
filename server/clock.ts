/**
 * The platform's two clocks. `now` is real time: sessions, tokens, freshness headers and audit records carry it.
 * `business` is the day that the figures belong to: real time too, or frozen at the seed's moment while SIMULATION=off, so
 * that the seed's figures stay what they are (D-16).
 */
export interface Clock {
  now(): Date;
  business(): Date;
}

/** A clock over real time whose business side can be stopped, once, at start. */
export function createClock(): Clock & { freezeBusinessAt(moment: Date): void } {
  let frozen: Date | null = null;
  return {
    now: () => new Date(),
    business: () => new Date(frozen ?? Date.now()),
    freezeBusinessAt(moment) {
      frozen = new Date(moment);
    },
  };
}
