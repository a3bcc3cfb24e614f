import { describe, expect, it } from 'vitest';
import { queryOf } from '../../domain/screens/address.ts';
import { readAddress } from '../../domain/screens/readAddress.ts';
import { makeChain } from '../../../tests/builders/chain.ts';
import { makeKey, makePack, sampleFiles } from '../../../tests/builders/evidencePack.ts';
import type { EvidenceManifest, EvidencePack } from '../../contracts/evidence.ts';
import type { SealedInCheck } from '../../contracts/verdict.ts';
import { driveRun, type RunDeps } from '../../evidence/drive.ts';
import { checkFiles } from '../../evidence/files.ts';
import { lintKeys } from '../../evidence/keys.ts';
import type { Run } from '../../evidence/run.ts';
import { checkSealedIn } from '../../evidence/sealedIn.ts';
import { checkIntact, checkSigned } from '../../evidence/verify.ts';
import { downloadDisabledReason, headingOf, stepsDone, stepViews, verdictFrom, verdictView } from './dialogModel.ts';
import { dayChoices, filterPacks, isNarrowed, nextPending, siteChoices } from './model.ts';

const key = makeKey('ukweli-2025-11');
const pack = makePack(key);
const entries = makeChain([
  { vrfId: 'VRF-000100', siteCode: 'KE-KMB-004' },
  { vrfId: 'VRF-001246', evidenceHash: pack.manifestHash },
]);
const told = { vrfId: 'VRF-001246', siteCode: 'KE-KLF-011' };
const sealedBy =
  (change: Partial<SealedInCheck>): RunDeps['checkSealedIn'] =>
  ({ manifestHash }) =>
    checkSealedIn({ manifestHash, signedFor: null, told, entries, tenantId: 'demo', ...change }, at);
const zone = 'Africa/Nairobi';
const now = Date.parse('2025-11-18T11:26:41Z');
const at = '2025-11-18T11:26:41Z';
const reading = { zone, now };

async function run(manifest: EvidenceManifest = pack, change: Partial<RunDeps> = {}): Promise<Run> {
  let clock = now - 2_900 - 500;
  return driveRun(
    manifest.packId,
    {
      now: () => (clock += 290),
      loadManifest: async () => ({ state: 'held', value: manifest, source: 'network', asOf: at }),
      loadKeys: async () => ({ state: 'held', value: { keys: [key.jwk], fetchedAt: '2025-11-18T11:11:00Z' }, source: 'store', asOf: at }),
      checkIntact: (value) => checkIntact(value, at),
      checkSigned: (value, held) => checkSigned(value, { set: lintKeys(held.keys), fetchedAt: held.fetchedAt }, 'demo', at),
      checkSealedIn: sealedBy({}),
      signUrls: async () => ({ state: 'held', value: { urls: {}, expiresAt: '2025-11-18T11:41:00Z' }, source: 'network', asOf: at }),
      ...change,
    },
    () => undefined,
    { aborted: false },
  );
}
const digests = sampleFiles.map(({ name, size, hash }) => ({ name, size, hash, hashedAt: at }));
const noFiles = checkFiles(pack, [], at);

describe('the steps in words', () => {
  it('name the step, its state and what it found', { tags: ['C-25'] }, async () => {
    const views = stepViews(await run(), reading);
    expect(views.map(({ title }) => title)).toEqual([
      '1. Fetch Manifest',
      '2. Verify Hash Chain',
      '3. Fetch JWKS',
      '4. Verify JWS Signature',
      '5. Generate Signed URLs',
    ]);
    expect(views.map(({ detail }) => detail)).toEqual([
      '3 files listed, manifest signed 13:21 EAT',
      `Computed ${pack.manifestHash.slice(0, 16)}…, equal to the manifest`,
      '1 key, fetched 14:11 EAT',
      'RS256, key ukweli-2025-11',
      'Links for 3 files, valid until 14:41 EAT',
    ]);
    expect(views[0]?.when).toBe('Done · 0.3 s');
  });

  it('a failed step shows the document’s message, those after it wait', { tags: ['C-25', 'C-71'] }, async () => {
    const failed = await run({ ...pack, files: pack.files.slice(1) });
    const views = stepViews(failed, reading);
    expect(views[1]).toMatchObject({ state: 'error', when: 'Failed' });
    expect(views[1]?.detail).toContain('Hash chain verification failed');
    expect(views.slice(2).every(({ when }) => when === 'Pending')).toBe(true);
    expect(stepsDone(failed)).toBe(1);
  });
});

describe('the verdict in words', () => {
  it('Verified when all four parts passed', { tags: ['C-25', 'D-8'] }, async () => {
    const done = await run();
    const view = verdictView(done, verdictFrom(done, checkFiles(pack, digests, at), at), reading);
    expect(view).toMatchObject({ claim: { answer: 'yes', word: 'Verified' } });
    expect(view.summary).toMatch(/^All four checks passed on this device at 14:26:\d\d EAT, in \d\.\d s$/);
    expect(view.parts.map(({ claim }) => claim.answer)).toEqual(['yes', 'yes', 'yes', 'yes']);
    expect(view.parts[1]).toMatchObject({
      code: 'ukweli-2025-11',
      when: 'Key fetched 14:11 EAT. An older signature, which does not name verification or site: that only the chain can say',
    });
    expect(view.parts[2]).toMatchObject({
      title: 'Sealed in',
      code: 'VRF-001246',
      when: 'Sealed 13:52 EAT. The decision on it, as the chain has it here: verified',
    });
  });

  it('says that files were not checked, and draws them as not checkable', { tags: ['D-8'] }, async () => {
    const done = await run();
    const view = verdictView(done, verdictFrom(done, noFiles, at), reading);
    expect(view.parts[3]?.claim.answer).toBe('unknown');
    expect(view.summary).toContain('the files’ bytes are not checked');
  });

  it('a changed file fails the verdict although list and signature hold', { tags: ['D-8'] }, async () => {
    const done = await run();
    const changed = digests.map((digest, index) => (index === 0 ? { ...digest, hash: 'a'.repeat(64) } : digest));
    const view = verdictView(done, verdictFrom(done, checkFiles(pack, changed, at), at), reading);
    expect(view).toMatchObject({ claim: { answer: 'no', word: 'Verification Failed' } });
    expect(view.parts.map(({ claim }) => claim.answer)).toEqual(['yes', 'yes', 'yes', 'no']);
  });

  it('counts the platform’s files and this device’s apart, equal or not', { tags: ['P-4'] }, async () => {
    const done = await run();
    const platform = digests.map((digest) => ({ ...digest, from: 'platform' as const }));
    const [one] = digests as [(typeof digests)[number]]; // three samples
    const proofOf = (given: Parameters<typeof checkFiles>[1]) =>
      verdictView(done, verdictFrom(done, checkFiles(pack, given, at), at), reading).parts.find(({ id }) => id === 'files');
    expect(proofOf([...platform, one])?.proof).toContain('3 of 3 from the platform, equal. 1 of 3 from this device, equal; 2 not given');
    const failed = proofOf([...platform, { ...one, hash: 'a'.repeat(64), hashedAt: '2025-11-18T11:28:00Z' }]);
    expect(failed?.proof).toContain('1 of 3 from this device; 1 not as listed; 2 not given');
    expect(failed?.when).toBe('Last check 14:28:00 EAT');
  });

  it('offline: verified on steps 1 to 4', { tags: ['D-8'] }, async () => {
    const done = await run(pack, { signUrls: async () => ({ state: 'offline' }) });
    const view = verdictView(done, verdictFrom(done, noFiles, at), reading);
    expect(view).toMatchObject({ claim: { answer: 'yes', word: 'Verified offline' } });
    expect(view.summary).toMatch(
      /^Steps 1 to 4 passed here at .*; the files’ bytes are not checked\. Download links: available when online$/,
    );
    expect(stepViews(done, reading)[4]).toMatchObject({ state: 'pending', detail: 'Available when online' });
  });

  it('says why nothing can be downloaded: the list, the verdict, the network or the size', async () => {
    const why = (over: Partial<Parameters<typeof downloadDisabledReason>[0]>) =>
      downloadDisabledReason({ listHolds: true, run: null, fits: true, ...over });
    const passed = await run();
    expect(why({ run: passed })).toBeNull();
    expect(why({ run: passed, fits: false })).toBe('Too large for one archive');
    expect(why({ run: passed, listHolds: false })).toMatch(/^The file list is not valid/);
    expect(why({ run: await run(pack, { signUrls: async () => ({ state: 'offline' }) }) })).toBe('Available when online');
    expect(why({ run: await run(makePack({ ...key, kid: 'field-unit-07' })) })).toBe('Links are created for packs that pass');
  });

  it('Verification Failed with the message; what was not reached is not judged', { tags: ['C-25', 'D-8'] }, async () => {
    const done = await run({ ...pack, files: pack.files.slice(1) });
    const view = verdictView(done, verdictFrom(done, noFiles, at), reading);
    expect(view).toMatchObject({ claim: { answer: 'no', word: 'Verification Failed' } });
    expect(view.summary).toMatch(/^Hash chain verification failed\. /);
    expect(view.parts.map(({ claim }) => claim.answer)).toEqual(['no', 'unknown', 'unknown', 'unknown']);
  });

  it('what could not even be fetched could not be checked: the step has the document’s words, the pack no judgement', {
    tags: ['C-25', 'D-8', 'P-8'],
  }, async () => {
    const done = await run(pack, { loadManifest: async () => ({ state: 'offline' }) });
    const view = verdictView(done, verdictFrom(done, noFiles, at), reading);
    expect(view).toMatchObject({ claim: { answer: 'unknown', word: 'Could not be checked' } });
    expect(view.summary).toMatch(/^Failed to fetch manifest\. /);
    expect(view.parts.map(({ claim }) => claim.answer)).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
  });

  it('of another school than the chain says, it fails by name, whatever list and signature say', { tags: ['P-1'] }, async () => {
    const done = await run(pack, { checkSealedIn: sealedBy({ told: { vrfId: 'VRF-000100', siteCode: 'KE-KMB-004' } }) });
    const view = verdictView(done, verdictFrom(done, checkFiles(pack, digests, at), at), reading);
    expect(view).toMatchObject({
      claim: { answer: 'no', word: 'Verification Failed' },
      summary:
        'Not the evidence of VRF-000100. VRF-000100 was sealed without evidence; that this pack is its evidence is the platform’s list alone',
    });
    expect(view.parts.map(({ claim }) => claim.answer)).toEqual(['yes', 'yes', 'no', 'yes']);
    expect(stepsDone(done)).toBe(5);
  });

  it('matched to no verification, the signature is valid and nothing is verified', { tags: ['P-1'] }, async () => {
    const done = await run(pack, { checkSealedIn: sealedBy({ entries: [] }) });
    const view = verdictView(done, verdictFrom(done, checkFiles(pack, digests, at), at), reading);
    expect(view.claim).toMatchObject({ answer: 'unknown', word: 'Signature valid. Not matched to a verification', look: 'pending' });
    expect(view.summary).toMatch(
      /^List and signature passed on this device at .*\. Whose evidence it is could not be checked: no entry of VRF-001246 is available$/,
    );
  });

  it('the heading is the sealed entry’s; before it was found, the platform’s word and said to be', { tags: ['P-1'] }, async () => {
    const row = {
      siteName: 'Kiambu Township Secondary',
      siteCode: 'KE-KMB-004',
      vrfId: 'VRF-000100',
      timestamp: '2025-11-17T09:00:00Z',
    } as EvidencePack; // the other fields are not shown
    const done = await run();
    expect(headingOf(done, row, zone)).toBe('KE-KLF-011 · VRF-001246 · sealed 18 Nov 2025, 13:52 EAT · 3 files, 79 B');
    expect(headingOf(null, row, zone)).toMatch(
      /^By the platform’s list · Kiambu Township Secondary, KE-KMB-004 · VRF-000100 · 17 Nov 2025/,
    );
    const failed = await run(pack, { checkSealedIn: sealedBy({ told: row }) });
    expect(headingOf(failed, row, zone)).toMatch(/^By the platform’s list · /);
    expect(headingOf(null, null, zone)).toBeNull();
  });

  it('evidence that holds is no decision: a verification that is not verified is named beside the head', {
    tags: ['P-1', 'D-8'],
  }, async () => {
    for (const [status, word] of [
      ['pending', 'pending'],
      ['failed', 'failed'],
      ['disputed', 'disputed'],
    ] as const) {
      const decided = makeChain([{ vrfId: 'VRF-001246', evidenceHash: pack.manifestHash, status }]);
      const over: Partial<RunDeps>[] = [
        {},
        { signUrls: async () => ({ state: 'offline' }) },
        { signUrls: async () => ({ state: 'failed', reason: '500' }) },
      ];
      for (const change of over) {
        const done = await run(pack, { checkSealedIn: sealedBy({ entries: decided }), ...change });
        const view = verdictView(done, verdictFrom(done, noFiles, at), reading);
        expect(view.claim.answer).toBe('yes');
        expect(view.summary).toMatch(new RegExp(`\\. This is about the evidence alone: VRF-001246 itself is ${word}$`));
      }
    }
  });

  it('the first part is said to be about the list and not about the files, and what was not reached is not said twice', {
    tags: ['D-8'],
  }, async () => {
    const done = await run();
    expect(verdictView(done, verdictFrom(done, noFiles, at), reading).parts[0]?.proof).toMatch(/^The list of files, not their bytes: /);
    const failed = await run({ ...pack, files: pack.files.slice(1) });
    const { parts } = verdictView(failed, verdictFrom(failed, noFiles, at), reading);
    expect(parts.slice(1).map(({ proof }) => proof)).toEqual(Array.from({ length: 3 }, () => 'Not reached: the run stopped earlier'));
  });

  it('a name in the platform’s list can neither turn the heading around, break it, nor push the rest of it away', {
    tags: ['P-1', 'A-4'],
  }, () => {
    const row = {
      siteName: `Kilifi\u202E\n${'x'.repeat(10_000)}`,
      siteCode: 'KE-KLF-011',
      vrfId: 'VRF-001246',
      timestamp: at,
    } as EvidencePack; // the other fields are not shown
    const heading = headingOf(null, row, zone) ?? '';
    expect(heading).toMatch(/^By the platform’s list · Kilifi\?\?x+…, KE-KLF-011 · VRF-001246 · /);
    expect(heading.length).toBeLessThan(200);
  });

  it('a 500 on the links step says nothing of the pack: the head follows the parts, and the files could not be checked', {
    tags: ['P-8'],
  }, async () => {
    const done = await run(pack, { signUrls: async () => ({ state: 'failed', reason: 'API Error: 500 Internal Server Error' }) });
    const view = verdictView(done, verdictFrom(done, noFiles, at), reading);
    expect(view.claim).toMatchObject({ answer: 'yes', word: 'Verified' });
    expect(view.summary).toMatch(/The files could not be checked: Failed to generate signed URLs\. API Error: 500 Internal Server Error$/);
    expect(view.parts.map(({ claim }) => claim.answer)).toEqual(['yes', 'yes', 'yes', 'unknown']);
    expect(stepViews(done, reading)[4]).toMatchObject({ state: 'error', when: 'Failed' });
    const unmatched = await run(pack, {
      checkSealedIn: sealedBy({ entries: [] }),
      signUrls: async () => ({ state: 'failed', reason: '500' }),
    });
    expect(verdictView(unmatched, verdictFrom(unmatched, noFiles, at), reading).claim.word).toBe(
      'Signature valid. Not matched to a verification',
    );
  });

  it('an unknown key is named', { tags: ['C-71'] }, async () => {
    const done = await run(makePack({ ...key, kid: 'field-unit-07' }));
    expect(verdictView(done, verdictFrom(done, noFiles, at), reading).summary).toMatch(/^Unknown kid: field-unit-07\. /);
  });

  it('a cancelled run is no verdict', { tags: ['D-8'] }, async () => {
    const done = await driveRun(
      'EP-0931',
      { ...({} as RunDeps), now: () => now, loadManifest: async () => ({ state: 'offline' }) },
      () => undefined,
      { aborted: true },
    );
    expect(verdictView(done, verdictFrom(done, noFiles, at), reading)).toMatchObject({ claim: { answer: 'unknown', word: 'Cancelled' } });
  });
});

describe('the list', () => {
  const row = (packId: string, timestamp: string, change: Partial<EvidencePack> = {}): EvidencePack => ({
    packId,
    siteCode: 'KE-KLF-011',
    siteName: 'Kilifi Baobab Secondary',
    timestamp,
    status: 'verified',
    wormStatus: 'locked',
    fileCount: 7,
    totalBytes: 1,
    signerKid: 'k',
    manifestHash: 'a'.repeat(64),
    vrfId: null,
    version: 1,
    ...change,
  });
  const packs = [
    row('EP-0934', '2025-11-18T11:00:00Z', { status: 'pending' }),
    row('EP-0933', '2025-11-18T10:00:00Z', { siteCode: 'KE-NKR-018', siteName: 'Nakuru West Girls’', vrfId: 'VRF-001246' }),
    row('EP-0932', '2025-11-17T22:00:00Z', { status: 'pending' }),
    row('EP-0931', '2025-11-17T12:00:00Z', { status: 'failed' }),
  ];
  const all = readAddress('evidence', new URLSearchParams());
  const ids = (found: readonly EvidencePack[]) => found.map(({ packId }) => packId);

  it('is found by pack, site and verification, and narrowed by status, site and day', { tags: ['C-24'] }, () => {
    expect(ids(filterPacks(packs, { ...all, search: 'nakuru 0933' }, zone))).toEqual(['EP-0933']);
    expect(ids(filterPacks(packs, { ...all, search: 'vrf-001246' }, zone))).toEqual(['EP-0933']);
    expect(ids(filterPacks(packs, { ...all, status: 'pending' }, zone))).toEqual(['EP-0934', 'EP-0932']);
    expect(ids(filterPacks(packs, { ...all, site: 'KE-NKR-018' }, zone))).toEqual(['EP-0933']);
    // 22:00 UTC is the next day in Nairobi.
    expect(ids(filterPacks(packs, { ...all, day: '18 Nov 2025' }, zone))).toEqual(['EP-0934', 'EP-0933', 'EP-0932']);
    expect(dayChoices(packs, zone).map(({ value }) => value)).toEqual(['18 Nov 2025', '17 Nov 2025']);
    expect(siteChoices(packs).map(({ label }) => label)).toEqual(['Kilifi Baobab Secondary', 'Nakuru West Girls’']);
  });

  it('keeps the view in the address', { tags: ['C-24', 'D-28'] }, () => {
    const view = { search: 'a & b', status: 'pending', site: 'KE-KLF-011', day: '18 Nov 2025', sort: '-size', open: 'EP-0931' } as const;
    expect(readAddress('evidence', new URLSearchParams(queryOf('evidence', view)))).toEqual(view);
    expect(queryOf('evidence', all)).toBe('');
    expect([isNarrowed(all), isNarrowed(view)]).toEqual([false, true]);
    expect(readAddress('evidence', new URLSearchParams('status=__proto__')).status).toBeNull();
  });

  it('Verify next pending goes on to the next older pending pack, then round to the newest', { tags: ['C-25'] }, () => {
    expect(nextPending(packs, 'EP-0934')?.packId).toBe('EP-0932');
    expect(nextPending(packs, 'EP-0933')?.packId).toBe('EP-0932');
    expect(nextPending(packs, 'EP-0932')?.packId).toBe('EP-0934');
    expect(nextPending(packs, 'EP-0931')?.packId).toBe('EP-0934');
    expect(nextPending(packs.slice(0, 2), 'EP-0934')).toBeNull();
  });
});
