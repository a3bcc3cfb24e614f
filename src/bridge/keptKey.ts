import { lockKey } from './lockKey.ts';
import { hubStatus } from './pageState.ts';

/**
 * The key over a reload (D-31): the only tab's reload ends the shared worker that held it, so the page leaves it with the service worker as it goes, and the next one
 * asks for it there (src/sw/keptKey.ts). Where there is no service worker the device is locked then. One on a busy device takes its time to answer, and asking for the
 * secret meanwhile would lock somebody out who only reloaded.
 */
const answerLimitMs = 5_000;

const worker = (): ServiceWorker | null => ('serviceWorker' in navigator ? navigator.serviceWorker.controller : null);

/** Leaves the key as the page goes. */
export function keepKeyOverReload(): void {
  globalThis.addEventListener('pagehide', () => {
    const { lock } = hubStatus.get();
    const key = lockKey.get();
    if (key !== null && lock.state === 'open') worker()?.postMessage({ lockId: lock.id, key });
  });
}

/** The key that the page before left for this lock; null where there is none. */
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
