import type { HubStatus } from '../contracts/rpc.ts';

/**
 * The clock that business rows are written by, epoch milliseconds: the platform's own, or the one that stands still while
 * simulation is off (D-16). Ages of business facts (waiting since, backup from) are measured on it; freshness never is.
 */
export function businessNowOf(simulation: HubStatus['simulation'], serverNow: number): number {
  return simulation?.mode === 'off' ? Date.parse(simulation.businessTime) : serverNow;
}

/**
 * The clock that a moment is read beside, epoch milliseconds: business time; or real time, for what happened after the moment at which business time stands still: people did it, or it was
 * signed, by the real clock (S-11). Beside the day that stands it would lie in the future.
 */
export function nowBeside(at: number, businessNow: number, serverNow: number): number {
  return at > businessNow ? serverNow : businessNow;
}

/** Whether a moment is of the real clock while the day that is shown stands still: it is said so, apart from the day's own (S-11). @param standsAt epoch milliseconds; null while business time runs */
export function isOfRealClock(at: number, standsAt: number | null): boolean {
  return standsAt !== null && at > standsAt;
}
