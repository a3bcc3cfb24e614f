import type { HubStatus } from '../contracts/rpc.ts';

/**
 * The clock that business rows are written by, epoch milliseconds: the platform's own, or the one that stands still while
 * simulation is off (D-16). Ages of business facts (waiting since, backup from) are measured on it; freshness never is.
 */
export function businessNowOf(simulation: HubStatus['simulation'], serverNow: number): number {
  return simulation?.mode === 'off' ? Date.parse(simulation.businessTime) : serverNow;
}
