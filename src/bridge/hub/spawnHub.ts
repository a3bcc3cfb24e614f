// For this query Vite returns the built worker's URL; there is no module of that name.
// oxlint-disable-next-line import/default
import hubUrl from '../../workers/hub/entry.ts?sharedworker&url';
import type { HubChannel } from './hubLink.ts';
import { trustedScriptUrl } from '../proof/trustedScripts.ts';

/**
 * Starts the hub, or connects to the one another tab started. Where SharedWorker is missing the same script runs in a dedicated worker of
 * this tab; the workers agree on a leader (src/workers/hub/leading/leadership.ts), and nothing else differs here. A page cannot end a shared
 * worker that is alive but does not answer: `silences`, how often this page has met one, becomes part of the name, so that a new worker
 * starts, shared by all pages with the same count.
 */
export function spawnHub(onFailure: () => void, silences: number): HubChannel {
  const url = trustedScriptUrl(hubUrl);
  if (typeof SharedWorker === 'function') {
    const worker = new SharedWorker(url, { type: 'module', name: silences === 0 ? 'ukweli-hub' : `ukweli-hub:${silences}` });
    worker.addEventListener('error', onFailure);
    return { endpoint: worker.port, close: () => worker.port.close() };
  }
  const worker = new Worker(url, { type: 'module', name: 'ukweli-hub' });
  worker.addEventListener('error', onFailure);
  return { endpoint: worker, close: () => worker.terminate() };
}

/** Takes a Web Lock and holds it until the page ends. Resolves when it is held. */
export function holdLock(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    navigator.locks
      .request(name, () => {
        resolve();
        return new Promise<never>(() => {});
      })
      .catch(reject);
  });
}

/** Resolves when the lock is free. */
export async function whenLockFree(name: string): Promise<void> {
  await navigator.locks.request(name, { mode: 'shared' }, () => undefined);
}
