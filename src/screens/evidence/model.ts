import type { EvidencePack } from '../../contracts/evidence.ts';
import { type VerificationStatus, verificationStatusSchema } from '../../contracts/verification.ts';
import { z } from '../../contracts/zod.ts';
import { narrowed } from '../../domain/exports/narrowing.ts';
import { packRule } from '../../domain/exports/rules.ts';
import { formatDate } from '../../domain/formatTime.ts';

/** What is looked for and which pack is open; kept in the address so that a view can be linked (D-28). */
export interface EvidenceView {
  readonly search: string;
  readonly status: VerificationStatus | null;
  readonly site: string | null;
  /** A calendar day of the tenant's zone, as it is written: '18 Nov 2025'. */
  readonly day: string | null;
  /** Order of the list as `sortWord` writes it; null as it opens. */
  readonly sort: string | null;
  /** The pack whose verification is open. */
  readonly pack: string | null;
}

/** Reads the address. What it does not know is as if it were not there: an old link still opens the list. */
export function viewFrom(params: URLSearchParams): EvidenceView {
  const status = z.safeParse(verificationStatusSchema, params.get('status'));
  return {
    search: (params.get('q') ?? '').slice(0, 200),
    status: status.success ? status.data : null,
    site: params.get('site'),
    day: params.get('day'),
    sort: params.get('sort'),
    pack: params.get('pack'),
  };
}

/** Writes the address; what is as it opens is left out. */
export function paramsOf({ search, status, site, day, sort, pack }: EvidenceView): string {
  const params = new URLSearchParams();
  if (search !== '') params.set('q', search);
  if (status !== null) params.set('status', status);
  if (site !== null) params.set('site', site);
  if (day !== null) params.set('day', day);
  if (sort !== null) params.set('sort', sort);
  if (pack !== null) params.set('pack', pack);
  return params.toString();
}

/** Whether anything narrows the list. */
export function isNarrowed({ search, status, site, day }: EvidenceView): boolean {
  return search.trim() !== '' || status !== null || site !== null || day !== null;
}

/** Packs that fit the view. Every word must be found in pack id, site code, site name, verification or signing key; case does not matter. */
export function filterPacks(packs: readonly EvidencePack[], view: EvidenceView, zone: string): readonly EvidencePack[] {
  const { search, status, site, day } = view;
  return narrowed(packRule, packs, { search, status, siteCode: site, day }, { zone });
}

/** One choice of a filter menu. */
export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** Sites that have packs, by name. */
export function siteChoices(packs: readonly EvidencePack[]): readonly Choice[] {
  const names = new Map(packs.map(({ siteCode, siteName }) => [siteCode, siteName]));
  return [...names].map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label));
}

/** Days that have packs, newest first, a fortnight's worth at most. */
export function dayChoices(packs: readonly EvidencePack[], zone: string): readonly Choice[] {
  const newestFirst = packs.toSorted((a, b) => Date.parse(b.timestamp) - Date.parse(a.timestamp));
  const days = [...new Set(newestFirst.map(({ timestamp }) => formatDate(Date.parse(timestamp), zone)))];
  return days.slice(0, 14).map((day) => ({ value: day, label: day }));
}

/** The pack to verify after this one: the next older pending one, then from the newest on; null when none is left but this. */
export function nextPending(packs: readonly EvidencePack[], current: string | null): EvidencePack | null {
  const pending = packs
    .filter(({ status, packId }) => status === 'pending' || packId === current)
    .toSorted((a, b) => Date.parse(b.timestamp) - Date.parse(a.timestamp) || b.packId.localeCompare(a.packId));
  const at = pending.findIndex(({ packId }) => packId === current);
  const rest = [...pending.slice(at + 1), ...pending.slice(0, Math.max(0, at))];
  return rest.find(({ packId }) => packId !== current) ?? null;
}
