// Vite answers the built worker's address for this query; there is no module of that name to look into.
// oxlint-disable-next-line import/default
import hubUrl from '../workers/hub/entry.ts?sharedworker&url';
import type { HubChannel } from './hubLink.ts';
import { trustedScriptUrl } from './trustedScripts.ts';

/**
 * Starts the hub, or connects to the one another tab started. Where SharedWorker is missing the same script runs in a
 * dedicated worker of this tab; the workers agree which of them leads (src/workers/hub/leadership.ts), and nothing else here
 * is different. A shared worker that is alive and answers nothing cannot be ended by a page, only left: `silences`, how often
 * this page has met one, is part of the name, so that the next is another one, and the same one for every page that has met
 * as many.
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

/** Takes a Web Lock and keeps it until the page dies. Resolves when it is held. */
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

/** Resolves when nobody holds the lock any more. */
export async function whenLockFree(name: string): Promise<void> {
  await navigator.locks.request(name, { mode: 'shared' }, () => undefined);
}
