import type { Result } from '../../contracts/problem.ts';
import type { ChainEntry } from '../../contracts/verification.ts';
import { canonicalChainEntry, type ChainHead, type ComputedLink, type Sha256 } from '../../domain/chain.ts';
import { type Anchor, type HistoryFinding, judgeHistory } from '../../domain/history.ts';
import type { MetaStore } from '../../store/types.ts';

/**
 * Holds what the platform shows of the past against what this device saw (D-9, domain/history.ts). The attacker is whoever runs the platform's database: what was seen outlives
 * log-out, what is missing is asked for by its place, and what was found wrong stands, also without the platform, until all that was seen is shown as it was.
 */
export interface HistoryWatch {
  /** Judges what the platform has just shown. `unseen`: it does not give links by their place, so no more can be said than before. */
  readonly show: (head: ChainHead | null, shown: readonly ChainEntry[], chain: ChainDoor) => Promise<Result<'kept' | 'unseen' | 'found'>>;
  /** Says again what was found before this start. */
  readonly recall: () => Promise<void>;
}

/** The ways to links that a list did not show. */
export interface ChainDoor {
  /** Links by their place, `mostAsked` at most; null: the platform has no such door. */
  readonly ask: (places: readonly number[]) => Promise<Result<readonly ChainEntry[] | null>>;
  /** Places up to the head that this device holds no link of; none while rows went to make room. */
  readonly missing: (headIndex: number, most: number) => Promise<Result<readonly number[]>>;
  readonly keep: (links: readonly ChainEntry[]) => Promise<Result<null>>;
}

/** Links that the platform gives at one time. */
export const mostAsked = 500;
/** How often it is asked after one read: the rest waits for the next. */
const mostRounds = 40;
/** All anchors are asked for at the first read, and again after so long, milliseconds. In between the tie of each new link to the newest of them is judged. */
export const compareEveryMs = 60 * 60_000;

interface HistoryPorts {
  readonly meta: Pick<MetaStore, 'readSeen' | 'addAnchors' | 'writeFinding'>;
  readonly tenantId: string;
  readonly sha256: Sha256;
  /** Any steady clock, milliseconds. */
  readonly now: () => number;
  readonly raise: (found: HistoryFinding | null) => void;
}

export function createHistoryWatch({ meta, tenantId, sha256, now, raise }: HistoryPorts): HistoryWatch {
  let hasDoor = true;
  let comparedAt: number | null = null;

  const computed = (entries: readonly ChainEntry[]): Promise<readonly ComputedLink[]> =>
    Promise.all(entries.map(async (entry) => ({ entry, computedSeal: await sha256(canonicalChainEntry(tenantId, entry)) })));

  const found = async (finding: HistoryFinding): Promise<Result<'found'>> => {
    raise(finding);
    const written = await meta.writeFinding(tenantId, finding);
    return written.ok ? { ok: true, value: 'found' } : written;
  };

  const show: HistoryWatch['show'] = async (head, shown, chain) => {
    const seen = await meta.readSeen(tenantId);
    if (!seen.ok) return seen;
    const compares = comparedAt === null || Math.abs(now() - comparedAt) >= compareEveryMs;
    const links: ComputedLink[] = [...(await computed(shown))];
    const refused: number[] = [];
    let anchors = seen.value.anchors;
    let later = compares ? toCompare(anchors, seen.value.finding, head, links) : [];
    let whole = !compares;
    let came: readonly ChainEntry[] = [];
    for (let round = 0; ; round += 1) {
      const verdict = judgeHistory(anchors, { head, links, refused }, mostAsked);
      // What contradicts is told, and not written over what is held.
      if (verdict.state === 'found') return found(verdict.finding);
      const remembered = await remember(verdict.anchors, came, chain);
      if (!remembered.ok) return remembered;
      anchors = [...anchors, ...verdict.anchors];

      let places = verdict.wanted;
      if (places.length === 0 && later.length > 0) {
        places = later.slice(0, mostAsked);
        later = later.slice(mostAsked);
      } else if (places.length === 0 && !whole && head !== null) {
        const missing = await chain.missing(head.chainIndex, mostAsked);
        if (!missing.ok) return missing;
        places = missing.value;
        whole = places.length === 0;
      }
      if (places.length === 0) return compares ? compared(seen.value.finding) : { ok: true, value: 'kept' };
      if (!hasDoor || round === mostRounds) return { ok: true, value: 'unseen' };
      const given = await chain.ask(places);
      if (!given.ok) return given;
      hasDoor = given.value !== null;
      const asked = new Set(places);
      came = (given.value ?? []).filter(({ chainIndex }) => asked.has(chainIndex));
      if (!hasDoor) return { ok: true, value: 'unseen' };
      links.push(...(await computed(came)));
      const there = new Set(came.map(({ chainIndex }) => chainIndex));
      refused.push(...places.filter((place) => !there.has(place)));
    }
  };

  const remember = async (anchors: readonly Anchor[], links: readonly ChainEntry[], chain: ChainDoor): Promise<Result<null>> => {
    const kept = links.length === 0 ? null : await chain.keep(links);
    if (kept?.ok === false) return kept;
    return anchors.length === 0 ? { ok: true, value: null } : meta.addAnchors(tenantId, anchors);
  };

  /** Everything that was seen is shown as it was, and every link up to the head is here. */
  const compared = async (before: HistoryFinding | null): Promise<Result<'kept'>> => {
    const written = before === null ? null : await meta.writeFinding(tenantId, null);
    if (written?.ok === false) return written;
    comparedAt = now();
    if (before !== null) raise(null);
    return { ok: true, value: 'kept' };
  };

  return {
    show,
    recall: async () => {
      const seen = await meta.readSeen(tenantId);
      if (seen.ok && seen.value.finding !== null) raise(seen.value.finding);
    },
  };
}

/** The places of all that was seen, and of what was found wrong, as far as they are not among what is shown anyway. */
function toCompare(
  anchors: readonly Anchor[],
  finding: HistoryFinding | null,
  head: ChainHead | null,
  links: readonly ComputedLink[],
): readonly number[] {
  const shown = new Set(links.map(({ entry }) => entry.chainIndex));
  const places = new Set([...anchors.map(({ chainIndex }) => chainIndex), ...(finding === null ? [] : [finding.chainIndex])]);
  return [...places].filter((place) => !shown.has(place) && head !== null && place <= head.chainIndex).toSorted((a, b) => a - b);
}
