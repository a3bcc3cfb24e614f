import { hubStatus } from '../../bridge/pageState.ts';
import { trustedScriptUrl } from '../../bridge/trustedScripts.ts';
import { isOlderBuild } from '../../domain/build.ts';
import { takeOver } from './takeOver.ts';
import { setUpdate, updates } from './updateState.ts';
import { buildOf } from './workerBuild.ts';

/** Asked directly, and not through Workbox's events: those tell of a waiting version 200 ms late, and a reload within them opened the old one again. */
let registration: ServiceWorkerRegistration | null = null;
/** Whether this page has had a worker of that registration: one that takes over then is a newer one. */
let controlled = false;
/** How often a page that stays open asks for a newer version, milliseconds. */
const askEveryMs = 60 * 60_000;
/** How long a waiting worker may take to take over before this page reloads by itself, milliseconds. The browser lets the older one finish what it is answering. */
const takeOverMs = 10_000;
/** A reload that has not come after this long is asked for again, milliseconds: longer than a slow device takes to begin one. */
const againMs = 20_000;
/** How long looking for a newer version may hold up a reload, milliseconds. */
const askLimitMs = 8_000;
/** And how long one that was found may take to come: a reload before that opens the very version that somebody wanted to leave. */
const comeLimitMs = 60_000;

/**
 * Registers the service worker and follows its versions (D-30). When a new one takes over, every tab reloads: its lazy
 * chunks are gone from the old build (FINDINGS, Service worker). The first take-over of a fresh visit reloads nothing.
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
  // Refused in private windows of some browsers: the console then works, but not without a network; 'This device' says so.
  register().catch(() => undefined);
  setInterval(ask, askEveryMs);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') ask();
  });
}

/** What registers the worker is not for the way to the first row: its code comes beside it, and waits until the page has loaded. */
async function register(): Promise<void> {
  const { Workbox } = await import('workbox-window');
  registration = (await new Workbox(trustedScriptUrl('/sw.js'), { scope: '/' }).register()) ?? null;
  registration?.addEventListener('updatefound', followComing);
  followComing();
}

/** Says so once a newer version stands by. The first one of all takes over at once, and is no newer version. */
function followComing(): void {
  const standsBy = async (): Promise<void> => {
    const waiting = registration?.waiting ?? null;
    const isNews = () => navigator.serviceWorker.controller !== null && updates.get() === 'none';
    // Whoever answers in the platform's place could answer for /sw.js as well (D-50).
    if (waiting === null || !isNews()) return;
    const build = await buildOf(waiting);
    // One of this very build is what stood here before a stranger answered in between.
    if (build !== null && build !== __BUILD__ && registration?.waiting === waiting && isNews()) setUpdate('ready');
  };
  void standsBy();
  registration?.installing?.addEventListener('statechange', () => void standsBy());
}

/** A deploy cuts every stream, so the link's return is when to ask. A tab of another build may have brought a newer hub: then this page is the old one. */
function followHub(): void {
  let connected = false;
  let generation = hubStatus.get().storeGeneration;
  void hubStatus.listen(({ build, connection, storeGeneration }) => {
    // Rows that were taken away may have gone with all data of this site, and the worker with them.
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

/** Asks for a newer version; of a worker that was taken away with this site's data, for a first one, which reloads nothing. */
function ask(): void {
  if (registration === null) return;
  const { serviceWorker } = navigator;
  void serviceWorker
    .getRegistration()
    .then((held) => {
      // One that stood by already may have been too slow to say what it is.
      if (held === registration) return held?.update().then(followComing);
      // It went with this site's data. The worker of the next, which another tab may have brought already, is no newer version of what this page runs.
      controlled = false;
      return register();
    })
    .catch(() => undefined);
}

/** Lets a waiting version take over, which reloads every tab; where none waits, asks for one first, and without any reloads this tab. */
export async function takeUpdate(): Promise<void> {
  setUpdate('reloading');
  if (registration?.waiting == null) await newerArrives();
  const newer = registration?.waiting;
  if (newer == null || (await buildOf(newer)) === null) return reload();
  const stop = takeOver(newer);
  navigator.serviceWorker.addEventListener('controllerchange', stop, { once: true });
  // The platform may have taken it back meanwhile: nothing would happen any more.
  await after(takeOverMs);
  stop();
  reload();
}

/** Resolves when a version that is on its way stands by or has failed, when there is none, or when it takes too long. */
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
  // Two workers taking over in a row must not reload a page that is already on its way.
  if (reloading) return;
  reloading = true;
  location.reload();
  // A page that is asked for while one worker takes over from the other may never be answered (takeOver.ts). Whoever is still here asks again.
  setInterval(() => location.reload(), againMs);
}
