import { clientsClaim } from 'workbox-core';
import { createHandlerBoundToURL, precacheAndRoute, type PrecacheEntry } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { readablePaths } from 'virtual:readable-paths';
import { type Decision, decide, patternOf } from './decisions.ts';
import { hearKey } from './keptKey.ts';
import { answerRead } from './reads.ts';

/*
 * The service worker, as a list of decisions (K-3). What it does not touch goes to the network as if it were not there: the event stream,
 * polling, sign-in, files, everything that changes something, and /recover.html.
 */
declare const self: ServiceWorkerGlobalScope & { readonly __WB_MANIFEST: readonly (PrecacheEntry | string)[] };

// 1. The shell, whole, before this version serves anybody.
precacheAndRoute([...self.__WB_MANIFEST], { cleanURLs: false });

const readable = readablePaths.map(patternOf);
const decisionFor = (request: Request, url: URL): Decision => decide(request, url, self.location.origin, readable);

// 2. Any address of the console opens the shell.
registerRoute(({ request, url }) => decisionFor(request, url) === 'shell', createHandlerBoundToURL('/index.html'));

// 3. Reads of pages that the endpoint table marks for it: the network for four seconds, then this person's kept answer with its age.
registerRoute(
  ({ request, url }) => decisionFor(request, url) === 'read',
  ({ request, event }) => answerRead(request, event),
);

// 4. A page loaded before the first worker came is served by it from now on.
clientsClaim();

// 5. A new version waits until somebody presses Reload, or a wall display takes it by itself (D-30).
self.addEventListener('message', (event) => {
  // 6. The lock's key over a reload.
  if (event.data?.lockId) hearKey(event.data, event.ports[0]);
  // 7. What it is, before any page speaks of it (workerBuild.ts).
  if (event.data?.type === 'BUILD') event.ports[0]?.postMessage(__BUILD__);
  if (event.data?.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
});
