import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { ChainEntry } from '../../src/contracts/verification.ts';
import { makeChain, sealed } from '../builders/chain.ts';
import { makeCheckpoint } from '../builders/checkpoints.ts';
import { makeKey, makePack } from '../builders/evidencePack.ts';
import { makeProof } from '../builders/proof.ts';
import { packArchive, stretchIn } from '../../src/screens/evidence/packDownload.ts';
import { judge } from './evidenceCase.ts';

/** A valid pack with the chain that confirms it. Each attack changes one of them, and the result must never be "verified". */

const folder = mkdtempSync(join(tmpdir(), 'ukweli-claims-'));
afterAll(() => rmSync(folder, { recursive: true }));
let made = 0;
function file(content: unknown): string {
  const path = join(folder, `${(made += 1)}.json`);
  writeFileSync(path, JSON.stringify(content));
  return path;
}

const key = makeKey('ukweli-2025-11');
const signedFor = { verificationId: 'VRF-001246', siteCode: 'KE-KLF-011' };
const [before, now] = [makePack(key), makePack(key, { signedFor })];
const own = { vrfId: 'VRF-001246', evidenceHash: now.manifestHash };
const chain = makeChain([{ vrfId: 'VRF-000100', siteCode: 'KE-KMB-004' }, own, { vrfId: 'VRF-001247' }]);
const [, entry, last] = chain as [ChainEntry, ChainEntry, ChainEntry];
/** The platform's checkpoints of the chain above: an attacker has them but cannot make others. */
const checkpoints = [makeCheckpoint(key, { index: last.chainIndex, seal: last.seal })];
const tied = (change: Partial<ChainEntry>) => chain.with(1, sealed({ ...entry, ...change }));
const told = (manifest: unknown, entries: unknown, over: unknown = checkpoints) =>
  judge({ manifest, jwks: [key.jwk], more: ['--tenant', 'demo', '--chain', file({ entries, checkpoints: over })] });

it('the packs that the attacks start from are verified, the one signed before by its chain entry alone', async () => {
  for (const manifest of [before, now])
    expect(await told(manifest, chain)).toMatchObject({ exitCode: 0, output: { verified: true, sealedIn: 'passed' } });
});

describe('claims of a pack', { tags: ['A-18', 'P-1'] }, () => {
  it.each([
    ['another verification under the old seal', chain.with(1, { ...entry, vrfId: 'VRF-000001' })],
    ['another site under the old seal', chain.with(1, { ...entry, siteCode: 'KE-KMB-004' })],
    ['another time under the old seal', chain.with(1, { ...entry, timestamp: '2031-01-01T00:00:00Z' })],
    ['another status under the old seal', chain.with(1, { ...entry, status: 'disputed' })],
    ['figures under the old seal', chain.with(1, { ...entry, performanceKpis: { uptime: 100, fuelSavings: 99, emissionReduction: 9 } })],
    ['another site, sealed again', tied({ siteCode: 'KE-KMB-004' })],
    ['another time, sealed again', tied({ timestamp: '1970-01-01T00:00:00Z' })],
    ['no evidence, sealed again', tied({ evidenceHash: chain[0]?.evidenceHash ?? '' })],
    ['torn from the entry before', tied({ prevHash: 'f'.repeat(64) })],
    ['the entry taken off', chain.filter((each) => each !== entry)],
    ['the whole chain taken off', []],
    ['another tenant’s chain', makeChain([{ vrfId: 'VRF-000100' }, own], 'kampala')],
    ['a second entry in its place', [...chain, sealed({ ...entry, status: 'disputed' })]],
    ['sealed once more without evidence', makeChain([own, { vrfId: 'VRF-001246' }])],
  ])('%s: not verified', { tags: ['A-18'] }, async (_, entries) => {
    for (const manifest of [before, now]) expect(await told(manifest, entries)).toMatchObject({ exitCode: 1, output: { verified: false } });
  });

  it('no chain at all: the signature is valid, whose evidence it is nobody says, and it is not verified', { tags: ['A-18'] }, async () => {
    expect(await judge({ manifest: now, jwks: [key.jwk] })).toMatchObject({
      exitCode: 0,
      output: { verified: false, signed: 'passed', sealedIn: 'not checkable' },
    });
  });

  it.each([
    ['of another verification, signed', makePack(key, { signedFor: { ...signedFor, verificationId: 'VRF-000100' } })],
    ['of another site, signed', makePack(key, { signedFor: { ...signedFor, siteCode: 'KE-KMB-004' } })],
    ['its signature taken off', { ...now, jwsSignature: '' }],
    ['with the signature of another pack', { ...now, jwsSignature: makePack(key, { packId: 'EP-0001', signedFor }).jwsSignature }],
    ['under another name', { ...now, packId: 'EP-0001' }],
    ['signed at another time', { ...now, signatureTimestamp: '2031-01-01T00:00:00Z' }],
    ['by a key that nobody knows', { ...now, signerKid: 'field-unit-07' }],
    ['with a file less', { ...now, files: now.files.slice(1) }],
  ])('a pack %s: not verified', { tags: ['A-18'] }, async (_, manifest) => {
    expect(await told(manifest, chain)).toMatchObject({ exitCode: 1, output: { verified: false } });
  });
});

describe('entries that nobody has signed', { tags: ['A-18', 'A-19', 'P-1', 'P-9'] }, () => {
  const another = (chainIndex: number, change: Partial<ChainEntry> = {}) =>
    sealed({ ...entry, vrfId: 'VRF-000666', siteCode: 'KE-KMB-004', chainIndex, prevHash: 'a'.repeat(64), ...change });
  const attacker = makeKey('ukweli-2025-11');
  const by = (signer: typeof key, { chainIndex, seal }: ChainEntry, change = {}) => [
    makeCheckpoint(signer, { index: chainIndex, seal, ...change }),
  ];
  const own = another(7);

  it.each([
    ['one entry that somebody sealed himself', [own], []],
    ['the same with the file’s checkpoint of another place', [own], checkpoints],
    ['the same at the place of a checkpoint', [another(2)], checkpoints],
    ['the same led up to a checkpoint’s place', [another(1), sealed({ ...last, prevHash: another(1).seal })], checkpoints],
    ['under a checkpoint of his own key', [own], by(attacker, own)],
    ['under the platform’s checkpoint of another chain', [own], by(key, own, { chain: 'record' })],
    ['under the platform’s checkpoint of another tenant', [own], by(key, own, { tenantId: 'kampala' })],
    ['with a gap before the checkpoint', [own, last], checkpoints],
  ] as const)('%s: a signed pack is not the evidence of the verification that he names', { tags: ['A-18'] }, async (_, entries, over) => {
    expect(await told(before, entries, over)).toMatchObject({ exitCode: 1, output: { verified: false, signatureValid: true } });
  });

  it('a status or a time of his own for the verification that the pack is signed for is not the chain’s word', {
    tags: ['A-18'],
  }, async () => {
    for (const change of [{ status: 'disputed' }, { timestamp: '2025-01-01T00:00:00Z' }] as const) {
      const made = sealed({ ...entry, ...change, chainIndex: 7, prevHash: 'a'.repeat(64) });
      for (const entries of [
        [made],
        [...chain, made],
        [sealed({ ...entry, ...change, chainIndex: 0, prevHash: '0'.repeat(64) }), ...chain.slice(1)],
      ]) {
        const { exitCode, output } = await told(now, entries);
        expect([exitCode, output['verified']]).toEqual([1, false]);
        expect(output['covers']).not.toContainEqual(expect.objectContaining({ by: 'chain' }));
      }
    }
  });

  it('a chain that was cut at an older checkpoint says until where it goes: a later decision is not seen', { tags: ['P-1'] }, async () => {
    const cut = chain.slice(0, 2);
    const over = [makeCheckpoint(key, { index: entry.chainIndex, seal: entry.seal })];
    for (const [entries, checked, until] of [
      [cut, over, 1],
      [chain, checkpoints, 2],
    ] as const)
      expect(await told(now, entries, checked)).toMatchObject({
        output: {
          verified: true,
          notCovered: expect.arrayContaining([{ field: `sealedIn, decided after link ${until}`, value: null, why: 'notAtHand' }]),
        },
      });
  });

  it('without a checkpoint the command says so, and what would help', { tags: ['P-9'] }, async () => {
    const { output } = await told(now, chain, []);
    expect(output).toMatchObject({ sealedIn: 'not checkable', notChecked: ['files', 'sealedIn'] });
    expect(output['notes']).toEqual([expect.stringContaining('sealedIn: Not yet under a checkpoint')]);
  });
});

it('an archive as the console makes it brings the links up to a signed checkpoint: it is found sealed in with nothing but the platform’s keys', {
  tags: ['P-9'],
}, async () => {
  const proof = makeProof(key, 'verification');
  if (proof.pack === null) throw new Error('no pack');
  const beside = { keys: [key.jwk], ...stretchIn(JSON.stringify(proof)) };
  const archive = await packArchive(proof.pack, beside, new Map(), new Date('2025-11-18T11:26:06Z'));
  writeFileSync(join(folder, 'pack.zip'), new Uint8Array((await archive?.arrayBuffer()) ?? new ArrayBuffer()));
  execFileSync('python3', ['-m', 'zipfile', '-e', 'pack.zip', '.'], { cwd: folder });
  const chainFile = join(folder, proof.pack.packId, 'chain.json');
  expect(await judge({ manifest: proof.pack, jwks: [key.jwk], more: ['--chain', chainFile] })).toMatchObject({
    exitCode: 0,
    output: { verified: true, sealedIn: 'passed' },
  });
});
