import { createEvidenceLink, type EvidenceLink } from '../../src/bridge/proof/evidenceLink.ts';

/** The console's link to its evidence worker (`evidenceWorker.ts`), which the bench serves as /worker.js. */
export function openEvidenceLink(): EvidenceLink {
  return createEvidenceLink({
    spawn(onFailure) {
      const worker = new Worker('/worker.js');
      worker.addEventListener('error', onFailure);
      return { endpoint: worker, close: () => worker.terminate() };
    },
    setTimer(delayMs, run) {
      const timer = setTimeout(run, delayMs);
      return () => clearTimeout(timer);
    },
  });
}
