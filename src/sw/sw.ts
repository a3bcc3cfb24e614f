import { clientsClaim } from 'workbox-core';
import { createHandlerBoundToURL, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { readablePaths } from 'virtual:readable-paths';
import { type Decision, decide, patternOf } from './decisions.ts';
import { hearKey } from './keptKey.ts';
import { answerRead } from './reads.ts';

/*
 * The service worker, as a list of decisions (K-3). Everything else goes to the network untouched: the event stream, polling, sign-in,
 * files, all changes, and /recover.html.
 */
declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: readonly (PrecacheEntry | string)[] };

// 1. The shell, precached as a whole before this version serves any page.
precacheAndRoute([...self.__WB_MANIFEST], { cleanURLs: false });

const readable = readablePaths.map(patternOf);
const decisionFor = (request: Request, url: URL): Decision => decide(request, url, self.location.origin, readable);

// 2. Any address of the console opens the shell.
registerRoute(({ request, url }) => decisionFor(request, url) === 'shell', createHandlerBoundToURL('/index.html'));

// 3. Page reads that the endpoint table marks for it: the network for four seconds, then this person's cached answer with its age.
registerRoute(
  ({ request, url }) => decisionFor(request, url) === 'read',
  ({ request, event }) => answerRead(request, event),
);

// 4. A page loaded before the first worker is served by it from now on.
clientsClaim();

// 5. A new version waits until a user presses Reload, or a wall display activates it by itself (D-30).
self.addEventListener('message', (event) => {
  // 6. The lock's key over a reload.
  if (event.data?.lockId) hearKey(event.data, event.ports[0]);
  // 7. Its build, asked before a page announces it (workerBuild.ts).
  if (event.data?.type === 'BUILD') event.ports[0]?.postMessage(__BUILD__);
  if (event.data?.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
});
