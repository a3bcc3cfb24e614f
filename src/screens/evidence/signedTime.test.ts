import { describe, expect, it } from 'vitest';
import { makeChain } from '../../../tests/builders/chain.ts';
import { makeKey, makePack } from '../../../tests/builders/evidencePack.ts';
import type { SealedInPart, Verdict } from '../../contracts/verdict.ts';
import { checkFiles } from '../../evidence/files.ts';
import { lintKeys } from '../../evidence/keys.ts';
import { checkSealedIn } from '../../evidence/sealedIn.ts';
import { checkIntact, checkSigned, verdictOf } from '../../evidence/verify.ts';
import { type KnownPast, signedTimeView, unknownPast } from './signedTime.ts';

const key = makeKey('ukweli-2025-11');
const pack = makePack(key);
const at = '2025-11-18T11:26:41Z';
const entries = makeChain([
  { vrfId: 'VRF-000100', siteCode: 'KE-KMB-004' },
  { vrfId: 'VRF-001246', evidenceHash: pack.manifestHash },
]);
const told = { vrfId: 'VRF-001246', siteCode: 'KE-KLF-011' };

async function verdict(sealing = entries, change: Partial<Verdict> = {}): Promise<Verdict> {
  const sealedIn: SealedInPart = await checkSealedIn(
    { manifestHash: pack.manifestHash, signedFor: null, told, entries: sealing, tenantId: 'demo' },
    at,
  );
  const parts = {
    intact: await checkIntact(pack, at),
    signed: await checkSigned(pack, { set: lintKeys([key.jwk]), fetchedAt: at }, 'demo', at),
    sealedIn,
    files: checkFiles(pack, [], at),
  };
  return { ...verdictOf(pack.packId, parts, at), ...change };
}
const view = async (past: Partial<KnownPast> = {}, given?: Verdict) =>
  signedTimeView(given ?? (await verdict()), { ...unknownPast, ...past }, 'Africa/Nairobi');
const walked = (index: number) => ({ walked: { index, seal: 'a'.repeat(64), wholeAt: 0 } });

describe('by when a pack was signed, under its verdict', { tags: ['P-6', 'P-9'] }, () => {
  it('is the time of the entry that seals it, and the checkpoint that this device has walked up to', async () => {
    const plain = await view();
    expect(plain.claim).toMatchObject({ answer: 'yes', word: 'Time known' });
    expect(plain.text).toMatch(
      /^Existed by 18 Nov 2025, 13:52 EAT: sealed by entry 1 of the chain; not known here to be under a signed checkpoint yet\./,
    );
    expect(plain.text).toContain('The signature itself says 18 Nov 2025, 13:21 EAT, which is its signer’s word.');
    expect((await view(walked(0))).text).toContain('not known here to be under');
    expect((await view(walked(999))).text).toContain('sealed by entry 1 of the chain, under the signed checkpoint at place 999.');
  });

  it('is not known without the entry, without the signature, or where the chain up to it is another than this device saw', async () => {
    const finding = { kind: 'rewritten', chainIndex: 1, expectedSeal: 'a'.repeat(64), foundSeal: 'b'.repeat(64) } as const;
    const notReached = { state: 'notCheckable', reason: 'Not checked' } as const;
    for (const one of [
      await view({}, await verdict([])),
      await view({}, await verdict(entries, { signed: notReached })),
      await view({}, await verdict(entries, { intact: notReached })),
      await view({ historyFound: finding }),
    ]) {
      expect(one.claim).toMatchObject({ answer: 'unknown', word: 'Time not known' });
      expect(one.text).toMatch(/^By when it was signed is not known: /);
    }
  });

  it('is contradicted where the signature says that it is younger than its entry', async () => {
    const original = await verdict();
    if (original.signed.state !== 'passed') throw new Error('signed');
    const younger = { ...original.signed, evidence: { ...original.signed.evidence, signatureTimestamp: '2025-11-18T11:20:00Z' } };
    const one = await view({}, { ...original, signed: younger });
    expect(one.claim).toMatchObject({ answer: 'no', word: 'Times disagree' });
    expect(one.text).toContain('one of the two times is not true');
  });
});
