import type { ChainEntry } from '../contracts/verification.ts';
import { type ChainHead, type ComputedLink, GENESIS } from './records/chain.ts';

/**
 * Whether the history that the platform shows is the one this device saw (D-9). The attacker controls the platform and its database: they
 * may rewrite and reseal links, announce any head, and omit incriminating entries from lists. So seals are computed here, a head is
 * accepted only with the links that lead to it, and links seen before are requested by place.
 */

/** One link as this device saw it: its place and the seal computed here. */
export interface Anchor {
  readonly chainIndex: number;
  readonly seal: string;
}

/** Remembers all of the newest links, and of older ones every `anchorEvery`-th place. */
export const newestAnchors = 64;
export const anchorEvery = 100;

/**
 * What is wrong with the history shown. `rewritten`: a link seen before has another seal now. `withheld`: a link seen before, or below
 * the announced head, is not delivered when requested by place. `broken`: a link's content does not give its seal, or it is not tied to
 * the previous one.
 */
export interface HistoryFinding {
  readonly kind: 'rewritten' | 'withheld' | 'broken';
  readonly chainIndex: number;
  /** Seal as this device saw it; null if the link was never seen. */
  readonly expectedSeal: string | null;
  /** Seal as received now; null if none is. */
  readonly foundSeal: string | null;
}

/**
 * The lowest place that may belong to another history. A rewrite is found at a remembered place (one in many) or at a signed checkpoint,
 * and may begin anywhere before it. A withheld or broken link says nothing about those before it.
 */
export function standsFrom({ kind, chainIndex }: Pick<HistoryFinding, 'kind' | 'chainIndex'>): number {
  return kind === 'rewritten' ? 0 : chainIndex;
}

/** What the platform has shown at one time, and the requested places that it did not deliver. */
export interface Shown {
  readonly head: ChainHead | null;
  readonly links: readonly ComputedLink[];
  readonly refused: readonly number[];
}

/**
 * `wanted`: places to request before more can be judged, lowest first. Empty: everything announced has been seen, and `anchors` reach the
 * head.
 */
export type HistoryVerdict =
  | { readonly state: 'fits'; readonly anchors: readonly Anchor[]; readonly wanted: readonly number[] }
  | { readonly state: 'found'; readonly finding: HistoryFinding };

/** The anchors to keep, in order. */
export function thinned(anchors: readonly Anchor[]): readonly Anchor[] {
  const sorted = anchors.toSorted((a, b) => a.chainIndex - b.chainIndex);
  const from = (sorted.at(-1)?.chainIndex ?? -1) - newestAnchors;
  return sorted.filter(({ chainIndex }) => chainIndex > from || chainIndex % anchorEvery === 0);
}

/** Compares what is shown with the anchors and determines what to request, at most `most` places at a time. */
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

/** Walks from the newest seen link to the announced head; contiguous links become anchors. */
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

/** Compares a link with the seal seen at its place, and with its own content. */
function againstSeen(seen: ReadonlyMap<number, string>, { entry, computedSeal }: ComputedLink): HistoryFinding | null {
  const { chainIndex, seal } = entry;
  const expectedSeal = seen.get(chainIndex) ?? null;
  // Changed content under the old seal is the same forgery as changed content with a new one.
  if (expectedSeal !== null && computedSeal !== expectedSeal)
    return { kind: 'rewritten', chainIndex, expectedSeal, foundSeal: computedSeal };
  return computedSeal === seal ? null : { kind: 'broken', chainIndex, expectedSeal, foundSeal: computedSeal };
}

/** Two links shown for one place. */
function againstTwin(twin: ComputedLink | undefined, { entry, computedSeal }: ComputedLink): HistoryFinding | null {
  if (twin === undefined || twin.computedSeal === computedSeal) return null;
  return { kind: 'broken', chainIndex: entry.chainIndex, expectedSeal: null, foundSeal: computedSeal };
}

/** A link that names a different predecessor than was seen or shown: the seen one has been replaced. */
function notTied({ chainIndex, prevHash, seal }: ChainEntry, seen: ReadonlyMap<number, string>): HistoryFinding {
  const expectedSeal = seen.get(chainIndex - 1);
  return expectedSeal === undefined
    ? { kind: 'broken', chainIndex, expectedSeal: null, foundSeal: seal }
    : { kind: 'rewritten', chainIndex: chainIndex - 1, expectedSeal, foundSeal: prevHash };
}

function withheld(chainIndex: number, seen: ReadonlyMap<number, string>): HistoryFinding {
  return { kind: 'withheld', chainIndex, expectedSeal: seen.get(chainIndex) ?? null, foundSeal: null };
}

/** Places as contiguous ranges, lowest first. */
export function stretches(places: readonly number[]): readonly (readonly [from: number, to: number])[] {
  const found: [number, number][] = [];
  for (const place of [...new Set(places)].sort((a, b) => a - b)) {
    const last = found.at(-1);
    if (last !== undefined && last[1] + 1 === place) last[1] = place;
    else found.push([place, place]);
  }
  return found;
}

/** Places in URL form: '0-63,100,200'. */
export function writePlaces(places: readonly number[]): string {
  return stretches(places)
    .map(([from, to]) => (from === to ? String(from) : `${from}-${to}`))
    .join(',');
}

/** Parses such a text into places, in order and unique; null if it is malformed or names more than `most`. */
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
