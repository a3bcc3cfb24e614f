import { describe, expect, it } from 'vitest';
import { sealed } from '../../../../tests/builders/chain.ts';
import { makeCheckpoint } from '../../../../tests/builders/checkpoints.ts';
import { makeKey } from '../../../../tests/builders/evidencePack.ts';
import { makeProof, makeProofParts } from '../../../../tests/builders/proof.ts';
import { proofKinds } from '../../../contracts/proof.ts';
import type { ChainEntry } from '../../../contracts/verification.ts';
import { againstKnown } from '../../../evidence/proof/known.ts';
import { openProof } from '../../../workers/evidence/openProof.ts';
import { openProofHere, type OpenDeps } from './openProof.ts';
import { proofView, verdictFileName } from './proofModel.ts';

const key = makeKey('ukweli-2025-11');
const { entries, checkpoints } = makeProofParts(key);
const held = { keys: [key.jwk], fetchedAt: '2025-11-18T12:00:00.000Z' };
const reading = { zone: 'Africa/Nairobi', now: Date.parse('2025-11-18T12:40:00Z') };
const fileOf = (proof: unknown) => new Blob([JSON.stringify(proof)]);

function deps(change: Partial<OpenDeps> = {}): OpenDeps {
  return {
    tenantId: 'demo',
    now: () => '2025-11-18T12:30:00.000Z',
    freshKeys: async () => {},
    readKeys: async () => held,
    readChain: async (from, to) => entries.filter(({ chainIndex }) => chainIndex >= from && chainIndex <= to),
    readLinksOf: async (vrfId) => entries.filter((entry) => entry.vrfId === vrfId),
    chainSeen: async () => ({ ok: true, value: { anchors: [], checkpoints } }),
    open: async (input, at) => ({ ok: true, value: await openProof(input, at) }),
    compare: async (standing, known) => ({ ok: true, value: await againstKnown(standing, known) }),
    ...change,
  };
}
const view = async (proof: unknown, change: Partial<OpenDeps> = {}) => {
  const opening = await openProofHere(fileOf(proof), null, deps(change));
  if (opening.state !== 'checked') throw new Error(JSON.stringify(opening));
  const drawn = proofView(opening.opened, reading);
  const part = (id: string) => drawn.parts.find((each) => each.id === id);
  return { ...drawn, word: drawn.claim.word, answer: drawn.claim.answer, part };
};

describe('a proof opened in the console', { tags: ['P-10'] }, () => {
  it('is verified by the platform’s keys that this device holds, and is the history that it has seen', { tags: ['P-10'] }, async () => {
    const { word, summary, part } = await view(makeProof(key, 'payment'));
    expect(word).toBe('Verified');
    expect(summary).toMatch(/^Every part passed on this device at .* by the platform’s keys\.$/);
    expect(part('history')).toMatchObject({ claim: { answer: 'yes' }, proof: '7 places of the chain, the same as this device has seen' });
    expect(part('keys')?.proof).toMatch(/^1 key, the platform’s own, fetched /);
    expect(part('files')?.claim.answer).toBe('unknown');
  });

  it('without keys of the platform here nothing is verified, whatever the file holds', { tags: ['P-10'] }, async () => {
    for (const none of [
      { keys: [], fetchedAt: null },
      { keys: [key.jwk], fetchedAt: null },
    ]) {
      const { word, answer, part } = await view(makeProof(key, 'payment'), { readKeys: async () => none });
      expect([answer, word]).toEqual(['unknown', 'Signature valid by the key in the file. Whose key it is, nothing here says']);
      expect(part('keys')?.claim.answer).toBe('unknown');
    }
  });

  it('made whole by somebody else, keys and all, it fails by the keys', { tags: ['P-10', 'A-18'] }, async () => {
    const { word, summary } = await view(makeProof(makeKey('ukweli-2025-11'), 'payment'), { readChain: async () => [] });
    expect(word).toBe('Verification Failed');
    expect(summary).toMatch(/^(Record|Keys): /);
  });

  it('of another history it fails, though each of its signatures holds', { tags: ['P-10', 'P-9'] }, async () => {
    const other = makeCheckpoint(key, { index: 9, seal: 'f'.repeat(64) });
    const { word, answer, summary, part } = await view(makeProof(key, 'payment'), {
      chainSeen: async () => ({ ok: true, value: { anchors: [], checkpoints: [other] } }),
    });
    expect([answer, word]).toEqual(['no', 'Another history than this device has seen']);
    expect(summary).toBe('Link 9 has another seal here than in the file. One of them is false: report it before you rely on either.');
    expect(part('history')?.claim.answer).toBe('no');
  });

  it('of another tenant it is checked like any, and whose it is stands in the head', { tags: ['P-10'] }, async () => {
    const { word, summary, part } = await view(makeProof(key, 'payment'), { tenantId: 'kampala' });
    expect(word).toBe('Verified');
    expect(summary).toContain('It is a proof of tenant demo, and you work in kampala.');
    expect(part('history')).toMatchObject({ claim: { answer: 'unknown' }, proof: 'This device holds nothing of tenant demo' });
  });

  it('what this device holds and what it has seen may be out of reach: that is not known, and nothing is made of it', {
    tags: ['P-10'],
  }, async () => {
    const gone = { ok: false, problem: { code: 'timeout', message: 'No answer', retry: true } } as const;
    const { word, part } = await view(makeProof(key, 'payment'), {
      chainSeen: async () => gone,
      readChain: async () => [],
      readLinksOf: async () => [],
    });
    expect([word, part('history')?.claim.answer]).toEqual(['Signature valid. Not compared with this device', 'unknown']);
    expect(part('history')?.proof).toBe('The chain data on this device cannot be read right now');
    // Differences in what could be read are still reported; so is a comparison that could not be made at all.
    const [first] = entries;
    const other = sealed({ ...(first as ChainEntry), chainIndex: 5, prevHash: 'e'.repeat(64) });
    const told = await view(makeProof(key, 'payment'), { chainSeen: async () => gone, readChain: async () => [other] });
    expect(told.word).toBe('Another history than this device has seen');
    expect((await view(makeProof(key, 'payment'), { compare: async () => gone })).answer).toBe('unknown');
    expect(await openProofHere(fileOf({}), null, deps({ open: async () => gone }))).toEqual({ state: 'failed', problem: gone.problem });
  });

  it('of a verification that was decided otherwise since, by a link that this device holds, it is what was so and not what is', {
    tags: ['P-10', 'P-9'],
  }, async () => {
    const last = entries.at(-1) as ChainEntry; // the helper makes twenty-four entries
    const { vrfId, siteCode, evidenceHash, covenantHash, performanceKpis } = entries[6] as ChainEntry;
    const own = { vrfId, siteCode, evidenceHash, covenantHash, performanceKpis, timestamp: last.timestamp };
    const anew = (status: ChainEntry['status']) => sealed({ ...own, status, chainIndex: last.chainIndex + 1, prevHash: last.seal });
    const seen = (link: ChainEntry) => ({ readLinksOf: async () => [...entries, link] });
    for (const kind of ['payment', 'verification'] as const) {
      const { answer, word, summary } = await view(makeProof(key, kind), seen(anew('disputed')));
      expect([answer, word]).toEqual(['unknown', 'Signature valid. Decision changed since']);
      expect(summary).toMatch(
        /^Link 24 of the chain, which this device holds, has VRF-001240 as disputed\. The proof shows the state when it was saved/,
      );
      // The same status again is not a new decision; a link whose seal does not match is ignored.
      expect((await view(makeProof(key, kind), seen(anew('verified')))).word).toBe('Verified');
      expect((await view(makeProof(key, kind), seen({ ...anew('verified'), status: 'disputed' }))).word).toBe('Verified');
      expect((await view(makeProof(key, kind), { ...seen(anew('disputed')), tenantId: 'kampala' })).word).toBe('Verified');
    }
  });

  it('that stands at no place of the chain: nothing is said of places that it does not tell', { tags: ['P-10'] }, async () => {
    const { part } = await view(makeProof(key, 'portfolio', { checkpoints: [] }));
    expect(part('history')?.proof).toBe('The file names no place in the chain');
    const strange = await view(makeProof(key, 'payment'), {
      readChain: async () => [],
      readLinksOf: async () => [],
      chainSeen: async () => ({ ok: true, value: { anchors: [], checkpoints: [] } }),
    });
    expect(strange.part('history')?.proof).toBe('This device holds none of these places of the chain');
  });

  it('what is signed later than a time that nobody has confirmed is not known; one by a confirmed time fails', {
    tags: ['P-6', 'M-5'],
  }, async () => {
    const early = { now: () => '2025-11-10T12:30:00.000Z' };
    for (const kind of proofKinds) {
      const sure = await view(makeProof(key, kind), early);
      expect([kind, sure.answer]).toEqual([kind, 'no']);
      const unsure = await view(makeProof(key, kind), {
        ...early,
        open: async (input, at) => ({ ok: true, value: await openProof(input, at, false) }),
      });
      expect([kind, unsure.answer]).toEqual([kind, 'unknown']);
      expect(unsure.summary).toContain('which nobody has confirmed');
    }
  });

  it('not under a checkpoint yet: neutral, with the reason first', { tags: ['P-10'] }, async () => {
    const { word, answer, summary } = await view(makeProof(key, 'verification', { checkpoints: [] }));
    expect([answer, word]).toEqual(['unknown', 'Signature valid. Not yet under a checkpoint']);
    expect(summary).toContain('Not yet under a checkpoint');
  });
});

it('reads the device’s links in stretches: a file that names the first and the last place does not have it read all of them', {
  tags: ['P-10'],
}, async () => {
  const proof = makeProof(key, 'payment');
  const read: [number, number][] = [];
  const far = { ...proof, checkpoints: { ...proof.checkpoints, newest: makeCheckpoint(key, { index: 900_000 }) } };
  await view(far, {
    readChain: async (from, to) => {
      read.push([from, to]);
      return [];
    },
  });
  expect(read).toEqual([
    [4, 9],
    [900_000, 900_000],
  ]);
});

it('a verdict is saved under the proof’s own name', { tags: ['P-10'] }, () => {
  expect(verdictFileName('payment-RBF-1.ukweli.json')).toBe('payment-RBF-1-verdict.json');
});
