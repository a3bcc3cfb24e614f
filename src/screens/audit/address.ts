import type { AddressOf } from '../../domain/screens/address.ts';

/** Periods that the list can be narrowed to, counted back from now, in milliseconds. */
export const periods = { hour: 3_600_000, day: 86_400_000, week: 604_800_000, month: 2_592_000_000 } as const;
export type Period = keyof typeof periods;

/** What the address says: filter, order and open line. */
export type AuditView = AddressOf<'audit'>;

/** Chain index of the line whose details are open; null if none is. */
export function openLine({ open }: AuditView): number | null {
  return open !== null && /^\d{1,12}$/.test(open) ? Number(open) : null;
}

/** Whether a filter is set. */
export function isNarrowed({ search, area, actor, outcome, period }: AuditView): boolean {
  return search.trim() !== '' || area !== null || actor !== null || outcome !== null || period !== null;
}
