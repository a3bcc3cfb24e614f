import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openProfile } from '../../e2e/support/profile.ts';
import { root } from '../../scripts/root.mjs';
import { makeKey } from '../../tests/builders/evidencePack.ts';
import { makeProof } from '../../tests/builders/proof.ts';
import type { Bench } from '../support/bench.ts';
import { servePages } from '../support/pageServer.ts';
import { median } from '../support/statistics.ts';

/** Number of links from the payment's verification to its checkpoint. */
const links = 50;

/** The built `verify.html` on a processor slowed four times: from choosing a proof to its first answer on the screen. */
export const verifyPage: Bench = async ({ rounds, tell }) => {
  const proof = makeProof(makeKey('bench'), 'payment', {}, links + 10, [links + 3]);
  if (proof.chain?.length !== links) throw new Error(`the proof has ${proof.chain?.length} links`);
  const server = await servePages({ '/': readFileSync(join(root, 'dist/web/verify.html'), 'utf8') });
  const profile = await openProfile(server.url);
  try {
    const page = profile.context.pages()[0] ?? (await profile.context.newPage());
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const taken: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await page.goto('/');
      await page.locator('#proof').waitFor();
      await page.evaluate(() => {
        const times = globalThis as unknown as { took: number }; // read below; the page is another program without this type
        document.querySelector('#proof')?.addEventListener('change', () => {
          const from = performance.now();
          new MutationObserver((_, observer) => {
            if (document.querySelector('#answer') === null) return;
            observer.disconnect();
            requestAnimationFrame(() => (times.took = performance.now() - from));
          }).observe(document.querySelector('#result') ?? document.body, { childList: true });
        });
      });
      await page
        .locator('#proof')
        .setInputFiles({ name: 'fifty.ukweli.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(proof)) });
      // As set above.
      const took = await page.waitForFunction(() => (globalThis as unknown as { took?: number }).took);
      taken.push(Number(await took.jsonValue()));
      tell(`${round + 1}/${rounds}: ${taken.at(-1)?.toFixed(0)} ms`);
    }
    return {
      figures: [{ name: 'verifyPage', value: median(taken), detail: `${links} links; ${taken.map((ms) => ms.toFixed(0)).join(', ')} ms` }],
      notes: [],
    };
  } finally {
    await profile.close();
    await server.close();
  }
};
