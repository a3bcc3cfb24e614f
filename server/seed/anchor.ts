/**
 * The moment that the seed's day ends at. With SIMULATION=off it is fixed, and the business clock stands still there, so
 * that the documents' figures stay as they are (D-16); live, the same day ends now and the simulator takes it on.
 */
export const FIXED_ANCHOR = '2025-11-18T11:26:06.000Z';

/** The time of day of FIXED_ANCHOR in Nairobi; the seed's clock times are read against it. */
const ANCHOR_CLOCK = '14:26:06';

function secondsOfDay(clock: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}

/** Epoch milliseconds of a clock time of the seed's day (`'13:58:16'`, Nairobi), however the day was shifted. */
export function atClock(anchorMs: number, clock: string): number {
  return anchorMs - (secondsOfDay(ANCHOR_CLOCK) - secondsOfDay(clock)) * 1000;
}

/** The zone's offset from UTC in milliseconds; both demo tenants live in East Africa Time, which has no summer time. */
export const EAT_OFFSET_MS = 3 * 3_600_000;

/** Epoch milliseconds of the first instant of the month that `atMs` lies in, East Africa Time. */
export function startOfMonth(atMs: number): number {
  const local = new Date(atMs + EAT_OFFSET_MS);
  return Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), 1) - EAT_OFFSET_MS;
}

/** The only form of time on any wire. */
export function iso(atMs: number): string {
  return new Date(atMs).toISOString();
}
