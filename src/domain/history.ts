import type { ChainEntry } from '../contracts/verification.ts';
import { type ChainHead, type ComputedLink, GENESIS } from './chain.ts';

/**
 * Whether the past that the platform shows is the one that this device saw (D-9). The attacker is whoever holds the platform and its database: he may rewrite links, seal them
 * anew, announce any head, and leave out of every list what would give him away. So seals are computed here and never taken as sent, a head is believed only with the links
 * that lead to it, and what was seen once is asked for by its place.
 */

/** One link as this device saw it: its place and the seal computed here. */
export interface Anchor {
  readonly chainIndex: number;
  readonly seal: string;
}

/** The newest so many links are all remembered, of the older ones each whose place is a multiple of `anchorEvery`. */
export const newestAnchors = 64;
export const anchorEvery = 100;

/** What is wrong with what the platform shows. `rewritten`: a link that was seen has another seal now. `withheld`: it was seen, or the announced head lies above it, and asked
 * for by its place it does not come. `broken`: a link's own content does not give its seal, or it is not tied to the one before. */
export interface HistoryFinding {
  readonly kind: 'rewritten' | 'withheld' | 'broken';
  readonly chainIndex: number;
  /** Seal as this device saw it; null where the link was never seen. */
  readonly expectedSeal: string | null;
  /** Seal as it comes now; null where none does. */
  readonly foundSeal: string | null;
}

/**
 * The lowest place that may be of another history. What was written anew is found at a place that was remembered, one in many, or at a signed checkpoint, and may begin anywhere before it.
 * A link that was withheld, or is not what its own seal says, says nothing of those before it.
 */
export function standsFrom({ kind, chainIndex }: Pick<HistoryFinding, 'kind' | 'chainIndex'>): number {
  return kind === 'rewritten' ? 0 : chainIndex;
}

/** What the platform has shown at one time, and what it did not give though it was asked for by its place. */
export interface Shown {
  readonly head: ChainHead | null;
  readonly links: readonly ComputedLink[];
  readonly refused: readonly number[];
}

/** `wanted`: places to ask for before more can be said, lowest first. Empty: all that was announced has been seen, and `anchors` reach the head. */
export type HistoryVerdict =
  | { readonly state: 'fits'; readonly anchors: readonly Anchor[]; readonly wanted: readonly number[] }
  | { readonly state: 'found'; readonly finding: HistoryFinding };

/** The anchors that are kept of those given, in order. */
export function thinned(anchors: readonly Anchor[]): readonly Anchor[] {
  const sorted = anchors.toSorted((a, b) => a.chainIndex - b.chainIndex);
  const from = (sorted.at(-1)?.chainIndex ?? -1) - newestAnchors;
  return sorted.filter(({ chainIndex }) => chainIndex > from || chainIndex % anchorEvery === 0);
}

/** Holds what is shown against the anchors, and says what is to be asked for. At most `most` places are wanted at a time. */
export function judgeHistory(anchors: readonly Anchor[], shown: Shown, most: number): HistoryVerdict {
  const seen = new Map(anchors.map(({ chainIndex, seal }) => [chainIndex, seal]));
  const newest = anchors.reduce<Anchor | null>((top, anchor) => (top === null || anchor.chainIndex > top.chainIndex ? anchor : top), null);
  const links = new Map<number, ComputedLink>();
  for (const link of shown.links.toSorted((a, b) => a.entry.chainIndex - b.entry.chainIndex)) {
    const finding = againstSeen(seen, link) ?? againstTwin(links.get(link.entry.chainIndex), link);
    if (finding !== null) return { state: 'found', finding };
    links.set(link.entry.chainIndex, link);
  }
  for (const { entry } of links.values()) {
    const before = entry.chainIndex === 0 ? GENESIS : (links.get(entry.chainIndex - 1)?.computedSeal ?? seen.get(entry.chainIndex - 1));
    if (before !== undefined && entry.prevHash !== before) return { state: 'found', finding: notTied(entry, seen) };
  }
  const missing = shown.refused.filter((place) => !links.has(place)).toSorted((a, b) => a - b)[0];
  if (missing !== undefined) return { state: 'found', finding: withheld(missing, seen) };
  const { head } = shown;
  if (newest !== null && (head === null || head.chainIndex < newest.chainIndex))
    return { state: 'found', finding: withheld(newest.chainIndex, seen) };
  return upTo(head, newest, links, most);
}

/** Walks from the newest link that was seen to the announced head: as far as there are links, what is shown has been seen. */
function upTo(head: ChainHead | null, newest: Anchor | null, links: ReadonlyMap<number, ComputedLink>, most: number): HistoryVerdict {
  const anchors: Anchor[] = [];
  const wanted: number[] = [];
  let whole = true;
  for (let place = (newest?.chainIndex ?? -1) + 1; head !== null && place <= head.chainIndex && wanted.length < most; place += 1) {
    const link = links.get(place);
    if (link === undefined) {
      whole = false;
      wanted.push(place);
    } else if (whole) anchors.push({ chainIndex: place, seal: link.computedSeal });
  }
  const top = anchors.at(-1) ?? newest;
  if (head !== null && top?.chainIndex === head.chainIndex && top.seal !== head.seal) {
    const kind = top === newest ? 'rewritten' : 'broken';
    return {
      state: 'found',
      finding: { kind, chainIndex: head.chainIndex, expectedSeal: kind === 'rewritten' ? top.seal : null, foundSeal: head.seal },
    };
  }
  return { state: 'fits', anchors, wanted };
}

/** A link against the seal that was seen in its place, and against its own content. */
function againstSeen(seen: ReadonlyMap<number, string>, { entry, computedSeal }: ComputedLink): HistoryFinding | null {
  const { chainIndex, seal } = entry;
  const expectedSeal = seen.get(chainIndex) ?? null;
  // Content changed under the old seal is the same forgery as content with a new one.
  if (expectedSeal !== null && computedSeal !== expectedSeal)
    return { kind: 'rewritten', chainIndex, expectedSeal, foundSeal: computedSeal };
  return computedSeal === seal ? null : { kind: 'broken', chainIndex, expectedSeal, foundSeal: computedSeal };
}

/** Two links of one place in what was shown. */
function againstTwin(twin: ComputedLink | undefined, { entry, computedSeal }: ComputedLink): HistoryFinding | null {
  if (twin === undefined || twin.computedSeal === computedSeal) return null;
  return { kind: 'broken', chainIndex: entry.chainIndex, expectedSeal: null, foundSeal: computedSeal };
}

/** A link that names another one before it than was seen or shown there: the one that was seen stands no longer. */
function notTied({ chainIndex, prevHash, seal }: ChainEntry, seen: ReadonlyMap<number, string>): HistoryFinding {
  const expectedSeal = seen.get(chainIndex - 1);
  return expectedSeal === undefined
    ? { kind: 'broken', chainIndex, expectedSeal: null, foundSeal: seal }
    : { kind: 'rewritten', chainIndex: chainIndex - 1, expectedSeal, foundSeal: prevHash };
}

function withheld(chainIndex: number, seen: ReadonlyMap<number, string>): HistoryFinding {
  return { kind: 'withheld', chainIndex, expectedSeal: seen.get(chainIndex) ?? null, foundSeal: null };
}

/** Places as stretches without a gap, lowest first. */
export function stretches(places: readonly number[]): readonly (readonly [from: number, to: number])[] {
  const found: [number, number][] = [];
  for (const place of [...new Set(places)].sort((a, b) => a - b)) {
    const last = found.at(-1);
    if (last !== undefined && last[1] + 1 === place) last[1] = place;
    else found.push([place, place]);
  }
  return found;
}

/** Places as an address carries them: '0-63,100,200'. */
export function writePlaces(places: readonly number[]): string {
  return stretches(places)
    .map(([from, to]) => (from === to ? String(from) : `${from}-${to}`))
    .join(',');
}

/** The places that such a text names, in order and each once; null where it is none, or names more than `most`. */
export function readPlaces(text: string, most: number): readonly number[] | null {
  const places = new Set<number>();
  for (const part of text.split(',')) {
    const run = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(part);
    if (run === null) return null;
    const from = Number(run[1]);
    const to = run[2] === undefined ? from : Number(run[2]);
    if (to < from || to - from >= most) return null;
    for (let place = from; place <= to; place += 1) places.add(place);
    if (places.size > most) return null;
  }
  return [...places].sort((a, b) => a - b);
}
