import type { BrowserContext, Page, Request } from '@playwright/test';

/** What a browser complained of: errors on the console, uncaught exceptions, violations of the content security policy. */
export interface Complaints {
  /** All so far; a test that has not pulled the plug expects none. */
  readonly all: () => readonly string[];
  /** All but failed loads, which a browser reports for every call while the platform is gone. One that was looked into and is not known yet is none. */
  readonly besidesOutage: () => readonly string[];
}

/** What Chromium prints for a call that met no server; nothing of ours can keep it from doing so. */
const outage =
  /net::ERR_(CONNECTION_REFUSED|CONNECTION_RESET|CONNECTION_CLOSED|CONNECTION_ABORTED|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH|SOCKET_NOT_CONNECTED|NETWORK_CHANGED)/;

/**
 * A read that has stood this long without a byte is given up by the service worker (src/sw/reads.ts, ten seconds), and the browser says so. On a machine
 * that stood still for as long that is nobody's mistake. A little less, since the runner hears of its beginning late. Milliseconds.
 */
const longSilence = 8_000;

/**
 * What it prints for a call that the service worker made and of which no answer was kept: whatever became of it, it says no more than this. Whether the platform was out of reach is
 * looked at then.
 */
const ofServiceWorker = /net::ERR_FAILED \((https?:\/\/[^/]+)\/api\//;

/** Whether whoever asks now finds nobody there, or nobody who answers. */
const isAway = (origin: string): Promise<boolean> =>
  fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(3000) }).then(
    () => false,
    () => true,
  );

/** Listens to every page of a context, those that open later too, from before their first script. */
export async function collectComplaints(context: BrowserContext): Promise<Complaints> {
  const all: string[] = [];
  await context.exposeBinding('__complain', (_source, text: string) => void all.push(text));
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) => {
      const { __complain } = globalThis as unknown as { readonly __complain: (text: string) => void }; // the binding exposed above
      __complain(`content security policy: ${effectiveDirective} refused ${blockedURI || 'inline'} at ${sourceFile}:${lineNumber}`);
    });
  });
  const begun = new WeakMap<Request, number>();
  const givenUp = new Set<string>();
  /** Places in `all` of what the service worker could not fetch while the platform was away. */
  const ofOutage = new Set<number>();
  const listen = (page: Page) => {
    page.on('request', (request) => void begun.set(request, Date.now()));
    page.on('requestfailed', (request) => {
      if (Date.now() - (begun.get(request) ?? Date.now()) > longSilence) givenUp.add(`net::ERR_FAILED (${request.url()})`);
    });
    page.on('console', (message) => {
      if (message.type() !== 'error') return;
      const text = `console: ${message.text()} (${message.location().url})`;
      const place = all.push(text) - 1;
      const origin = ofServiceWorker.exec(text)?.[1];
      if (origin === undefined) return;
      ofOutage.add(place);
      void isAway(origin).then((away) => away || ofOutage.delete(place));
    });
    page.on('pageerror', (failure) => all.push(`uncaught: ${failure.stack ?? failure.message}`));
  };
  context.pages().forEach(listen);
  context.on('page', listen);
  context.on('serviceworker', (worker) =>
    worker.on('console', (message) => {
      if (message.type() === 'error') all.push(`service worker: ${message.text()}`);
    }),
  );
  const isGivenUp = (text: string): boolean => [...givenUp].some((words) => text.endsWith(words));
  return {
    all: () => all.filter((text) => !isGivenUp(text)),
    besidesOutage: () => all.filter((text, place) => !isGivenUp(text) && !outage.test(text) && !ofOutage.has(place)),
  };
}
