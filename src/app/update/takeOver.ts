import { trustedScriptUrl } from '../../bridge/trustedScripts.ts';

/** How long a waiting worker may take to take over before the browser is made to look again, and again, milliseconds. */
const nudgeEveryMs = 1_000;

/**
 * Asks a waiting service worker to take over, and sees that the browser does it. Chromium ends the older worker for that; a request that comes in that very moment starts it
 * again, and nobody asks it to end a second time: it stays until it has been idle for half a minute (one deploy in ten with two tabs that fetch their code meanwhile, Chromium 156). Asking the waiting worker again
 * does not help. Loading a page or a worker does, since the browser then looks anew; a page that is loaded in that state may never be answered, so it is a
 * worker that does nothing.
 *
 * @returns how to stop seeing to it
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
