import type { ChainEntry } from '../contracts/verification.ts';

/**
 * The verification chain (D-9): what is sealed, how links are checked, and how a rewritten past is noticed. Pure; hashing
 * comes in as a function, because a page, a worker and the server each have their own.
 */

/** `prevHash` of the first entry of every tenant. */
export const GENESIS = '0'.repeat(64);

/** `evidenceHash` of a verification without a pack: SHA-256 of the empty string. */
export const EMPTY_EVIDENCE_HASH = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** The part of an entry that its seal covers, with the tenant that the session knows. */
export type SealedFields = Omit<ChainEntry, 'seal'>;

/** SHA-256 of the UTF-8 form of a text as 64 lower-case hexadecimal digits. */
export type Sha256 = (text: string) => string | Promise<string>;

/**
 * The RFC 8785 form of an entry: what its seal is the SHA-256 of. The members are written in the order the RFC sorts them,
 * and ECMAScript's number form is the RFC's, so JSON.stringify over this literal IS the canonical form for this flat shape
 * (a test holds it against the canonicalize library). Numbers must be finite: JSON.stringify would write `null` for them.
 */
export function canonicalChainEntry(tenantId: string, entry: SealedFields): string {
  const { uptime, fuelSavings, emissionReduction } = entry.performanceKpis;
  for (const figure of [uptime, fuelSavings, emissionReduction, entry.chainIndex]) {
    if (!Number.isFinite(figure)) throw new RangeError('a chain entry holds only finite numbers');
  }
  return JSON.stringify({
    chainIndex: entry.chainIndex,
    covenantHash: entry.covenantHash,
    evidenceHash: entry.evidenceHash,
    performanceKpis: { emissionReduction, fuelSavings, uptime },
    prevHash: entry.prevHash,
    siteCode: entry.siteCode,
    status: entry.status,
    tenantId,
    timestamp: entry.timestamp,
    vrfId: entry.vrfId,
  });
}

/** Indexes from `from` to `to`, both included. */
export interface IndexRange {
  readonly from: number;
  readonly to: number;
}

/** Why a link does not hold: its own content, its tie to the entry before, two entries in one place, a first entry that
 * does not start from GENESIS, or an entry past the chain's announced head. */
export type BrokenLink = 'seal' | 'prev' | 'fork' | 'genesis' | 'beyond_head';

/** What can be said of the entries held. `whole` needs every entry from 0 to the head; a missing stretch is `gap`, never
 * an accusation: those entries are merely not on this device. `broken` names the first link that does not hold. */
export type ChainVerdict =
  | { readonly state: 'empty' }
  | { readonly state: 'whole'; readonly entries: number; readonly headIndex: number; readonly headSeal: string }
  | { readonly state: 'gap'; readonly entries: number; readonly notHeld: readonly IndexRange[]; readonly headIndex: number }
  | { readonly state: 'broken'; readonly chainIndex: number; readonly vrfId: string; readonly link: BrokenLink; readonly entries: number };

/** Records are held that are no links (`linkOf`): whether the chain holds cannot be said, however well what is held of it fits. */
export interface NotCheckable {
  readonly state: 'notCheckable';
  /** Records without a place or a seal. */
  readonly unsealed: number;
  /** Links that were checked. */
  readonly entries: number;
}

/** What is said of a chain of which records are held that are no links: broken where a link is, and never whole. */
export function beside(verdict: ChainVerdict, unsealed: number): ChainVerdict | NotCheckable {
  if (unsealed === 0 || verdict.state === 'broken') return verdict;
  return { state: 'notCheckable', unsealed, entries: verdict.state === 'empty' ? 0 : verdict.entries };
}

/** The newest link as the server announces it. */
export interface ChainHead {
  readonly chainIndex: number;
  readonly seal: string;
}

/** An entry with the seal this side computed for it. */
export interface ComputedLink {
  readonly entry: ChainEntry;
  readonly computedSeal: string;
}

/** What any chain's link is judged by: its place, its tie back, the seal it claims and the one this side computed for it. */
export interface Link {
  readonly chainIndex: number;
  readonly prevHash: string;
  readonly seal: string;
  readonly computedSeal: string;
}

/** As ChainVerdict, of links of any kind: `broken` hands back the link itself, for whoever knows what it is of to name it. */
export type LinksVerdict<L extends Link> =
  | Exclude<ChainVerdict, { readonly state: 'broken' }>
  | { readonly state: 'broken'; readonly at: L; readonly link: BrokenLink; readonly entries: number };

/** Judges links whose seals have been computed already; order and repetition do not matter. */
export function judgeLinks<L extends Link>(links: readonly L[], head: ChainHead | null): LinksVerdict<L> {
  const sorted = links.toSorted((a, b) => a.chainIndex - b.chainIndex);
  const notHeld: IndexRange[] = [];
  let before: L | null = null;
  let entries = 0;
  const broken = (at: L, link: BrokenLink): LinksVerdict<L> => ({ state: 'broken', at, link, entries: sorted.length });

  for (const entry of sorted) {
    if (entry.computedSeal !== entry.seal) return broken(entry, 'seal');
    if (before !== null && before.chainIndex === entry.chainIndex) {
      if (before.seal !== entry.seal) return broken(entry, 'fork');
      continue;
    }
    const expected: number = before === null ? 0 : before.chainIndex + 1;
    if (entry.chainIndex > expected) notHeld.push({ from: expected, to: entry.chainIndex - 1 });
    else if (before === null && entry.prevHash !== GENESIS) return broken(entry, 'genesis');
    else if (before !== null && entry.prevHash !== before.seal) return broken(entry, 'prev');
    if (head !== null && entry.chainIndex > head.chainIndex) return broken(entry, 'beyond_head');
    if (head !== null && entry.chainIndex === head.chainIndex && entry.seal !== head.seal) return broken(entry, 'fork');
    before = entry;
    entries += 1;
  }

  if (before === null) {
    return head === null
      ? { state: 'empty' }
      : { state: 'gap', entries: 0, notHeld: [{ from: 0, to: head.chainIndex }], headIndex: head.chainIndex };
  }
  const headIndex = head?.chainIndex ?? before.chainIndex;
  if (before.chainIndex < headIndex) notHeld.push({ from: before.chainIndex + 1, to: headIndex });
  return notHeld.length > 0 ? { state: 'gap', entries, notHeld, headIndex } : { state: 'whole', entries, headIndex, headSeal: before.seal };
}

/** Judges entries of the verification chain whose seals have been computed already; a broken one is named by its verification. */
export function judgeChain(links: readonly ComputedLink[], head: ChainHead | null): ChainVerdict {
  const verdict = judgeLinks(
    links.map(({ entry, computedSeal }) => ({ ...entry, computedSeal })),
    head,
  );
  if (verdict.state !== 'broken') return verdict;
  const { at, link, entries } = verdict;
  return { state: 'broken', chainIndex: at.chainIndex, vrfId: at.vrfId, link, entries };
}

/** Computes every seal and judges the chain. `head` is the newest link the server named, null where it is not known. */
export async function checkChain(
  tenantId: string,
  held: readonly ChainEntry[],
  head: ChainHead | null,
  sha256: Sha256,
): Promise<ChainVerdict> {
  const links = await Promise.all(held.map(async (entry) => ({ entry, computedSeal: await sha256(canonicalChainEntry(tenantId, entry)) })));
  return judgeChain(links, head);
}
