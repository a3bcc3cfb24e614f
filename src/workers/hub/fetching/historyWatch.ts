import type { Result } from '../../../contracts/problem.ts';
import type { ChainEntry } from '../../../contracts/verification.ts';
import { canonicalChainEntry, type ChainHead, type ComputedLink, type Sha256 } from '../../../domain/records/chain.ts';
import { type Anchor, type HistoryFinding, judgeHistory } from '../../../domain/history.ts';
import type { MetaStore } from '../../../store/types.ts';

/**
 * Compares the past that the platform shows with what this device saw (D-9, domain/history.ts). The attacker controls the platform's
 * database. Anchors survive log-out, missing links are requested by index, and a finding stays, also offline, until everything seen
 * earlier is shown unchanged.
 */
export interface HistoryWatch {
  /**
   * Judges what the platform has just shown. `unseen`: the platform does not serve links by index, so nothing more can be said than
   * before.
   */
  readonly show: (head: ChainHead | null, shown: readonly ChainEntry[], chain: ChainDoor) => Promise<Result<'kept' | 'unseen' | 'found'>>;
  /** Raises a finding stored before this start again. */
  readonly recall: () => Promise<void>;
}

/** Access to links that a list did not show. */
export interface ChainDoor {
  /** Links by index, at most `maxAsked`; null: the platform has no such endpoint. */
  readonly ask: (places: readonly number[]) => Promise<Result<readonly ChainEntry[] | null>>;
  /** Indexes up to the head for which this device stores no link; none while rows are evicted for lack of space. */
  readonly missing: (headIndex: number, most: number) => Promise<Result<readonly number[]>>;
  readonly keep: (links: readonly ChainEntry[]) => Promise<Result<null>>;
}

/** Maximum number of links per request. */
export const maxAsked = 500;
/** Maximum number of requests after one read; the rest waits for the next read. */
const maxRounds = 40;
/**
 * All anchors are compared at the first read and again after this time, milliseconds. In between, new links are judged by their tie to
 * the newest anchor.
 */
export const compareEveryMs = 60 * 60_000;

interface HistoryDeps {
  readonly meta: Pick<MetaStore, 'readSeen' | 'addAnchors' | 'writeFinding'>;
  readonly tenantId: string;
  readonly sha256: Sha256;
  /** Any monotonic clock, milliseconds. */
  readonly now: () => number;
  readonly raise: (found: HistoryFinding | null) => void;
}

/** The first read compares all anchors. */
export function createHistoryWatch({ meta, tenantId, sha256, now, raise }: HistoryDeps): HistoryWatch {
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
      const verdict = judgeHistory(anchors, { head, links, refused }, maxAsked);
      // A contradiction is reported and does not overwrite what is stored.
      if (verdict.state === 'found') return found(verdict.finding);
      const remembered = await remember(verdict.anchors, came, chain);
      if (!remembered.ok) return remembered;
      anchors = [...anchors, ...verdict.anchors];

      let places = verdict.wanted;
      if (places.length === 0 && later.length > 0) {
        places = later.slice(0, maxAsked);
        later = later.slice(maxAsked);
      } else if (places.length === 0 && !whole && head !== null) {
        const missing = await chain.missing(head.chainIndex, maxAsked);
        if (!missing.ok) return missing;
        places = missing.value;
        whole = places.length === 0;
      }
      if (places.length === 0) return compares ? compared(seen.value.finding) : { ok: true, value: 'kept' };
      if (!hasDoor || round === maxRounds) return { ok: true, value: 'unseen' };
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

  /** Everything seen earlier is shown unchanged, and all links up to the head are stored. */
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

/** Indexes of all anchors and of the finding that are not shown anyway. */
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
