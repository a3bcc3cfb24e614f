import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ChainEntry } from '../contracts/verification.ts';
import {
  canonicalChainEntry,
  type ChainHead,
  type ComputedLink,
  EMPTY_EVIDENCE_HASH,
  GENESIS,
  type SealedFields,
} from './records/chain.ts';
import {
  type Anchor,
  anchorEvery,
  type HistoryVerdict,
  judgeHistory,
  newestAnchors,
  readPlaces,
  type Shown,
  thinned,
  writePlaces,
} from './history.ts';

const sealOf = (fields: SealedFields): string => createHash('sha256').update(canonicalChainEntry('demo', fields)).digest('hex');
const sealed = (fields: SealedFields): ChainEntry => ({ ...fields, seal: sealOf(fields) });
const computed = ({ seal, ...fields }: ChainEntry): ComputedLink => ({ entry: { ...fields, seal }, computedSeal: sealOf(fields) });

/** A chain; from index `from` on everything is sealed again, because that entry has different content. */
function chainOf(length: number, original: readonly ChainEntry[] = [], from = 0): readonly ChainEntry[] {
  const chain = original.slice(0, from);
  for (let chainIndex = from; chainIndex < length; chainIndex += 1) {
    chain.push(
      sealed({
        chainIndex,
        vrfId: `VRF-${chainIndex}`,
        siteCode: 'KE-KLF-011',
        timestamp: '2025-11-18T10:22:00Z',
        performanceKpis: { uptime: 97.5, fuelSavings: 31.25, emissionReduction: chainIndex },
        status: original.length > 0 && chainIndex === from ? 'disputed' : 'verified',
        covenantHash: GENESIS,
        evidenceHash: EMPTY_EVIDENCE_HASH,
        prevHash: chain.at(-1)?.seal ?? GENESIS,
      }),
    );
  }
  return chain;
}
const at = (chain: readonly ChainEntry[], place: number): ChainEntry => {
  const entry = chain[place];
  if (entry === undefined) throw new Error(`no link ${place}`);
  return entry;
};
const headOf = (chain: readonly ChainEntry[]): ChainHead | null => {
  const last = chain.at(-1);
  return last === undefined ? null : { chainIndex: last.chainIndex, seal: last.seal };
};
const anchorsOf = (chain: readonly ChainEntry[]): readonly Anchor[] => thinned(chain.map(({ chainIndex, seal }) => ({ chainIndex, seal })));
const most = 500;
const show = (links: readonly ChainEntry[], head: ChainHead | null, refused: readonly number[] = []): Shown => ({
  head,
  links: links.map(computed),
  refused,
});

/** A device that requests every wanted place from a platform that lists `listed` and answers requests by place with `given`. */
function settled(
  anchors: readonly Anchor[],
  head: ChainHead | null,
  listed: readonly ChainEntry[],
  given: (place: number) => ChainEntry | undefined,
) {
  let shown = show(listed, head);
  for (let round = 0; ; round += 1) {
    if (round > 20) throw new Error('it never comes to an end');
    const verdict: HistoryVerdict = judgeHistory(anchors, shown, most);
    if (verdict.state === 'found' || verdict.wanted.length === 0) return verdict;
    const came = verdict.wanted.flatMap((place) => given(place) ?? []);
    shown = {
      head,
      links: [...shown.links, ...came.map(computed)],
      refused: [...shown.refused, ...verdict.wanted.filter((place) => given(place) === undefined)],
    };
  }
}

describe('the past that the platform shows', { tags: ['P-5', 'D-9', 'A-19'] }, () => {
  const chain = chainOf(300);
  const anchors = anchorsOf(chain.slice(0, 200));

  it('fits where the links lead from what was seen to the head, and is remembered link by link', () => {
    const verdict = judgeHistory(anchors, show(chain.slice(200), headOf(chain)), most);
    expect(verdict).toEqual({ state: 'fits', anchors: chain.slice(200).map(({ chainIndex, seal }) => ({ chainIndex, seal })), wanted: [] });
    expect(judgeHistory([], show([], null), most)).toEqual({ state: 'fits', anchors: [], wanted: [] });
    expect(judgeHistory(anchors, show([], headOf(chain.slice(0, 200))), most)).toEqual({ state: 'fits', anchors: [], wanted: [] });
  });

  it('believes no head without the links to it: what is missing is asked for, and nothing beyond it is remembered', () => {
    expect(judgeHistory([], show([], headOf(chain)), 3)).toEqual({ state: 'fits', anchors: [], wanted: [0, 1, 2] });
    const verdict = judgeHistory(anchors, show([...chain.slice(200, 205), ...chain.slice(210)], headOf(chain)), most);
    expect(verdict).toMatchObject({ state: 'fits', wanted: [205, 206, 207, 208, 209] });
    expect(verdict.state === 'fits' && verdict.anchors.map(({ chainIndex }) => chainIndex)).toEqual([200, 201, 202, 203, 204]);
  });

  it('computes seals: content changed under the old seal is a rewritten link where it was seen, a broken one where it was not', () => {
    const forged = (place: number): ChainEntry => ({ ...at(chain, place), status: 'disputed' });
    expect(judgeHistory(anchors, show([forged(150)], headOf(chain.slice(0, 200))), most)).toMatchObject({
      state: 'found',
      finding: { kind: 'rewritten', chainIndex: 150, expectedSeal: at(chain, 150).seal },
    });
    expect(judgeHistory(anchors, show([forged(110)], headOf(chain.slice(0, 200))), most)).toMatchObject({
      state: 'found',
      finding: { kind: 'broken', chainIndex: 110, expectedSeal: null },
    });
  });

  it('two links of one place, a head that is not its own link, and a first link that does not begin the chain are broken', () => {
    const other = sealed({ ...at(chain, 250), status: 'failed' });
    expect(judgeHistory(anchors, show([...chain.slice(200), other], headOf(chain)), most)).toMatchObject({
      finding: { kind: 'broken', chainIndex: 250 },
    });
    expect(judgeHistory(anchors, show(chain.slice(200), { chainIndex: 299, seal: other.seal }), most)).toMatchObject({
      finding: { kind: 'broken', chainIndex: 299, foundSeal: other.seal },
    });
    const first = sealed({ ...at(chain, 0), prevHash: other.seal });
    expect(judgeHistory([], show([first], headOf([first])), most)).toMatchObject({ finding: { kind: 'broken', chainIndex: 0 } });
  });

  it('a shorter chain, none, another head in the same place and a link tied to another one are told by the link that was seen', () => {
    const seen = at(chain, 199);
    for (const head of [null, headOf(chain.slice(0, 50))])
      expect(judgeHistory(anchors, show([], head), most)).toEqual({
        state: 'found',
        finding: { kind: 'withheld', chainIndex: 199, expectedSeal: seen.seal, foundSeal: null },
      });
    const other = 'f'.repeat(64);
    expect(judgeHistory(anchors, show([], { chainIndex: 199, seal: other }), most)).toMatchObject({
      finding: { kind: 'rewritten', chainIndex: 199, expectedSeal: seen.seal, foundSeal: other },
    });
    const tied = sealed({ ...at(chain, 200), prevHash: other });
    expect(judgeHistory(anchors, show([tied], headOf(chain)), most)).toMatchObject({
      finding: { kind: 'rewritten', chainIndex: 199, expectedSeal: seen.seal, foundSeal: other },
    });
  });

  it('not held yet is no finding; asked for by its place and not given is one', () => {
    const hidden = chain.filter(({ chainIndex }) => chainIndex !== 220);
    expect(judgeHistory(anchors, show(hidden.slice(200), headOf(chain)), most)).toMatchObject({ state: 'fits', wanted: [220] });
    expect(judgeHistory(anchors, show(hidden.slice(200), headOf(chain), [220]), most)).toEqual({
      state: 'found',
      finding: { kind: 'withheld', chainIndex: 220, expectedSeal: null, foundSeal: null },
    });
  });

  it('of several that are not given the lowest is named, in whatever order they were asked for: nothing after it is taken as seen', {
    tags: ['M-13'],
  }, () => {
    const hidden = chain.filter(({ chainIndex }) => ![220, 230, 240].includes(chainIndex));
    expect(judgeHistory(anchors, show(hidden.slice(200), headOf(chain), [240, 220, 230]), most)).toMatchObject({
      finding: { kind: 'withheld', chainIndex: 220 },
    });
  });

  it('whatever is rewritten of what was seen, and whatever of it is left out of the list or refused, it is never told as fitting', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 240 }),
        fc.integer({ min: 0, max: 30 }),
        fc.nat(),
        fc.func(fc.boolean()),
        fc.func(fc.boolean()),
        (seenLength, more, where, isListed, isGiven) => {
          const seen = chain.slice(0, seenLength);
          const now = chainOf(seenLength + more, chain, where % seenLength);
          const verdict = settled(
            anchorsOf(seen),
            headOf(now),
            now.filter(({ chainIndex }) => isListed(chainIndex)),
            (place) => (isGiven(place) ? now[place] : undefined),
          );
          expect(verdict.state).toBe('found');
        },
      ),
      { numRuns: 150 },
    );
  });

  it('of an honest platform nothing is ever told, whatever its list leaves out, as long as it gives what it is asked for', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 240 }),
        fc.integer({ min: 0, max: 59 }),
        fc.func(fc.boolean()),
        (seenLength, more, isListed) => {
          const now = chain.slice(0, seenLength + more);
          const verdict = settled(
            anchorsOf(chain.slice(0, seenLength)),
            headOf(now),
            now.filter(({ chainIndex }) => isListed(chainIndex)),
            (place) => now[place],
          );
          expect(verdict).toEqual({
            state: 'fits',
            anchors: now.slice(seenLength).map(({ chainIndex, seal }) => ({ chainIndex, seal })),
            wanted: [],
          });
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('what is remembered', { tags: ['P-5'] }, () => {
  it(`is the newest ${newestAnchors} links, and of the older ones one in ${anchorEvery}`, () => {
    const kept = thinned(Array.from({ length: 1_000 }, (_, place) => ({ chainIndex: 999 - place, seal: String(place) })));
    expect(kept.map(({ chainIndex }) => chainIndex)).toEqual([
      0,
      100,
      200,
      300,
      400,
      500,
      600,
      700,
      800,
      900,
      ...Array.from({ length: 64 }, (_, place) => 936 + place),
    ]);
    expect(thinned([])).toEqual([]);
  });
});

describe('places in an address', { tags: ['P-5'] }, () => {
  it('are read as they are written', () => {
    expect(writePlaces([3, 1, 2, 9, 3])).toBe('1-3,9');
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat({ max: 2_000 }), { minLength: 1, maxLength: 500 }), (places) => {
        expect(readPlaces(writePlaces(places), 500)).toEqual(places.toSorted((a, b) => a - b));
      }),
    );
  });

  it('are read in order and once each, however an address names them', { tags: ['M-13'] }, () => {
    expect(readPlaces('10,3-5,4,1,9', 500)).toEqual([1, 3, 4, 5, 9, 10]);
  });

  it('are none where the text is no such list, or names too many', () => {
    for (const text of ['', 'a', '1,', '-1', '3-1', '1-2-3', ' 1', '1.5', '0-500', '0-99999999999', '1'.repeat(16)])
      expect(readPlaces(text, 500)).toBeNull();
    expect(readPlaces(Array.from({ length: 501 }, (_, place) => place * 2).join(','), 500)).toBeNull();
    expect(readPlaces('0-499', 500)).toHaveLength(500);
  });
});
