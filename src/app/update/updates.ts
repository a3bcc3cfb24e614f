import { hubStatus } from '../../bridge/hub/pageState.ts';
import { trustedScriptUrl } from '../../bridge/proof/trustedScripts.ts';
import { isOlderBuild } from '../../domain/build.ts';
import { takeOver } from './takeOver.ts';
import { setUpdate, updates } from './updateState.ts';
import { buildOf } from './workerBuild.ts';

/**
 * Used directly instead of Workbox's events: those report a waiting version 200 ms late, and a reload in that time opened the old one
 * again.
 */
let registration: ServiceWorkerRegistration | null = null;
/** Whether a worker of that registration controls this page: one that takes over then is a newer one. */
let controlled = false;
/** How often an open page checks for a newer version, milliseconds. */
const askEveryMs = 60 * 60_000;
/**
 * How long a waiting worker may take to take over before this page reloads by itself, milliseconds. The browser lets the older one finish
 * its answers.
 */
const takeOverMs = 10_000;
/** A reload that has not happened after this time is repeated, milliseconds: longer than a slow device needs to start one. */
const againMs = 20_000;
/** How long a check for a newer version may delay a reload, milliseconds. */
const askLimitMs = 8_000;
/** How long a version that was found may take to install, milliseconds: reloading earlier would open the old version again. */
const comeLimitMs = 60_000;

/**
 * Registers the service worker and follows its versions (D-30). When a new one takes over, every tab reloads: the lazy chunks of the old
 * build are gone (FINDINGS, Service worker). The first take-over of a fresh visit reloads nothing.
 */
export function followUpdates(): void {
  followHub();
  // The development server has no service worker; a stale one would hide every change.
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  controlled = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    const hasWorker = navigator.serviceWorker.controller !== null;
    if (controlled && hasWorker) reload();
    controlled = hasWorker;
    if (!hasWorker) ask();
  });
  // Refused in private windows of some browsers: the console then works, but not offline; 'This device' says so.
  register().catch(() => undefined);
  setInterval(ask, askEveryMs);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') ask();
  });
}

/** The code for registering is not needed for the first rows: it is loaded in parallel and waits until the page has loaded. */
async function register(): Promise<void> {
  const { Workbox } = await import('workbox-window');
  registration = (await new Workbox(trustedScriptUrl('/sw.js'), { scope: '/' }).register()) ?? null;
  registration?.addEventListener('updatefound', followComing);
  followComing();
}

/** Reports a newer version once it is waiting. The first worker of all takes over at once and is not a newer version. */
function followComing(): void {
  const standsBy = async (): Promise<void> => {
    const waiting = registration?.waiting ?? null;
    const isNews = () => navigator.serviceWorker.controller !== null && updates.get() === 'none';
    // A proxy that answers in the platform's place could answer for /sw.js as well (D-50).
    if (waiting === null || !isNews()) return;
    const build = await buildOf(waiting);
    // A waiting worker of this same build is the original coming back after a proxy's answer had replaced it.
    if (build !== null && build !== __BUILD__ && registration?.waiting === waiting && isNews()) setUpdate('ready');
  };
  void standsBy();
  registration?.installing?.addEventListener('statechange', () => void standsBy());
}

/**
 * A deploy cuts every stream, so check when the link returns. A tab of another build may have brought a newer hub: then this page is
 * outdated.
 */
function followHub(): void {
  let connected = false;
  let generation = hubStatus.get().storeGeneration;
  void hubStatus.listen(({ build, connection, storeGeneration }) => {
    // Deleted rows may mean that all data of this site were deleted, including the worker.
    if (storeGeneration !== generation) ask();
    generation = storeGeneration;
    if (isOlderBuild(__BUILD__, build)) {
      if (updates.get() === 'none') setUpdate('ready');
    } else if (updates.get() === 'ready' && registration?.waiting == null) setUpdate('none'); // the tab that brought it was the last of its build
    const now = connection.state === 'connected';
    if (now && !connected) ask();
    connected = now;
  });
}

/** Checks for a newer version; if the worker was deleted with this site's data, registers a first one, which reloads nothing. */
function ask(): void {
  if (registration === null) return;
  const { serviceWorker } = navigator;
  void serviceWorker
    .getRegistration()
    .then((held) => {
      // A worker that was already waiting may have been too slow to state its build.
      if (held === registration) return held?.update().then(followComing);
      // It was deleted with this site's data. The next registration's worker, possibly from another tab, is not newer than this page.
      controlled = false;
      return register();
    })
    .catch(() => undefined);
}

/** Activates a waiting version, which reloads every tab; if none waits, checks for one first, and if there is none reloads this tab. */
export async function takeUpdate(): Promise<void> {
  setUpdate('reloading');
  if (registration?.waiting == null) await newerArrives();
  const newer = registration?.waiting;
  if (newer == null || (await buildOf(newer)) === null) return reload();
  const stop = takeOver(newer);
  navigator.serviceWorker.addEventListener('controllerchange', stop, { once: true });
  // The platform may have withdrawn the version meanwhile: nothing would happen any more.
  await after(takeOverMs);
  stop();
  reload();
}

/** Resolves when an installing version is waiting or has failed, when there is none, or at the time limit. */
async function newerArrives(): Promise<void> {
  await Promise.race([registration?.update().catch(() => undefined), after(askLimitMs)]);
  const coming = registration?.installing;
  if (coming == null) return;
  const settled = new Promise<void>((resolve) =>
    coming.addEventListener('statechange', () => {
      if (coming.state !== 'installing') resolve();
    }),
  );
  await Promise.race([settled, after(comeLimitMs)]);
}

function after(delayMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, delayMs));
}

let reloading = false;
function reload(): void {
  // Two workers taking over in a row must not reload a page that is already reloading.
  if (reloading) return;
  reloading = true;
  location.reload();
  // A page requested while one worker takes over from the other may never be answered (takeOver.ts): repeat while still here.
  setInterval(() => location.reload(), againMs);
}
