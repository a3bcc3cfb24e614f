/** How long a worker may take to say what it is, milliseconds: it stands by already, and starts for the question. */
const answerMs = 5_000;

/**
 * The build of a waiting service worker, which it says when it is asked; null where it says none. What somebody in between answered for `/sw.js`, or an operator put there by mistake, is no version
 * of this console: it is neither announced nor let take over, and the next look for a newer version takes its place.
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
