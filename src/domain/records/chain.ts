import type { ChainEntry } from '../../contracts/verification.ts';

/**
 * The verification chain (D-9): what is sealed, how links are checked, and how a rewritten history is noticed. Pure; hashing is passed
 * in, since page, worker and server each have their own.
 */

/** `prevHash` of the first entry of every tenant. */
export const GENESIS = '0'.repeat(64);

/** `evidenceHash` of a verification without a pack: SHA-256 of the empty string. */
export const EMPTY_EVIDENCE_HASH = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** The part of an entry that its seal covers; the tenant comes from the session. */
export type SealedFields = Omit<ChainEntry, 'seal'>;

/** SHA-256 of a text's UTF-8 bytes as 64 lower-case hexadecimal digits. */
export type Sha256 = (text: string) => string | Promise<string>;

/**
 * The RFC 8785 form of an entry, whose SHA-256 is its seal. The members are written in the RFC's order and ECMAScript's number form is
 * the RFC's, so JSON.stringify of this literal IS the canonical form of this flat shape (a test compares it with the canonicalize
 * library).
 * @throws RangeError for non-finite numbers, which JSON.stringify would write as `null`
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

/** Indexes from `from` to `to`, both inclusive. */
export interface IndexRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Why a link does not hold: its content (`seal`), its tie to the previous entry (`prev`), two entries in one place (`fork`), a first
 * entry that does not start from GENESIS, or an entry beyond the announced head.
 */
export type BrokenLink = 'seal' | 'prev' | 'fork' | 'genesis' | 'beyond_head';

/**
 * Verdict on the entries held. `whole` needs every entry from 0 to the head; a missing stretch is `gap`, not an accusation, since those
 * entries are just not on this device. `broken` names the first link that does not hold.
 */
export type ChainVerdict =
  | { readonly state: 'empty' }
  | { readonly state: 'whole'; readonly entries: number; readonly headIndex: number; readonly headSeal: string }
  | { readonly state: 'gap'; readonly entries: number; readonly notHeld: readonly IndexRange[]; readonly headIndex: number }
  | { readonly state: 'broken'; readonly chainIndex: number; readonly vrfId: string; readonly link: BrokenLink; readonly entries: number };

/** Some stored records are not links (`linkOf`), so the chain cannot be judged even if the rest fits. */
export interface NotCheckable {
  readonly state: 'notCheckable';
  /** Records without a chain index or seal. */
  readonly unsealed: number;
  /** Links that were checked. */
  readonly entries: number;
}

/** The verdict if some records are not links: broken if a link is broken, otherwise never whole. */
export function beside(verdict: ChainVerdict, unsealed: number): ChainVerdict | NotCheckable {
  if (unsealed === 0 || verdict.state === 'broken') return verdict;
  return { state: 'notCheckable', unsealed, entries: verdict.state === 'empty' ? 0 : verdict.entries };
}

/** The newest link as announced by the server. */
export interface ChainHead {
  readonly chainIndex: number;
  readonly seal: string;
}

/** An entry with the seal computed here. */
export interface ComputedLink {
  readonly entry: ChainEntry;
  readonly computedSeal: string;
}

/** A link of any chain: its place, its tie to the previous link, the seal it claims and the one computed here. */
export interface Link {
  readonly chainIndex: number;
  readonly prevHash: string;
  readonly seal: string;
  readonly computedSeal: string;
}

/** As ChainVerdict, for links of any kind: `broken` returns the link itself, so that the caller can name it. */
export type LinksVerdict<L extends Link> =
  | Exclude<ChainVerdict, { readonly state: 'broken' }>
  | { readonly state: 'broken'; readonly at: L; readonly link: BrokenLink; readonly entries: number };

/** Judges links with computed seals; order and repetition do not matter. */
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

/** Judges entries of the verification chain with computed seals; a broken one is named by its verification. */
export function judgeChain(links: readonly ComputedLink[], head: ChainHead | null): ChainVerdict {
  const verdict = judgeLinks(
    links.map(({ entry, computedSeal }) => ({ ...entry, computedSeal })),
    head,
  );
  if (verdict.state !== 'broken') return verdict;
  const { at, link, entries } = verdict;
  return { state: 'broken', chainIndex: at.chainIndex, vrfId: at.vrfId, link, entries };
}

/** Computes every seal and judges the chain. `head` is the newest link named by the server, null if unknown. */
export async function checkChain(
  tenantId: string,
  held: readonly ChainEntry[],
  head: ChainHead | null,
  sha256: Sha256,
): Promise<ChainVerdict> {
  const links = await Promise.all(held.map(async (entry) => ({ entry, computedSeal: await sha256(canonicalChainEntry(tenantId, entry)) })));
  return judgeChain(links, head);
}
