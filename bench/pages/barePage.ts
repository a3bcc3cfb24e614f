import { createElement, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';

/**
 * The minimal path from a worker's event to the screen: a BroadcastChannel into useSyncExternalStore, once per frame, without storing
 * anything.
 */
interface Figures {
  readonly numerator: number;
  readonly denominator: number;
}
let newest: Figures = { numerator: 0, denominator: 0 };
let told: Figures = newest;
let frame: number | null = null;
const listeners = new Set<() => void>();

new BroadcastChannel('bench-bare').onmessage = ({ data }: MessageEvent<{ readonly type: string; readonly data: object }>) => {
  if (data.type === 'kpis.updated') newest = (data.data as { readonly verificationAccuracy: Figures }).verificationAccuracy; // day.ts makes it so
  frame ??= requestAnimationFrame(() => {
    frame = null;
    told = newest;
    for (const listener of listeners) listener();
  });
};
const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
const count = new Intl.NumberFormat('en');

function Mark() {
  const { numerator, denominator } = useSyncExternalStore(listen, () => told);
  return createElement('p', { id: 'mark' }, `${count.format(numerator)} of ${count.format(denominator)} verified`);
}

/** Opens the feed at `url`; resolves once it is open. */
function startBare(url: string): Promise<void> {
  const root = document.getElementById('root');
  if (root === null) throw new Error('no root');
  createRoot(root).render(createElement(Mark));
  const worker = new Worker('/worker.js');
  return new Promise((resolve) => {
    worker.onmessage = () => resolve();
    worker.postMessage(url);
  });
}
Object.assign(globalThis, { startBare });
