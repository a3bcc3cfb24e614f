import type { ChainEntry, Verification, VerificationStatus } from '../../contracts/verification.ts';
import { verificationStatusSchema } from '../../contracts/verification.ts';
import { z } from '../../contracts/zod.ts';
import type { ChainVerdict } from '../../domain/chain.ts';
import { brokenLinkWords } from '../../domain/chainWords.ts';
import { formatCount, plural } from '../../domain/format.ts';
import type { VerificationSort } from '../../store/types.ts';
import type { Sort } from '../../ui/table/columns.ts';

/** Spans of time the list can be narrowed to, back from the platform's business clock. */
export const periods = { day: 86_400_000, week: 604_800_000, month: 2_592_000_000 } as const;
export type Period = keyof typeof periods;

/** What is looked for, in which order, and which record is open; kept in the address so that a view can be linked (D-28). */
export interface HistoryView {
  readonly search: string;
  readonly status: VerificationStatus | null;
  readonly site: string | null;
  readonly period: Period | null;
  readonly sort: VerificationSort;
  /** Verification whose details are open. */
  readonly open: string | null;
}

const sorts: readonly VerificationSort[] = ['newest', 'oldest', 'site', 'status'];

/** Reads the address. What it does not know is as if it were not there: an old link still opens the list. */
export function viewFrom(params: URLSearchParams): HistoryView {
  const status = z.safeParse(verificationStatusSchema, params.get('status'));
  const period = params.get('period');
  return {
    search: (params.get('q') ?? '').slice(0, 200),
    status: status.success ? status.data : null,
    site: params.get('site'),
    period: period !== null && Object.hasOwn(periods, period) ? (period as Period) : null, // own key of the table
    sort: sorts.find((sort) => sort === params.get('sort')) ?? 'newest',
    // `vrf` is how the platform's own notices named it: what was written then still opens the record.
    open: params.get('id') ?? params.get('vrf'),
  };
}

/** Writes the address; what is as it opens is left out. */
export function paramsOf(view: HistoryView): string {
  const params = new URLSearchParams();
  if (view.search !== '') params.set('q', view.search);
  if (view.status !== null) params.set('status', view.status);
  if (view.site !== null) params.set('site', view.site);
  if (view.period !== null) params.set('period', view.period);
  if (view.sort !== 'newest') params.set('sort', view.sort);
  if (view.open !== null) params.set('id', view.open);
  return params.toString();
}

/** Whether anything narrows the list. */
export function isNarrowed({ search, status, site, period }: HistoryView): boolean {
  return search.trim() !== '' || status !== null || site !== null || period !== null;
}

/** The table's order as the store names it. Site and status only sort upwards: pressed again they give way to the newest first. */
export function sortOf({ id, desc }: Sort): VerificationSort {
  if (id === 'site' || id === 'status') return desc ? 'newest' : id;
  return desc ? 'newest' : 'oldest';
}

export function tableSortOf(sort: VerificationSort): Sort {
  return sort === 'site' || sort === 'status' ? { id: sort, desc: false } : { id: 'time', desc: sort === 'newest' };
}

/** Rows asked of the store around those in sight: some more on both sides, 200 at most (the store's limit). */
export function windowOf(first: number, last: number): { readonly offset: number; readonly limit: number } {
  const offset = Math.max(0, first - 20);
  return { offset, limit: Math.min(200, Math.max(40, last - offset + 21)) };
}

/** What the chain check says, in words and one look. */
export interface ChainWords {
  readonly look: 'ok' | 'warn' | 'bad' | 'pending' | 'idle';
  readonly word: string;
  readonly detail: string;
  /** Seal of the newest link when all links hold. */
  readonly seal: string | null;
}

/**
 * 'Whole' claims every link from the first; a gap is never called broken, nor whole (D-9).
 * @param arriving the rest of the list is on its way: a gap is then no finding yet
 */
export function chainWords(verdict: ChainVerdict | null, arriving: boolean): ChainWords {
  if (verdict === null)
    return { look: 'pending', word: 'Checking chain', detail: 'Recomputing the seals held on this device.', seal: null };
  switch (verdict.state) {
    case 'empty':
      return { look: 'idle', word: 'No chain held', detail: 'No record is on this device yet.', seal: null };
    case 'whole':
      return {
        look: 'ok',
        word: 'Chain intact',
        detail: `All ${formatCount(verdict.entries)} links recomputed on this device.`,
        seal: verdict.headSeal,
      };
    case 'gap': {
      const missing = verdict.notHeld.reduce((sum, { from, to }) => sum + to - from + 1, 0);
      if (arriving)
        return {
          look: 'pending',
          word: 'Fetching the chain',
          detail: `${formatCount(verdict.entries)} of ${plural(verdict.headIndex + 1, 'link')} so far, and they fit.`,
          seal: null,
        };
      const first = verdict.notHeld[0];
      const where = first === undefined ? '' : ` First missing: link ${formatCount(first.from)}.`;
      return {
        look: 'warn',
        word: 'Chain has a gap',
        detail: `${plural(missing, 'link')} of ${formatCount(verdict.headIndex + 1)} not held on this device; the ${formatCount(verdict.entries)} held fit.${where}`,
        seal: null,
      };
    }
    case 'broken':
      return {
        look: 'bad',
        word: 'Chain broken',
        detail: `First broken link: ${verdict.vrfId} at place ${formatCount(verdict.chainIndex)}: ${brokenLinkWords[verdict.link]}.`,
        seal: null,
      };
    default:
      return verdict satisfies never;
  }
}

/** The record a row's seal covers, without what the chain does not hold. */
export function entryOf(verification: Verification): ChainEntry {
  const { chainIndex, vrfId, siteCode, timestamp, performanceKpis, status, covenantHash, evidenceHash, prevHash, seal } = verification;
  return { chainIndex, vrfId, siteCode, timestamp, performanceKpis, status, covenantHash, evidenceHash, prevHash, seal };
}
