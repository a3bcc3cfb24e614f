import { describe, expect, it } from 'vitest';
import { makeCheckpoint } from '../../../tests/builders/checkpoints.ts';
import { makeKey } from '../../../tests/builders/evidencePack.ts';
import { makeProof, makeProofParts } from '../../../tests/builders/proof.ts';
import { againstKnown, standingOf } from './known.ts';

const key = makeKey('ukweli-2025-11');
const nothing = { links: [], anchors: [], checkpoints: [] };
const proof = makeProof(key, 'payment');
const { entries } = makeProofParts(key);

describe('a proof against what a device knows', { tags: ['P-10', 'P-9'] }, () => {
  it('agrees with the links, anchors and checkpoints of the same history, each place counted once', { tags: ['P-10'] }, async () => {
    const anchors = entries.map(({ chainIndex, seal }) => ({ chainIndex, seal }));
    const standing = await standingOf(proof);
    expect(await againstKnown(standing, nothing)).toEqual({ compared: 0, differing: [] });
    expect(await againstKnown(standing, { links: entries, anchors, checkpoints: makeProofParts(key).checkpoints })).toEqual({
      compared: 7,
      differing: [],
    });
  });

  it('of two histories names the place, whether the device has the link, its seal or a checkpoint', { tags: ['P-10'] }, async () => {
    const standing = await standingOf(proof);
    const other = 'f'.repeat(64);
    const place = { chainIndex: 9, here: other };
    expect(await againstKnown(standing, { ...nothing, anchors: [{ chainIndex: 9, seal: other }] })).toMatchObject({ differing: [place] });
    const checkpoint = makeCheckpoint(key, { index: 9, seal: other });
    expect(await againstKnown(standing, { ...nothing, checkpoints: [checkpoint] })).toMatchObject({ differing: [place] });
    // Checkpoints of another chain or tenant are ignored.
    const foreign = [
      { ...checkpoint, chain: 'record' as const },
      { ...checkpoint, tenantId: 'kampala' },
    ];
    expect(await againstKnown(standing, { ...nothing, checkpoints: foreign })).toEqual({ compared: 0, differing: [] });
  });

  it('computes the seals of both: a file that names the right one over other content differs, a link damaged here says nothing', {
    tags: ['P-10'],
  }, async () => {
    const chain = proof.chain.map((entry) => (entry.chainIndex === 7 ? { ...entry, siteCode: 'KE-KIS-001' } : entry));
    const known = { ...nothing, links: entries };
    expect((await againstKnown(await standingOf({ ...proof, chain }), known)).differing.map(({ chainIndex }) => chainIndex)).toEqual([7]);
    const damaged = entries.map((entry) => (entry.chainIndex === 7 ? { ...entry, siteCode: 'KE-KIS-001' } : entry));
    expect((await againstKnown(await standingOf(proof), { ...nothing, links: damaged })).differing).toEqual([]);
  });
});
