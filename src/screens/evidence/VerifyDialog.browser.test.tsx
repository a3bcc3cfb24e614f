import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { personsDevice } from '../../../tests/builders/personsDevice.ts';
import { hubStatus } from '../../bridge/hub/pageState.ts';
import type { EvidenceManifest, EvidencePack } from '../../contracts/evidence.ts';
import type { HubStatus } from '../../contracts/rpc.ts';
import type { SealedInPart, SignedPart } from '../../contracts/verdict.ts';
import type { RunDeps } from '../../evidence/drive.ts';
import { readPack } from '../../store/readPacks.ts';
import { UiProvider } from '../../ui/theme/UiProvider.tsx';
import { ClockProvider } from '../../ui/time/clock.tsx';
import { VerifyDialog } from './VerifyDialog.tsx';
import './evidence.css';

const at = '2025-11-18T11:26:00.000Z';
const now = Date.parse(at);
const hash = 'c'.repeat(64);
const manifest: EvidenceManifest = {
  packId: 'EP-0931',
  files: [
    { name: 'meter.csv', size: 3, hash },
    { name: 'Tamko la shule – jiko #1, 100% ya mita (Novemba & Desemba, iliyothibitishwa).pdf', size: 3, hash },
  ],
  jwsSignature: 'a.b.c',
  signerKid: 'k1',
  signatureTimestamp: at,
  wormStatus: 'locked',
  manifestHash: hash,
};
const row: EvidencePack = {
  packId: 'EP-0931',
  siteCode: 'KE-KLF-011',
  siteName: 'Kilifi Baobab',
  timestamp: at,
  status: 'verified',
  wormStatus: 'locked',
  fileCount: 1,
  totalBytes: 3,
  signerKid: 'k1',
  manifestHash: hash,
  vrfId: 'VRF-001246',
  version: 1,
};
const signed: SignedPart = {
  state: 'passed',
  at,
  evidence: {
    kid: 'k1',
    algorithm: 'RS256',
    signatureTimestamp: at,
    keysFetchedAt: at,
    tenant: 'checked',
    tenantId: 'demo',
    signedFor: null,
    lacks: [],
  },
};
const entry = { chainIndex: 250, vrfId: 'VRF-001246', siteCode: 'KE-KLF-011', timestamp: at, seal: 'd'.repeat(64) };
const sealed: SealedInPart = { state: 'passed', at, evidence: { vrfId: 'VRF-001246', namedBy: 'platform', entry, status: 'verified' } };
const withdrawn: SignedPart = {
  state: 'failed',
  at,
  code: 'unknown_kid',
  message: 'Unknown kid: k1',
  reasons: ['No key of this id is in the key set'],
  evidence: { ...signed.evidence, keysFetchedAt: null },
};
const elsewhere: SealedInPart = {
  state: 'failed',
  at,
  code: 'without_evidence',
  message: 'Not the evidence of VRF-000100',
  reasons: ['VRF-000100 was sealed without evidence'],
  evidence: { ...sealed.evidence, vrfId: 'VRF-000100', entry: null, status: null },
};

const makeDeps = (): RunDeps => ({
  now: () => now,
  loadManifest: async () => ({ state: 'held', value: manifest, source: 'network', asOf: at }),
  loadKeys: async () => ({
    state: 'held',
    value: { keys: [{ kid: 'k1', kty: 'RSA' }], fetchedAt: at },
    source: 'network',
    asOf: at,
  }),
  checkIntact: async () => ({ state: 'passed', at, evidence: { computedHash: hash, manifestHash: hash, fileCount: 1 } }),
  checkSigned: async (_, { keys }) => (JSON.stringify(keys).includes('"k1"') ? signed : withdrawn),
  checkSealedIn: async () => {
    asked += 1;
    return (await readPack('EP-0931'))?.vrfId === 'VRF-000100' ? elsewhere : sealed;
  },
  signUrls: async () => ({ state: 'offline' }),
});
let asked = 0;
const store = personsDevice();
const answered = (asOfSeq: number) => ({ receivedAt: now, asOfSeq, epoch: 'e1', extent: 'whole' }) as const;
const keepKeys = (seq: number, ...kids: string[]) =>
  store().applyAnswer('jwks', { keys: kids.map((kid) => ({ kid, kty: 'RSA' })) }, answered(seq));
const keepPack = (seq: number, change: Partial<EvidencePack> = {}) =>
  store().applyAnswer('evidence', { packs: [{ ...row, version: seq, ...change }], totalCount: 1, lastUpdated: at }, answered(seq));
const head = () => page.getByRole('dialog').getByText(/^(Verified offline|Verification Failed|Signature valid\. Not matched.*)$/);

function found(change: Partial<HubStatus>): void {
  const before = hubStatus.get();
  hubStatus.set({ ...before, ...change });
  onTestFinished(() => hubStatus.set(before));
}
beforeEach(async () => {
  asked = 0;
  await keepKeys(1, 'k1');
  await keepPack(1);
});
const show = () =>
  render(
    <UiProvider>
      <ClockProvider zone="Africa/Nairobi" offsetMs={0} fixedAt={now}>
        <VerifyDialog packId="EP-0931" onClose={() => undefined} onNext={null} makeDeps={makeDeps} />
      </ClockProvider>
    </UiProvider>,
  );

it('a key that is withdrawn while a verdict stands takes the verdict with it', { tags: ['P-6'] }, async () => {
  await show();
  await expect.element(head()).toHaveTextContent('Verified offline');
  await keepKeys(2, 'k1', 'k2');
  await keepKeys(3, 'k2');
  await expect.element(head()).toHaveTextContent('Verification Failed');
  await expect.element(page.getByRole('dialog').getByText(/^Unknown kid: k1\. No key of this id/)).toBeVisible();
  // The platform publishes the key again: the finding is withdrawn too.
  await keepKeys(4, 'k1');
  await expect.element(head()).toHaveTextContent('Verified offline');
  // The platform's statement that it has no keys counts too.
  await keepKeys(5);
  await expect.element(head()).toHaveTextContent('Verification Failed');
});

it('both results of a file are in sight beside the details, however long a name is', { tags: ['P-4'] }, async () => {
  for (const width of [1440, 1024, 768, 390]) {
    await page.viewport(width, 900);
    const screen = await show();
    await expect.element(head()).toHaveTextContent('Verified offline');
    const files = page.getByRole('table', { name: 'Files of the pack' });
    await expect.element(files.getByRole('columnheader', { name: 'This device' })).toBeVisible();
    const box = files.element().parentElement;
    await expect.poll(() => [width, Math.max(0, (box?.scrollWidth ?? 0) - (box?.clientWidth ?? 0))]).toEqual([width, 0]);
    await screen.unmount();
  }
});

it('a verdict does not outlive the row that it was made of: the pack listed for another verification is held against that one', {
  tags: ['P-1'],
}, async () => {
  await show();
  await expect.element(head()).toHaveTextContent('Verified offline');
  // Once by the steps, and once more by the stored data.
  await expect.poll(() => asked).toBe(2);
  await keepPack(2, { vrfId: 'VRF-000100', siteCode: 'KE-KMB-004' });
  await expect.element(head()).toHaveTextContent('Verification Failed');
});

it('a pack is matched to no verification by an entry of another history than this device saw', { tags: ['P-5', 'A-19'] }, async () => {
  found({ historyFound: { kind: 'rewritten', chainIndex: 900, expectedSeal: 'a'.repeat(64), foundSeal: 'b'.repeat(64) } });
  await show();
  await expect.element(head()).toHaveTextContent('Signature valid. Not matched to a verification');
});

it('nor while the platform has signed two histories', { tags: ['P-9'] }, async () => {
  found({ twoHistories: { chain: 'verifications', index: 900, heldSeal: 'a'.repeat(64), shownSeal: 'b'.repeat(64) } });
  await show();
  await expect.element(head()).toHaveTextContent('Signature valid. Not matched to a verification');
});
