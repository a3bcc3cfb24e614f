import type { Verification } from '../../contracts/verification.ts';
import type { AddressOf } from '../../domain/screens/address.ts';
import type { ChainVerdict, NotCheckable } from '../../domain/records/chain.ts';
import { chainIntact } from '../../domain/claims/proof.ts';
import type { Claim } from '../../domain/claims/claim.ts';
import { brokenLinkLabels, historyLabels, type LinkCheck } from '../../domain/records/chainLabels.ts';
import type { HistoryFinding } from '../../domain/history.ts';
import { formatCount, plural } from '../../domain/format.ts';
import type { VerificationSort } from '../../store/types.ts';
import type { Sort } from '../../ui/table/columns.ts';

/** Periods that the list can be narrowed to, counted back from the platform's business clock, in milliseconds. */
export const periods = { day: 86_400_000, week: 604_800_000, month: 2_592_000_000 } as const;
export type Period = keyof typeof periods;

/** What the address says: filter, order and open record. */
export type HistoryView = AddressOf<'verifications'>;

/** Whether a filter is set. */
export function isNarrowed({ search, status, site, period }: HistoryView): boolean {
  return search.trim() !== '' || status !== null || site !== null || period !== null;
}

/** The table's order as the store names it. Site and status only sort upwards; pressed again, the order becomes newest first. */
export function sortOf({ id, desc }: Sort): VerificationSort {
  if (id === 'site' || id === 'status') return desc ? 'newest' : id;
  return desc ? 'newest' : 'oldest';
}

/** The store's order as the table shows it, the reverse of `sortOf`. */
export function tableSortOf(sort: VerificationSort): Sort {
  return sort === 'site' || sort === 'status' ? { id: sort, desc: false } : { id: 'time', desc: sort === 'newest' };
}

/** Result of the chain check, in words. */
export interface ChainLabels {
  readonly claim: Claim;
  readonly detail: string;
  /** Seal of the newest link if all links are intact. */
  readonly seal: string | null;
}

/** Context of the stored links: whether more are arriving, and whether all that the platform named are stored. */
export interface ChainHeld {
  readonly arriving: boolean;
  readonly allHeld: boolean;
  /** A problem with the history that the platform shows; null if none was found. */
  readonly found: HistoryFinding | null;
  /** Set if links below this place were not recomputed now but on an earlier walk, `when` in words. Absent if all were computed now. */
  readonly walkedTo?: { readonly place: number; readonly when: string };
}

/** The claim on the chain with its basis (D-9). */
export function chainLabels(tenantId: string, verdict: ChainVerdict | NotCheckable | null, held: ChainHeld): ChainLabels {
  return {
    claim: chainIntact(tenantId, { verdict, ...held }),
    seal: null,
    ...(held.found === null ? chainDetail(verdict, held) : { detail: historyLabels(held.found, null).text }),
  };
}

function chainDetail(
  verdict: ChainVerdict | NotCheckable | null,
  { arriving, allHeld, walkedTo }: ChainHeld,
): Pick<ChainLabels, 'detail'> & Partial<ChainLabels> {
  if (verdict === null) return { detail: 'Recomputing the seals on this device.' };
  switch (verdict.state) {
    case 'notCheckable':
      return {
        detail: `${plural(verdict.unsealed, 'record')} came without a seal or a place in the chain; the ${plural(verdict.entries, 'link')} on this device fit.`,
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
        detail: `The ${formatCount(verdict.entries)} links on this device fit. ${arriving ? 'The rest is on its way.' : 'Whether the platform has more is not known.'}`,
      };
    case 'gap': {
      const missing = verdict.notHeld.reduce((sum, { from, to }) => sum + to - from + 1, 0);
      if (arriving) return { detail: `${formatCount(verdict.entries)} of ${plural(verdict.headIndex + 1, 'link')} so far, and they fit.` };
      const first = verdict.notHeld[0];
      const where = first === undefined ? '' : ` First missing: link ${formatCount(first.from)}.`;
      return {
        detail: `${plural(missing, 'link')} of ${formatCount(verdict.headIndex + 1)} not on this device yet; the ${formatCount(verdict.entries)} that are fit.${where}`,
      };
    }
    case 'broken':
      return {
        detail: `First broken link: ${verdict.vrfId} at place ${formatCount(verdict.chainIndex)}: ${brokenLinkLabels[verdict.link]}.`,
      };
    default:
      return verdict satisfies never;
  }
}

/** Shown instead of a check for a record that is not part of the chain. */
export const noLink: LinkCheck = {
  look: 'idle',
  lead: 'Not checkable.',
  text: 'The platform sent this record without its seal or its place in the chain.',
};

/** Name of the site; its code if the platform gives none. */
export function siteOf({ siteName, siteCode }: Pick<Verification, 'siteName' | 'siteCode'>): string {
  return siteName ?? siteCode;
}

/** Who decided: 'Not reported' if the platform does not say. */
export function decidedLabels({ automated, status }: Pick<Verification, 'automated' | 'status'>): string {
  if (status === 'pending') return 'Not yet';
  return automated === undefined ? 'Not reported' : automated ? 'By rule' : 'By a person';
}
