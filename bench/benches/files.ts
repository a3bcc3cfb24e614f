import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openProfile } from '../../e2e/support/profile.ts';
import { hashFolder } from '../../scripts/verifyFiles.ts';
import { createRandom } from '../../server/seed/random.ts';
import type { EvidenceManifest } from '../../src/contracts/evidence.ts';
import { makeKey, makePack, sha256 } from '../../tests/builders/evidencePack.ts';
import type { Bench } from '../support/bench.ts';
import { bundle } from '../support/bundle.ts';
import { servePages } from '../support/pageServer.ts';
import { median, medianRatio } from '../support/statistics.ts';

const count = 1000;
const bytesEach = 100_000;

/** A pack of 1,000 files and 100 MB on disk, hashed in turn by openssl, the command-line verifier and the console. */
export const files: Bench = async ({ rounds, tell }) => {
  const folder = mkdtempSync(join(tmpdir(), 'ukweli-bench-'));
  const pack = writePack(folder);
  const paths = pack.files.map(({ name }) => join(folder, name));
  const page =
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>bench</title><input type="file" multiple><script src="/page.js"></script></html>';
  const server = await servePages({
    '/': page,
    '/page.js': await bundle('pages/filesPage.ts'),
    '/worker.js': await bundle('pages/evidenceWorker.ts'),
  });
  const profile = await openProfile(server.url);
  try {
    const tab = profile.context.pages()[0] ?? (await profile.context.newPage());
    await tab.goto('/');
    await tab.locator('input').setInputFiles(paths);
    const openssl: number[] = [];
    const commandLine: number[] = [];
    const inConsole: number[] = [];
    for (let round = -1; round < rounds; round += 1) {
      const taken = [
        timedSync(() => execFileSync('openssl', ['dgst', '-sha256', ...paths], { maxBuffer: 1 << 24 })),
        await timed(() => hashAll(folder, pack)),
        // The page's own function, in another program.
        await tab.evaluate((manifest) => (globalThis as unknown as { hashPicked: HashPicked }).hashPicked(manifest), pack),
      ] as const;
      if (round < 0) continue; // from here on all three read from the file cache
      openssl.push(taken[0]);
      commandLine.push(taken[1]);
      inConsole.push(taken[2]);
      tell(
        `${round + 1}/${rounds}: openssl ${taken[0].toFixed(0)}, command line ${taken[1].toFixed(0)}, console ${taken[2].toFixed(0)} ms`,
      );
    }
    const against = (times: readonly number[]) => ({
      value: medianRatio(times, openssl),
      detail: `${median(times).toFixed(0)} ms to ${median(openssl).toFixed(0)} ms`,
    });
    return {
      figures: [
        { name: 'filesCommandLine', ...against(commandLine) },
        { name: 'filesConsole', ...against(inConsole) },
      ],
      notes: [
        `openssl: ${execFileSync('openssl', ['version'], { encoding: 'utf8' }).trim()}, one process for all files, its start included.`,
      ],
    };
  } finally {
    await profile.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
};

type HashPicked = (manifest: EvidenceManifest) => Promise<number>;

function writePack(folder: string): EvidenceManifest {
  const random = createRandom(20_261_121);
  const listed = Array.from({ length: count }, (_, n) => {
    const name = `photo-${String(n).padStart(4, '0')}.jpg`;
    const bytes = Buffer.alloc(bytesEach);
    for (let at = 0; at < bytesEach; at += 4) bytes.writeUInt32LE(Math.floor(random.next() * 2 ** 32), at);
    writeFileSync(join(folder, name), bytes);
    return { name, size: bytesEach, hash: sha256(bytes), url: `/api/evidence/EP-0931/files/${name}` };
  });
  return makePack(makeKey('bench'), { files: listed });
}

async function hashAll(folder: string, pack: EvidenceManifest): Promise<void> {
  const { digests } = await hashFolder(folder, pack, AbortSignal.timeout(60_000));
  const equal = digests.filter(({ hash }, index) => hash === pack.files[index]?.hash).length;
  if (equal !== count) throw new Error(`the command line found ${equal} of ${count} files equal`);
}

function timedSync(run: () => unknown): number {
  const begun = performance.now();
  run();
  return performance.now() - begun;
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await run();
  return performance.now() - begun;
}
