import canonicalize from 'canonicalize';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeChain, sealed } from '../../tests/builders/chain.ts';
import { makeKey, makePack } from '../../tests/builders/evidencePack.ts';
import type { SealedInCheck } from '../contracts/verdict.ts';
import type { ChainEntry } from '../contracts/verification.ts';
import { canonicalPackPayload } from '../domain/records/manifest.ts';
import { checkFiles } from './files.ts';
import { lintKeys } from './keys.ts';
import { checkSealedIn } from './sealedIn.ts';
import { checkIntact, checkSigned, outcomeOf } from './verify.ts';

const at = '2025-11-18T11:26:41Z';
const key = makeKey('ukweli-2025-11');
const pack = makePack(key);
const { manifestHash } = pack;
const own = { vrfId: 'VRF-001246', evidenceHash: manifestHash };
/** Four verifications of two schools; the pack's own was pending before its decision. */
const chain = makeChain([
  { vrfId: 'VRF-000100', siteCode: 'KE-KMB-004' },
  { ...own, status: 'pending' },
  { vrfId: 'VRF-001247', evidenceHash: 'b'.repeat(64), siteCode: 'KE-KMB-004' },
  own,
  { vrfId: 'VRF-001248' },
]);
const entryAt = (place: number): ChainEntry => chain[place] as ChainEntry; // safe: there are five entries
const told = { vrfId: 'VRF-001246', siteCode: 'KE-KLF-011' };
const check = (change: Partial<SealedInCheck> = {}) =>
  checkSealedIn({ manifestHash, signedFor: null, told, entries: chain, tenantId: 'demo', ...change }, at);
const replaced = (place: number, entry: ChainEntry) => chain.with(place, entry);

describe('sealed in', { tags: ['P-1', 'D-8', 'D-9'] }, () => {
  it('passes by the verification’s own entries, and says when it was sealed first and how it stands now', async () => {
    const { seal, siteCode, timestamp, vrfId } = entryAt(1);
    expect(await check()).toEqual({
      state: 'passed',
      at,
      evidence: { vrfId, namedBy: 'platform', entry: { chainIndex: 1, vrfId, siteCode, timestamp, seal }, status: 'verified' },
    });
    expect((await check({ entries: chain.slice(3) })).state, 'the newest entry alone').toBe('passed');
  });

  it('evidence of one school is never that of another: not by the platform’s list, whatever it says', async () => {
    expect(await check({ told: { vrfId: 'VRF-000100', siteCode: 'KE-KMB-004' } })).toMatchObject({
      state: 'failed',
      code: 'without_evidence',
      message: 'Not the evidence of VRF-000100',
      reasons: ['VRF-000100 was sealed without evidence'],
    });
    expect(await check({ told: { vrfId: 'VRF-001247', siteCode: 'KE-KMB-004' } })).toMatchObject({
      state: 'failed',
      code: 'other_evidence',
      message: 'Not the evidence of VRF-001247',
    });
    expect(await check({ told: { ...told, siteCode: 'KE-KMB-004' } })).toMatchObject({
      state: 'failed',
      code: 'other_site',
      reasons: ['The platform lists it for KE-KMB-004; VRF-001246 was sealed for KE-KLF-011'],
    });
  });

  it('what is signed goes before what is told, and both must be the entry’s', async () => {
    const signedFor = { verificationId: 'VRF-001246', siteCode: 'KE-KLF-011' };
    expect(await check({ signedFor })).toMatchObject({ state: 'passed', evidence: { namedBy: 'signature' } });
    expect((await check({ signedFor, told: null })).state).toBe('passed');
    expect((await check({ signedFor, told: { vrfId: null, siteCode: 'KE-KLF-011' } })).state).toBe('passed');
    expect(await check({ signedFor, told: { ...told, vrfId: 'VRF-001248' } })).toMatchObject({
      code: 'other_verification',
      message: 'Not the evidence of VRF-001248',
    });
    expect(await check({ signedFor: { ...signedFor, siteCode: 'KE-KMB-004' } })).toMatchObject({
      code: 'other_site',
      message: 'Not the evidence of VRF-001246',
    });
    expect(await check({ signedFor: { verificationId: 'VRF-000100', siteCode: 'KE-KMB-004' }, told: null })).toMatchObject({
      code: 'without_evidence',
    });
  });

  it('a verification that was sealed anew with other evidence, or with none, no longer stands on this', async () => {
    const later = (evidenceHash?: string) =>
      makeChain([own, { vrfId: 'VRF-001246', ...(evidenceHash === undefined ? {} : { evidenceHash }) }]);
    expect(await check({ entries: later('b'.repeat(64)) })).toMatchObject({
      code: 'other_evidence',
      reasons: [expect.stringContaining('since entry 1')],
    });
    expect(await check({ entries: later() })).toMatchObject({ code: 'without_evidence' });
    const earlier = makeChain([{ vrfId: 'VRF-001246' }, own]);
    expect(await check({ entries: earlier })).toMatchObject({ state: 'passed', evidence: { entry: { chainIndex: 1 } } });
  });

  it('computes every seal: an entry whose content was changed, or that was sealed again and is not tied, fails', async () => {
    const forged = { ...entryAt(2), ...own };
    expect(await check({ entries: replaced(2, forged) })).toMatchObject({ state: 'failed', code: 'seal_mismatch' });
    const { seal: _, ...fields } = { ...entryAt(3), siteCode: 'KE-KLF-011', evidenceHash: 'a'.repeat(64) };
    const resealed = replaced(3, sealed(fields));
    expect(await check({ manifestHash: 'a'.repeat(64), entries: resealed })).toMatchObject({ state: 'failed', code: 'link_broken' });
    expect(await check({ tenantId: 'kampala' }), 'another tenant’s chain').toMatchObject({ state: 'failed', code: 'seal_mismatch' });
    expect(await check({ entries: [...chain, sealed({ ...entryAt(3), status: 'disputed' })] })).toMatchObject({ code: 'link_broken' });
  });

  it('two entries that claim one place are no chain, though both give their seals and fit what lies before them; one that came twice is one', async () => {
    const twin = sealed({ ...entryAt(2), vrfId: 'VRF-001299' });
    expect(await check({ entries: [twin, ...chain] })).toMatchObject({
      code: 'link_broken',
      reasons: ['Two entries claim place 2 of the chain'],
    });
    expect((await check({ entries: [entryAt(2), ...chain] })).state).toBe('passed');
  });

  it('an entry beside it that does not hold says nothing for it and nothing against it', async () => {
    expect(await check({ entries: replaced(4, { ...entryAt(4), siteCode: 'KE-KMB-004' }) })).toMatchObject({ state: 'notCheckable' });
  });

  it('what is not at hand is not checkable, and says what it is', async () => {
    expect(await check({ entries: [] })).toEqual({ state: 'notCheckable', reason: 'No entry of VRF-001246 is available' });
    expect(await check({ tenantId: null })).toMatchObject({ state: 'notCheckable' });
    expect(await check({ told: { vrfId: null, siteCode: 'KE-KLF-011' } })).toEqual({
      state: 'notCheckable',
      reason: 'The platform names no verification of this pack',
    });
  });

  it('one list that the chain seals for two verifications is the evidence of neither by the platform’s word: only a signature that names one can say which', {
    tags: ['A-18'],
  }, async () => {
    // Attack: with write access to the platform's database, add an entry for another school with the hash of a list signed long ago, and
    // list the pack for it.
    const taken = makeChain([own, { ...own, vrfId: 'VRF-000100', siteCode: 'KE-KMB-004' }]);
    const other = { vrfId: 'VRF-000100', siteCode: 'KE-KMB-004' };
    for (const listed of [other, told]) {
      const part = await check({ entries: taken, told: listed });
      expect(part.state).toBe('notCheckable');
      expect(part).toMatchObject({
        reason: expect.stringMatching(/^The chain seals this list for VRF-\d+ and for VRF-\d+, and its signature names neither$/),
      });
    }
    expect(await check({ entries: taken, told: null })).toMatchObject({ reason: expect.stringContaining('names neither') });
    const signedFor = { verificationId: 'VRF-001246', siteCode: 'KE-KLF-011' };
    expect((await check({ entries: taken, signedFor })).state).toBe('passed');
  });

  it('with nothing but the chain, the one verification that holds the hash is the pack’s; none, or two, is not known', async () => {
    expect(await check({ told: null })).toMatchObject({ state: 'passed', evidence: { namedBy: 'chain', vrfId: 'VRF-001246' } });
    expect((await check({ told: null, entries: chain.slice(4) })).state).toBe('notCheckable');
    expect((await check({ told: null, entries: makeChain([own, { ...own, vrfId: 'VRF-000100' }]) })).state).toBe('notCheckable');
  });

  it('change any one member of any entry of the verification: it does not pass by that entry', async () => {
    const changes: Readonly<Partial<ChainEntry>>[] = [
      { chainIndex: 9 },
      { vrfId: 'VRF-000001' },
      { siteCode: 'KE-KMB-004' },
      { timestamp: '2031-01-01T00:00:00Z' },
      { performanceKpis: { uptime: 100, fuelSavings: 22.5, emissionReduction: 0.4 } },
      { status: 'disputed' },
      { covenantHash: 'd'.repeat(64) },
      { evidenceHash: 'e'.repeat(64) },
      { prevHash: 'f'.repeat(64) },
      { seal: '0'.repeat(64) },
    ];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...changes), fc.constantFrom(1, 3), async (change, place) => {
        const entries = replaced(place, { ...entryAt(place), ...change });
        const part = await check({ entries });
        // With another vrfId it is no longer an entry of the verification; the other entry then decides alone.
        if (part.state === 'passed')
          expect([change.vrfId === undefined, part.evidence.entry?.seal]).toEqual([false, entryAt(4 - place).seal]);
      }),
    );
  });
});

describe('a pack that is signed for its verification and site', { tags: ['P-1'] }, () => {
  const signedFor = { verificationId: 'VRF-001246', siteCode: 'KE-KLF-011' };
  const keys = { set: lintKeys([key.jwk]), fetchedAt: null };
  const newer = makePack(key, { signedFor });

  it('says for whom, and lacks nothing; one signed before is read on, and says what it lacks', async () => {
    expect(await checkSigned(newer, keys, 'demo', at)).toMatchObject({
      state: 'passed',
      evidence: { signedFor, lacks: [], tenantId: 'demo' },
    });
    expect(await checkSigned(pack, keys, 'demo', at)).toMatchObject({
      state: 'passed',
      evidence: { signedFor: null, lacks: ['verification', 'site'] },
    });
  });

  it('its payload is the RFC 8785 form of exactly its members, under its own typ', { tags: ['D-33'] }, async () => {
    const payload = { packId: 'EP-0931', tenantId: 'demo', manifestHash, signatureTimestamp: pack.signatureTimestamp, ...signedFor };
    expect(canonicalPackPayload(payload)).toBe(canonicalize(payload));
    const { siteCode: _, ...without } = payload;
    for (const [header, signed] of [
      [{ typ: 'evidence-manifest+jws' }, payload],
      [{ typ: 'evidence-pack+jws' }, without],
      [{ typ: 'evidence-pack+jws' }, { ...payload, siteCode: 11 }],
      [{ typ: 'evidence-pack+jws' }, { ...payload, more: 'x' }],
    ] as const) {
      const sorted = Object.fromEntries(Object.entries(signed).toSorted(([a], [b]) => (a < b ? -1 : 1)));
      expect(await checkSigned(makePack(key, { header, payload: sorted }), keys, 'demo', at)).toMatchObject({
        state: 'failed',
        code: 'payload_mismatch',
        evidence: { signedFor: null, lacks: [] },
      });
    }
  });

  it('is verified where list, signature and chain have passed, and nowhere else', { tags: ['D-8'] }, async () => {
    const intact = await checkIntact(newer, at);
    const signed = await checkSigned(newer, keys, 'demo', at);
    const files = checkFiles(newer, [], at);
    const sealedIn = await check({ signedFor });
    expect(outcomeOf({ intact, signed, sealedIn, files })).toBe('verified');
    expect(outcomeOf({ intact, signed, sealedIn: await check({ entries: [] }), files })).toBe('unknown');
    expect(outcomeOf({ intact, signed, sealedIn: await check({ tenantId: 'kampala' }), files })).toBe('not_verified');
  });
});

describe('an unknown signer', { tags: ['P-8'] }, () => {
  it('is told by the name that the manifest gives it, whatever the signature names', { tags: ['C-71'] }, async () => {
    const keys = { set: lintKeys([key.jwk]), fetchedAt: null };
    expect(await checkSigned({ ...pack, signerKid: 'field-unit-07' }, keys, 'demo', at)).toMatchObject({
      state: 'failed',
      code: 'unknown_kid',
      message: 'Unknown kid: field-unit-07',
    });
  });
});
