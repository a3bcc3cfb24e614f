/**
 * The moment at which the seed's day ends. With SIMULATION=off it is fixed and the business clock stands still there, so that the
 * documents' figures stay as they are (D-16); with the simulation, the same day ends now and the simulator continues it.
 */
export const FIXED_ANCHOR = '2025-11-18T11:26:06.000Z';

/** Time of day of FIXED_ANCHOR in Nairobi; the reference for the seed's clock times. */
const ANCHOR_CLOCK = '14:26:06';

function secondsOfDay(clock: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}

/** Epoch milliseconds of a clock time on the seed's day (`'13:58:16'`, Nairobi), relative to the anchor. */
export function atClock(anchorMs: number, clock: string): number {
  return anchorMs - (secondsOfDay(ANCHOR_CLOCK) - secondsOfDay(clock)) * 1000;
}

/** Offset of East Africa Time from UTC in milliseconds. Both demo tenants use it; it has no daylight saving time. */
export const EAT_OFFSET_MS = 3 * 3_600_000;

/** Epoch milliseconds of the start of the month that contains `atMs`, East Africa Time. */
export function startOfMonth(atMs: number): number {
  const local = new Date(atMs + EAT_OFFSET_MS);
  return Date.UTC(local.getUTCFullYear(), local.getUTCMonth(), 1) - EAT_OFFSET_MS;
}

/** Formats a time as ISO 8601, the only format on the wire. */
export function iso(atMs: number): string {
  return new Date(atMs).toISOString();
}
