import { makeChain } from '../../tests/builders/chain.ts';
import { makeKey, makePack, sha256 } from '../../tests/builders/evidencePack.ts';
import { openProfile } from '../../e2e/support/profile.ts';
import type { ManifestTimes, Signed } from '../pages/manifestPage.ts';
import type { Bench } from '../support/bench.ts';
import { bundle } from '../support/bundle.ts';
import { pageOf, servePages } from '../support/pageServer.ts';
import { median } from '../support/statistics.ts';

const listed = 10_000;

/**
 * A large pack's manifest from text to verdict in a page: strict parse, schema, file list, hash, signature and seal; compared with the
 * raw operations.
 */
export const manifest: Bench = async ({ rounds, quick, tell }) => {
  const key = makeKey('bench');
  const files = Array.from({ length: listed }, (_, n) => {
    const name = `kitchen-${String(n).padStart(5, '0')}.jpg`;
    return { name, size: 50_000 + n, hash: sha256(name), url: `/api/evidence/EP-0931/files/${name}?token=0123456789abcdef` };
  });
  const pack = makePack(key, { files });
  const own = { vrfId: 'VRF-001246', evidenceHash: pack.manifestHash };
  const entries = makeChain([
    { vrfId: 'VRF-001245' },
    { ...own, status: 'pending' },
    { vrfId: 'VRF-001247' },
    own,
    { vrfId: 'VRF-001248' },
  ]);
  const signed: Signed = { text: JSON.stringify(pack), jwk: key.jwk, entries };
  const server = await servePages({ '/': pageOf('/page.js'), '/page.js': await bundle('pages/manifestPage.ts') });
  const profile = await openProfile(server.url);
  try {
    const page = profile.context.pages()[0] ?? (await profile.context.newPage());
    const taken: ManifestTimes[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await page.goto('/'); // each round compiles again
      const turns = await page.evaluate(
        // The page's own function, in another program.
        ([given, count]) => (globalThis as unknown as { measureManifest: Measure }).measureManifest(given, count),
        [signed, quick ? 5 : 15] as const,
      );
      const middle = (pick: (times: ManifestTimes) => number) => median(turns.map(pick));
      taken.push({
        whole: middle((times) => times.whole),
        parse: middle((times) => times.parse),
        intact: middle((times) => times.intact),
        signed: middle((times) => times.signed),
        sealedIn: middle((times) => times.sealedIn),
        raw: middle((times) => times.raw),
      });
      tell(`${round + 1}/${rounds}: ${JSON.stringify(taken.at(-1))}`);
    }
    const ms = (pick: (times: ManifestTimes) => number) => `${median(taken.map(pick)).toFixed(1)} ms`;
    return {
      figures: [
        {
          name: 'manifest',
          value: median(taken.map(({ whole, raw }) => whole / raw)),
          detail: `${ms((t) => t.whole)} to ${ms((t) => t.raw)}`,
        },
      ],
      notes: [
        `Of the whole: strict parse and shape ${ms((t) => t.parse)}, file list and its hash ${ms((t) => t.intact)}, signature ${ms((t) => t.signed)}, sealed in ${median(taken.map(({ sealedIn }) => sealedIn)).toFixed(2)} ms.`,
      ],
    };
  } finally {
    await profile.close();
    await server.close();
  }
};

type Measure = (given: Signed, turns: number) => Promise<readonly ManifestTimes[]>;
