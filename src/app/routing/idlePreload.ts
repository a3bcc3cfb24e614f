import { type ScreenId, screenIds } from '../../domain/screens/screens.ts';
import { registry } from './registry.tsx';

/** Ignores telemetry code that cannot be loaded. */
const ignored = (): void => undefined;

/**
 * Loads the code of these screens one after the other while the browser is idle: menus then open at once, and work when the link drops.
 * Returns a function that cancels it.
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

/** Runs the callback when the browser is idle, within ten seconds. Returns a function that cancels it. */
function whenIdle(run: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (typeof globalThis.requestIdleCallback !== 'function') {
    const timer = setTimeout(run, 200);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(run, { timeout: 10_000 });
  return () => cancelIdleCallback(handle);
}
