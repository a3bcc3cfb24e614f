import { lockKey } from './lockKey.ts';
import { hubStatus } from '../hub/pageState.ts';

/**
 * Keeps the lock's key over a reload (D-31). Reloading the only tab ends the shared worker that holds it, so the page leaves it with the
 * service worker, and the next page asks for it there (src/sw/keptKey.ts). Without a service worker the device locks. The wait is long
 * because a busy device answers late, and a user who only reloaded must not have to unlock.
 */
const answerLimitMs = 5_000;

const worker = (): ServiceWorker | null => ('serviceWorker' in navigator ? navigator.serviceWorker.controller : null);

/** Passes the key on when the page is hidden for good. */
export function keepKeyOverReload(): void {
  globalThis.addEventListener('pagehide', () => {
    const { lock } = hubStatus.get();
    const key = lockKey.get();
    if (key !== null && lock.state === 'open') worker()?.postMessage({ lockId: lock.id, key });
  });
}

/** The key that the previous page left for this lock; null if there is none. */
export function takeKeptKey(lockId: string): Promise<CryptoKey | null> {
  return new Promise((resolve) => {
    const asked = worker();
    if (asked === null) return resolve(null);
    const { port1, port2 } = new MessageChannel();
    setTimeout(() => resolve(null), answerLimitMs);
    port1.onmessage = ({ data }: MessageEvent<unknown>) => {
      port1.close();
      resolve(data instanceof CryptoKey ? data : null);
    };
    asked.postMessage({ lockId }, [port2]);
  });
}
