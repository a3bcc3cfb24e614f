/** How long a waiting worker may take to state its build, milliseconds; it is started for the question. */
const answerMs = 5_000;

/**
 * The build of a waiting service worker, by its own answer; null if it states none. A file that a proxy answered for `/sw.js`, or an
 * operator put there by mistake, is not a version of this console: it is neither announced nor activated, and the next check replaces it.
 */
export function buildOf(worker: Pick<ServiceWorker, 'postMessage'>): Promise<string | null> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const end = (build: string | null): void => {
      clearTimeout(timer);
      port1.close();
      resolve(build);
    };
    const timer = setTimeout(() => end(null), answerMs);
    port1.onmessage = ({ data }: MessageEvent<unknown>) => end(typeof data === 'string' && data !== '' ? data : null);
    worker.postMessage({ type: 'BUILD' }, [port2]);
  });
}
