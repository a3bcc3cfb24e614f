import { Workbox } from 'workbox-window';
import { trustedScriptUrl } from '../../bridge/trustedScripts.ts';

/** What is known of newer versions of the console. */
export type UpdateState = 'none' | 'ready' | 'reloading';

let state: UpdateState = 'none';
let workbox: Workbox | null = null;
const listeners = new Set<() => void>();

function set(next: UpdateState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** For useSyncExternalStore. */
export const updates = {
  get: (): UpdateState => state,
  listen: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
} as const;

/** How often a page that stays open asks for a newer version, milliseconds. */
const askEveryMs = 60 * 60_000;

/**
 * Registers the service worker and follows its versions (D-30). When a new one takes over, every tab reloads: its lazy
 * chunks are gone from the old build (FINDINGS, Service worker). The first take-over of a fresh visit reloads nothing.
 */
export function startUpdates(): void {
  // The development server has no service worker; a stale one would hide every change.
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  let controlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (controlled) reload();
    controlled = true;
  });
  workbox = new Workbox(trustedScriptUrl('/sw.js'), { scope: '/' });
  workbox.addEventListener('waiting', () => set('ready'));
  // Refused in private windows of some browsers: the console then works, but not without a network; 'This device' says so.
  workbox.register().catch(() => undefined);
  setInterval(ask, askEveryMs);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') ask();
  });
}

function ask(): void {
  void workbox?.update().catch(() => undefined);
}

/** Lets the waiting version take over, which reloads every tab; where none waits, reloads this one, asking for a newer first. */
export async function reloadForUpdate(): Promise<void> {
  if (state === 'ready' && workbox !== null) {
    set('reloading');
    workbox.messageSkipWaiting();
    return;
  }
  await workbox?.update().catch(() => undefined);
  reload();
}

let reloading = false;
function reload(): void {
  // Two workers taking over in a row must not reload a page that is already on its way.
  if (reloading) return;
  reloading = true;
  location.reload();
}
