import type { EvidenceManifest } from '../../src/contracts/evidence.ts';
import { createFileChecks } from '../../src/screens/evidence/fileChecks.ts';
import { openEvidenceLink } from './evidenceLink.ts';

/** A pack's dialog without UI: the chosen files pass through its checks to its evidence worker. */
const link = openEvidenceLink();

/** Milliseconds from choosing the files to the last digest; throws unless every file matches the manifest. */
async function hashPicked(manifest: EvidenceManifest): Promise<number> {
  const files = [...(document.querySelector('input')?.files ?? [])];
  const checks = createFileChecks(
    manifest,
    'demo',
    { hash: (jobId, request, progress) => link.hash(jobId, request, progress), cancel: (prefix) => link.cancel(prefix) },
    Date.now,
  );
  await link.call((worker) => worker.recompute(manifest)); // starts the worker before timing, as in an open dialog
  const begun = performance.now();
  await checks.checkLocal(files);
  const ms = performance.now() - begun;
  const { digests, notes } = checks.get();
  const equal = manifest.files.filter(({ name, hash }) => digests.get(name)?.hash === hash).length;
  if (equal !== manifest.files.length) throw new Error(`${equal} of ${manifest.files.length} files equal; ${notes.join('; ')}`);
  return ms;
}

Object.assign(globalThis, { hashPicked });
