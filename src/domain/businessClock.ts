import type { HubStatus } from '../contracts/rpc.ts';

/**
 * The clock that business rows are written by, epoch milliseconds: the platform's own, or the one that is stopped while simulation is off
 * (D-16). Ages of business facts (waiting since, backup from) use it; freshness never does.
 */
export function businessNowOf(simulation: HubStatus['simulation'], serverNow: number): number {
  return simulation?.mode === 'off' ? Date.parse(simulation.businessTime) : serverNow;
}

/**
 * The reference clock for displaying a moment, epoch milliseconds: business time, or real time for moments after the stopped business
 * time. Those were recorded by the real clock (acts, signatures; S-11) and would otherwise appear to be in the future.
 */
export function nowBeside(at: number, businessNow: number, serverNow: number): number {
  return at > businessNow ? serverNow : businessNow;
}

/**
 * True if a moment was recorded by the real clock while business time is stopped; the display marks it (S-11). @param standsAt epoch
 * milliseconds; null while business time runs
 */
export function isOfRealClock(at: number, standsAt: number | null): boolean {
  return standsAt !== null && at > standsAt;
}
