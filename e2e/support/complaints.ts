import type { BrowserContext, Page, Request } from '@playwright/test';

/** What a browser complained about: console errors, uncaught exceptions, violations of the content security policy. */
export interface Complaints {
  /** All so far; a test without outage expects none. */
  readonly all: () => readonly string[];
  /**
   * All except failed loads, which a browser reports for every call while the platform is down. Failed loads of the service worker are
   * excluded only once the platform was found to be away.
   */
  readonly besidesOutage: () => readonly string[];
}

/** Chromium's message for a call that reached no server; it cannot be suppressed. */
const outage =
  /net::ERR_(CONNECTION_REFUSED|CONNECTION_RESET|CONNECTION_CLOSED|CONNECTION_ABORTED|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING|CONTENT_LENGTH_MISMATCH|SOCKET_NOT_CONNECTED|NETWORK_CHANGED)/;

/**
 * The service worker gives up a read without a byte for ten seconds (src/sw/reads.ts), which the browser reports. On a machine that
 * stalled that long it is no fault. A little less than ten, because the runner learns of the start late. Milliseconds.
 */
const longSilence = 8_000;

/**
 * Chromium's message for a failed call of the service worker without a cached answer: it does not tell the cause, so the platform is
 * probed at that moment.
 */
const ofServiceWorker = /net::ERR_FAILED \((https?:\/\/[^/]+)\/api\//;

/** Whether the platform does not answer at the moment. */
const isAway = (origin: string): Promise<boolean> =>
  fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(3000) }).then(
    () => false,
    () => true,
  );

/** Listens to every page of a context, including later ones, from before their first script. */
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
  /** Indexes in `all` of the service worker's failed calls while the platform was away. */
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
