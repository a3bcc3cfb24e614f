import { trustedScriptUrl } from '../../bridge/proof/trustedScripts.ts';

/** Interval after which the browser is made to check again whether a waiting worker may take over, milliseconds. */
const nudgeEveryMs = 1_000;

/**
 * Asks a waiting service worker to take over, and makes sure that the browser does it. Chromium terminates the older worker for that; a
 * request arriving at that moment restarts it, and nothing terminates it again until it has been idle for half a minute (one deploy in
 * ten with two tabs loading code meanwhile, Chromium 156). Asking the waiting worker again does not help. Loading a page or a worker
 * does, because the browser then checks again; a page loaded in that state may never be answered, so an empty worker is loaded.
 *
 * @returns a function that stops it
 */
export function takeOver(waiting: Pick<ServiceWorker, 'postMessage'>, nudge: () => () => void = loadNothing): () => void {
  waiting.postMessage({ type: 'SKIP_WAITING' });
  let end = (): void => {};
  const timer = setInterval(() => {
    end();
    end = nudge();
  }, nudgeEveryMs);
  return () => {
    clearInterval(timer);
    end();
  };
}

function loadNothing(): () => void {
  const worker = new Worker(trustedScriptUrl('/nudge.js'));
  return () => worker.terminate();
}
