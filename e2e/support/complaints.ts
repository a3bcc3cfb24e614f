import type { BrowserContext, Page, Request } from '@playwright/test';

/** What a browser complained of: errors on the console, uncaught exceptions, violations of the content security policy. */
export interface Complaints {
  /** All so far; a test that has not pulled the plug expects none. */
  readonly all: () => readonly string[];
  /** All but failed loads, which a browser reports for every call while the platform is gone. */
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
  const listen = (page: Page) => {
    page.on('request', (request) => void begun.set(request, Date.now()));
    page.on('requestfailed', (request) => {
      if (Date.now() - (begun.get(request) ?? Date.now()) > longSilence) givenUp.add(`net::ERR_FAILED (${request.url()})`);
    });
    page.on('console', (message) => {
      if (message.type() === 'error') all.push(`console: ${message.text()} (${message.location().url})`);
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
  const blamed = () => all.filter((text) => ![...givenUp].some((words) => text.endsWith(words)));
  return { all: blamed, besidesOutage: () => blamed().filter((text) => !outage.test(text)) };
}
