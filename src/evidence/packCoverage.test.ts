import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeChain } from '../../tests/builders/chain.ts';
import { makeKey, makePack } from '../../tests/builders/evidencePack.ts';
import type { EvidenceManifest } from '../contracts/evidence.ts';
import type { ChainEntry } from '../contracts/verification.ts';
import { checkFiles } from './files.ts';
import { lintKeys } from './keys.ts';
import { packCoverage } from './packCoverage.ts';
import { checkSealedIn } from './sealedIn.ts';
import { checkIntact, checkSigned, verdictOf } from './verify.ts';

const at = '2025-11-18T11:26:41Z';
const key = makeKey('ukweli-2025-11');
const signedFor = { verificationId: 'VRF-001246', siteCode: 'KE-KLF-011' };
const pack = makePack(key, { signedFor });
const chain = makeChain([{ vrfId: 'VRF-001245' }, { vrfId: 'VRF-001246', evidenceHash: pack.manifestHash }]);
const keys = { set: lintKeys([key.jwk]), fetchedAt: null };

async function judged(manifest: EvidenceManifest, entries: readonly ChainEntry[] = chain) {
  const intact = await checkIntact(manifest, at);
  const signed = await checkSigned(manifest, keys, 'demo', at);
  const { manifestHash } = manifest;
  const named = signed.state === 'passed' ? signed.evidence.signedFor : null;
  const sealedIn = await checkSealedIn({ manifestHash, signedFor: named, told: null, entries, tenantId: 'demo' }, at);
  const verdict = verdictOf(manifest.packId, { intact, signed, sealedIn, files: checkFiles(manifest, [], at) }, at);
  return { verdict, ...packCoverage(manifest, verdict) };
}
const fieldsOf = (values: readonly { readonly field: string }[]) => values.map(({ field }) => field);

describe('what a pack’s verdict covers', { tags: ['P-1', 'D-52'] }, () => {
  it('names each value with what stands for it, and what nothing stands for', async () => {
    const { covers, notCovered } = await judged(pack);
    expect(covers).toContainEqual({ field: 'siteCode', value: 'KE-KLF-011', by: 'signature' });
    expect(covers).toContainEqual({ field: 'files', value: 3, by: 'hash' });
    expect(covers).toContainEqual({ field: 'sealedIn.vrfId', value: 'VRF-001246', by: 'chain' });
    expect(notCovered).toEqual([
      { field: 'wormStatus', value: 'locked', why: 'neverSigned' },
      { field: 'files.url', value: 3, why: 'neverSigned' },
    ]);
    const older = await judged(makePack(key));
    expect(fieldsOf(older.covers)).not.toContain('siteCode');
    expect(fieldsOf(older.covers)).toContain('sealedIn.siteCode');
    const unmatched = await judged(pack, []);
    expect(fieldsOf(unmatched.covers).filter((field) => field.startsWith('sealedIn'))).toEqual([]);
  });

  it('change any one value of a manifest: the verdict fails, or the value is listed as not covered', { tags: ['A-18'] }, async () => {
    const [file] = pack.files as [EvidenceManifest['files'][number]]; // safe: the pack has three sample files
    const changed = (change: Partial<typeof file>) => ({ files: pack.files.with(0, { ...file, ...change }) });
    const changes: readonly (readonly [string, Partial<EvidenceManifest>])[] = [
      ['packId', { packId: 'EP-0001' }],
      ['manifestHash', { manifestHash: 'a'.repeat(64) }],
      ['signatureTimestamp', { signatureTimestamp: '2031-01-01T00:00:00Z' }],
      ['signerKid', { signerKid: 'another' }],
      ['jwsSignature', { jwsSignature: makePack(key).jwsSignature.replace(/..$/, 'AA') }],
      ['wormStatus', { wormStatus: 'unlocked' }],
      ['files', changed({ name: 'other.csv' })],
      ['files', changed({ size: file.size + 1 })],
      ['files', changed({ hash: 'b'.repeat(64) })],
      ['files', { files: pack.files.slice(1) }],
      ['files.url', changed({ url: 'https://elsewhere.example' })],
    ];
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...changes), async ([field, change]) => {
        const { verdict, notCovered } = await judged({ ...pack, ...change });
        expect(verdict.outcome === 'not_verified' || fieldsOf(notCovered).includes(field), field).toBe(true);
        expect(verdict.outcome === 'verified').toBe(field === 'wormStatus' || field === 'files.url');
      }),
    );
  });
});
