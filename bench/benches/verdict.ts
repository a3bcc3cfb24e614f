import { openProfile } from '../../e2e/support/profile.ts';
import type { EvidencePack } from '../../src/contracts/evidence.ts';
import { makeChain } from '../../tests/builders/chain.ts';
import { makeKey, makePack, sha256 } from '../../tests/builders/evidencePack.ts';
import type { HeldPack, VerdictTimes } from '../pages/verdictPage.ts';
import type { Bench } from '../support/bench.ts';
import { bundle } from '../support/bundle.ts';
import { pageOf, servePages } from '../support/pageServer.ts';
import { median } from '../support/statistics.ts';

/** The size of the demo tenant's chain (D-16), with the pack's own link among the newest. */
const links = 1_284;
const ownPlace = 1_246;

/** A usual pack of seven files, from the start of the check to its verdict, with and without the part *sealed in*. */
export const verdict: Bench = async ({ rounds, quick, tell }) => {
  const key = makeKey('bench');
  const signedFor = { verificationId: 'VRF-001246', siteCode: 'KE-KLF-011' };
  const files = Array.from({ length: 7 }, (_, n) => ({
    name: `kitchen-${n}.jpg`,
    size: 50_000 + n,
    hash: sha256(String(n)),
    url: `/${n}`,
  }));
  const manifest = makePack(key, { files, signedFor });
  const { packId, manifestHash, signerKid, signatureTimestamp, wormStatus } = manifest;
  const pack: EvidencePack = {
    packId,
    siteCode: signedFor.siteCode,
    siteName: 'Kilifi Coastal',
    timestamp: signatureTimestamp,
    status: 'verified',
    wormStatus,
    fileCount: files.length,
    totalBytes: 350_021,
    signerKid,
    manifestHash,
    vrfId: signedFor.verificationId,
    version: 1,
  };
  const entries = makeChain(
    Array.from({ length: links }, (_, n) => ({
      vrfId: `VRF-${String(n).padStart(6, '0')}`,
      ...(n === ownPlace && { evidenceHash: manifestHash }),
    })),
  );
  const held: HeldPack = { manifest, pack, jwk: { ...key.jwk, kid: key.kid, kty: 'RSA' }, entries };
  const server = await servePages({
    '/': pageOf('/page.js'),
    '/page.js': await bundle('pages/verdictPage.ts'),
    '/worker.js': await bundle('pages/evidenceWorker.ts'),
  });
  const profile = await openProfile(server.url);
  try {
    const page = profile.context.pages()[0] ?? (await profile.context.newPage());
    const taken: VerdictTimes[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await page.goto('/');
      const turns = await page.evaluate(
        // The page's own function, in another program.
        ([given, count]) => (globalThis as unknown as { measureVerdict: Measure }).measureVerdict(given, count),
        [held, quick ? 10 : 60] as const,
      );
      taken.push({ whole: median(turns.map(({ whole }) => whole)), before: median(turns.map(({ before }) => before)) });
      tell(`${round + 1}/${rounds}: ${JSON.stringify(taken.at(-1))}`);
    }
    const ms = (pick: (times: VerdictTimes) => number) => `${median(taken.map(pick)).toFixed(1)} ms`;
    return {
      figures: [
        {
          name: 'verdict',
          value: median(taken.map(({ whole, before }) => whole / before)),
          detail: `${ms(({ whole }) => whole)} to ${ms(({ before }) => before)}`,
        },
      ],
      notes: [],
    };
  } finally {
    await profile.close();
    await server.close();
  }
};

type Measure = (given: HeldPack, turns: number) => Promise<readonly VerdictTimes[]>;
