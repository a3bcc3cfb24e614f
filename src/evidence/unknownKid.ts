/** More sightings than this within the window raise an alert (C-79). */
export const UNKNOWN_KID_LIMIT = 3;
/** Milliseconds. */
export const UNKNOWN_KID_WINDOW_MS = 10 * 60_000;
/** Minimum interval, in milliseconds, between refetches of the key set because of unknown keys, however many packs name one. */
export const KEY_REFETCH_MS = 60_000;
/** Maximum number of remembered kids: an attacker with ever new kids must not grow the memory. */
const MAX_KIDS = 64;
const MAX_KID_LENGTH = 128;

interface Sightings {
  readonly kid: string;
  readonly times: readonly number[];
  readonly alertedAt: number | null;
}

/** Least recently seen first. */
export type UnknownKids = readonly Sightings[];
export const noUnknownKids: UnknownKids = [];

/**
 * Records one sighting at `now` (epoch milliseconds). `alert` is true once if a kid was seen more than 3 times within 10 minutes, and
 * again only after another window: one alert per flood.
 */
export function noteUnknownKid(kids: UnknownKids, kid: string, now: number): { readonly kids: UnknownKids; readonly alert: boolean } {
  const name = kid.slice(0, MAX_KID_LENGTH);
  const known = kids.find((entry) => entry.kid === name);
  const times = [...(known?.times ?? []).filter((time) => now - time < UNKNOWN_KID_WINDOW_MS), now].slice(-(UNKNOWN_KID_LIMIT + 1));
  const quiet = known?.alertedAt == null || now - known.alertedAt >= UNKNOWN_KID_WINDOW_MS;
  const alert = times.length > UNKNOWN_KID_LIMIT && quiet;
  const entry: Sightings = { kid: name, times, alertedAt: alert ? now : (known?.alertedAt ?? null) };
  return { kids: [...kids.filter((other) => other.kid !== name), entry].slice(-MAX_KIDS), alert };
}

/** Age at which stored keys are refetched: 15 minutes. Old keys are never dropped (D-7); offline they stay valid. */
export const KEY_REFRESH_MS = 15 * 60_000;

/** True if keys must be fetched before a run. `kidHeld`: the stored set has the key that the pack names. */
export function shouldFetchKeys(
  held: { readonly fetchedAt: number; readonly triedAt: number } | null,
  kidHeld: boolean,
  now: number,
): boolean {
  if (held === null || now - held.fetchedAt >= KEY_REFRESH_MS) return true;
  return !kidHeld && now - held.triedAt >= KEY_REFETCH_MS;
}
