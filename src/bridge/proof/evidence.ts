import type { EvidenceManifest } from '../../contracts/evidence.ts';
import type { HashedFile, HashRequest } from '../../contracts/evidenceRpc.ts';
import type { Result } from '../../contracts/problem.ts';
import type { ChainStanding, KnownChain, KnownFinding } from '../../contracts/proofOpening.ts';
import type { IntactPart, Recomputed } from '../../contracts/verdict.ts';
// oxlint-disable-next-line import/default -- Vite gives a worker's address as the default export
import evidenceUrl from '../../workers/evidence/entry.ts?worker&url';
import { checksByClock } from '../hub/checksByClock.ts';
import { createEvidenceLink, type EvidenceLink } from './evidenceLink.ts';
import { hubStatus } from '../hub/pageState.ts';
import { trustedScriptUrl } from './trustedScripts.ts';

let link: EvidenceLink | null = null;

function held(): EvidenceLink {
  link ??= createEvidenceLink({
    spawn(onFailure) {
      const worker = new Worker(trustedScriptUrl(evidenceUrl), { type: 'module', name: 'ukweli-evidence' });
      worker.addEventListener('error', onFailure);
      return { endpoint: worker, close: () => worker.terminate() };
    },
    setTimer(delayMs, run) {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
  });
  return link;
}

/** Checking and hashing off the main thread, in this page's own worker. Results with deadlines, never exceptions; works offline. */
export const evidenceWorker = {
  /** `at` is the moment of the check, ISO 8601. */
  checkIntact: (manifest: EvidenceManifest, at: string): Promise<Result<IntactPart>> =>
    held().call((worker) => worker.checkIntact(manifest, at)),
  ...checksByClock(held, () => hubStatus.get().clock.confirmed),
  recompute: (manifest: EvidenceManifest): Promise<Result<Recomputed>> => held().call((worker) => worker.recompute(manifest)),
  /** Compares what a proof says of the chain with what this device knows of it. */
  compareChain: (standing: ChainStanding, known: KnownChain): Promise<Result<KnownFinding>> =>
    held().call((worker) => worker.compareChain(standing, known)),
  /** Hashes a dropped file or a download link. `jobId` is the id for cancelling it. */
  hash: (jobId: string, request: HashRequest, progress: (doneBytes: number) => void): Promise<Result<HashedFile>> =>
    held().hash(jobId, request, progress),
  /** Cancels every job whose id starts with `prefix`. */
  cancel: (prefix: string): void => link?.cancel(prefix),
  /** Ends the worker and frees what it holds. */
  close(): void {
    link?.close();
    link = null;
  },
} as const;
