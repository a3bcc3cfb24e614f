/** Serves the plain page without its server. */
export {};

/** The used part of a service worker's scope, whose types conflict with a page's. */
const worker = globalThis as unknown as ServiceWorkerGlobalScope;

interface ServiceWorkerGlobalScope extends EventTarget {
  readonly clients: { claim(): Promise<void> };
}
interface Extendable extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetching extends Event {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

worker.addEventListener('install', (event) => {
  (event as Extendable).waitUntil(caches.open('plain').then((cache) => cache.addAll(['/plain', '/plain.js'])));
});
worker.addEventListener('activate', (event) => (event as Extendable).waitUntil(worker.clients.claim()));
worker.addEventListener('fetch', (event) => {
  const { request } = event as Fetching;
  (event as Fetching).respondWith(caches.match(request).then((held) => held ?? fetch(request)));
});
