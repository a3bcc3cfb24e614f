import type { Verification, VerificationStatus } from '../../contracts/verification.ts';
import { verificationStatusSchema } from '../../contracts/verification.ts';
import { z } from '../../contracts/zod.ts';
import type { ChainVerdict, NotCheckable } from '../../domain/chain.ts';
import { chainIntact } from '../../domain/claims/proof.ts';
import type { Claim } from '../../domain/claims/claim.ts';
import { brokenLinkWords, historyWords, type LinkCheck } from '../../domain/chainWords.ts';
import type { HistoryFinding } from '../../domain/history.ts';
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

/** What the chain check says. */
export interface ChainWords {
  readonly claim: Claim;
  readonly detail: string;
  /** Seal of the newest link when all links hold. */
  readonly seal: string | null;
}

/** What is known of a chain besides its links: whether more of them are on their way, and whether all that the platform has named are held. */
export interface ChainHeld {
  readonly arriving: boolean;
  readonly allHeld: boolean;
  /** What is wrong with the past that the platform shows; null: nothing was found. */
  readonly found: HistoryFinding | null;
  /** Set where the links below this place count as this device computed them before, `when` in words. Absent: all were computed now. */
  readonly walkedTo?: { readonly place: number; readonly when: string };
}

/** The claim on the chain with what it stands on (D-9). */
export function chainWords(tenantId: string, verdict: ChainVerdict | NotCheckable | null, held: ChainHeld): ChainWords {
  return {
    claim: chainIntact(tenantId, { verdict, ...held }),
    seal: null,
    ...(held.found === null ? chainDetail(verdict, held) : { detail: historyWords(held.found, null).text }),
  };
}

function chainDetail(
  verdict: ChainVerdict | NotCheckable | null,
  { arriving, allHeld, walkedTo }: ChainHeld,
): Pick<ChainWords, 'detail'> & Partial<ChainWords> {
  if (verdict === null) return { detail: 'Recomputing the seals held on this device.' };
  switch (verdict.state) {
    case 'notCheckable':
      return {
        detail: `${plural(verdict.unsealed, 'record')} came without a seal or a place in the chain; the ${plural(verdict.entries, 'link')} held fit.`,
      };
    case 'empty':
      return { detail: 'No record is on this device yet.' };
    case 'whole':
      if (allHeld && walkedTo !== undefined)
        return {
          detail: `All ${formatCount(verdict.entries)} links recomputed on this device: those up to the signed checkpoint at place ${formatCount(walkedTo.place)} ${walkedTo.when}, the others now.`,
          seal: verdict.headSeal,
        };
      if (allHeld) return { detail: `All ${formatCount(verdict.entries)} links recomputed on this device.`, seal: verdict.headSeal };
      return {
        detail: `The ${formatCount(verdict.entries)} links held fit. ${arriving ? 'The rest is on its way.' : 'Whether the platform has more is not known.'}`,
      };
    case 'gap': {
      const missing = verdict.notHeld.reduce((sum, { from, to }) => sum + to - from + 1, 0);
      if (arriving) return { detail: `${formatCount(verdict.entries)} of ${plural(verdict.headIndex + 1, 'link')} so far, and they fit.` };
      const first = verdict.notHeld[0];
      const where = first === undefined ? '' : ` First missing: link ${formatCount(first.from)}.`;
      return {
        detail: `${plural(missing, 'link')} of ${formatCount(verdict.headIndex + 1)} not held here yet; the ${formatCount(verdict.entries)} held fit.${where}`,
      };
    }
    case 'broken':
      return {
        detail: `First broken link: ${verdict.vrfId} at place ${formatCount(verdict.chainIndex)}: ${brokenLinkWords[verdict.link]}.`,
      };
    default:
      return verdict satisfies never;
  }
}

/** What stands in place of the check of a record that is no link. */
export const noLink: LinkCheck = {
  look: 'idle',
  lead: 'Not checkable.',
  text: 'The platform sent this record without its seal or its place in the chain.',
};

/** The site as people call it; by its code where the platform names none. */
export function siteOf({ siteName, siteCode }: Pick<Verification, 'siteName' | 'siteCode'>): string {
  return siteName ?? siteCode;
}

/** Who decided; nothing is claimed where the platform does not tell. */
export function decidedWords({ automated, status }: Pick<Verification, 'automated' | 'status'>): string {
  if (status === 'pending') return 'Not yet';
  return automated === undefined ? 'Not told' : automated ? 'By rule' : 'By a person';
}
