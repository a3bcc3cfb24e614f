import { type ScreenId, screenIds } from '../../domain/screens.ts';
import { registry } from './registry.tsx';

/** Telemetry whose code does not arrive is nobody's loss. */
const ignored = (): void => undefined;

/**
 * Fetches the code of these screens while the browser idles, one after the other: menus then open at once, and a dropped link finds it here. Answers how to
 * call it off.
 */
export function preloadWhenIdle(ids: readonly ScreenId[]): () => void {
  const left = screenIds.filter((id) => ids.includes(id));
  let cancel = () => {};
  const next = () => {
    const id = left.shift();
    if (id === undefined) {
      void import('../startTelemetry.ts').then(({ startTelemetry }) => startTelemetry(), ignored);
      return;
    }
    registry[id].preload();
    cancel = whenIdle(next);
  };
  cancel = whenIdle(next);
  return () => cancel();
}

/** Runs it when there is nothing else to do, within ten seconds. Answers how to call it off. */
function whenIdle(run: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (typeof globalThis.requestIdleCallback !== 'function') {
    const timer = setTimeout(run, 200);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: 10_000 });
  return () => cancelIdleCallback(handle);
}
