import type { EvidencePack } from '../../contracts/evidence.ts';
import type { AddressOf } from '../../domain/screens/address.ts';
import { narrowed } from '../../domain/exports/narrowing.ts';
import { packRule } from '../../domain/exports/rules.ts';
import { formatDate } from '../../domain/formatTime.ts';

/**
 * What the address says: filter, order and open pack. A day is one of the calendar in the tenant's time zone, as displayed: '18 Nov 2025'.
 */
export type EvidenceView = AddressOf<'evidence'>;

/** Whether a filter is set. */
export function isNarrowed({ search, status, site, day }: EvidenceView): boolean {
  return search.trim() !== '' || status !== null || site !== null || day !== null;
}

/**
 * Packs that match the view. Every search word must occur in the pack id, site code, site name, verification or signing key;
 * case-insensitive.
 */
export function filterPacks(packs: readonly EvidencePack[], view: EvidenceView, zone: string): readonly EvidencePack[] {
  const { search, status, site, day } = view;
  return narrowed(packRule, packs, { search, status, siteCode: site, day }, { zone });
}

/** One choice of a filter menu. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Sites with packs, by name. */
export function siteChoices(packs: readonly EvidencePack[]): readonly Choice[] {
  const names = new Map(packs.map(({ siteCode, siteName }) => [siteCode, siteName]));
  return [...names].map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label));
}

/** The newest 14 days with packs, newest first. */
export function dayChoices(packs: readonly EvidencePack[], zone: string): readonly Choice[] {
  const newestFirst = packs.toSorted((a, b) => Date.parse(b.timestamp) - Date.parse(a.timestamp));
  const days = [...new Set(newestFirst.map(({ timestamp }) => formatDate(Date.parse(timestamp), zone)))];
  return days.slice(0, 14).map((day) => ({ value: day, label: day }));
}

/** The next pack to verify: the next older pending one, then from the newest on; null if no other is pending. */
export function nextPending(packs: readonly EvidencePack[], current: string | null): EvidencePack | null {
  const pending = packs
    .filter(({ status, packId }) => status === 'pending' || packId === current)
    .toSorted((a, b) => Date.parse(b.timestamp) - Date.parse(a.timestamp) || b.packId.localeCompare(a.packId));
  const at = pending.findIndex(({ packId }) => packId === current);
  const rest = [...pending.slice(at + 1), ...pending.slice(0, Math.max(0, at))];
  return rest.find(({ packId }) => packId !== current) ?? null;
}
