import type { WorkboxPlugin } from 'workbox-core/types.js';
import { NetworkFirst } from 'workbox-strategies';
import { cacheNameOf, sameHolder, surplus } from './decisions.ts';
import { type Identity, readIdentity } from './identity.ts';

/** How long the network may take before a cached answer is used instead, seconds. The network's answer is still stored when it arrives. */
const networkLimitSeconds = 4;
/**
 * How long a call may go without another byte, milliseconds. Nothing else ends it: a caller's abort (domain/api) or a closed page does
 * not reach a worker that also reads for its cache. Behind a link that swallows packets such calls would hold all six connections of the
 * host, and the event stream would wait for one long after the link is back.
 */
const silenceLimitMs = 30_000;
/** Maximum number of cached answers per tenant and user; details of single verifications would otherwise grow without limit. */
const maxAnswers = 300;
/**
 * Epoch milliseconds at which a cached answer was stored; its presence marks an answer as cached. Same name as in contracts/endpoints.ts.
 */
const cachedAtHeader = 'X-Cached-At';
/** Correlation id of a call, echoed in the platform's answer; name as above. */
const echo = 'X-Correlation-ID';
/** Log position of the answer's rows; name as above. */
const asOfSeq = 'X-As-Of-Seq';

/**
 * Answers an API read network first, with the cache of the person at the console. While nobody is known, or if the call is for another
 * tenant, nothing is cached and no cached answer is used.
 */
export async function answerRead(request: Request, event: ExtendableEvent): Promise<Response> {
  const holder = await readIdentity();
  const silence = silenceLimit();
  if (holder === null || holder.tenantId !== request.headers.get('X-Tenant-ID'))
    return silence.over(await fetch(request, { signal: silence.signal }));
  const strategy = new NetworkFirst({
    cacheName: cacheNameOf(holder),
    networkTimeoutSeconds: networkLimitSeconds,
    fetchOptions: { signal: silence.signal },
    matchOptions: { ignoreVary: true }, // the cache already belongs to one person
    plugins: [{ fetchDidSucceed: async ({ response }) => silence.over(response) }, keptFor(holder)],
  });
  return strategy.handle({ event, request });
}

/** A signal that fires when nothing has arrived for too long: first the headers, then the body that `over` passes on. */
function silenceLimit(): { readonly signal: AbortSignal; readonly over: (response: Response) => Response } {
  const ending = new AbortController();
  const begin = () => setTimeout(() => ending.abort(), silenceLimitMs);
  let timer = begin();
  const heard = (more: boolean) => {
    clearTimeout(timer);
    if (more) timer = begin();
  };
  const over = (response: Response): Response => {
    // A redirected answer is not cached, and a copy would not show that it was redirected.
    if (response.body === null || response.redirected) {
      heard(false);
      return response;
    }
    heard(true);
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform: (bytes, out) => {
        heard(true);
        out.enqueue(bytes);
      },
      flush: () => heard(false),
    });
    return new Response(response.body.pipeThrough(counted), response);
  };
  return { signal: ending.signal, over };
}

/**
 * Whether it is the platform's own answer to this very call (D-50), with rows and their log position: another server's page has none of
 * the required headers.
 */
function isPlatforms({ headers: asked }: Request, { headers: told, status, redirected }: Response): boolean {
  return (
    status === 200 &&
    !redirected &&
    told.has(asOfSeq) &&
    asked.has(echo) &&
    told.get(echo) === asked.get(echo) &&
    !!told.get('Content-Type')?.startsWith('application/json')
  );
}

/** Ties every step of one answer to the person it was requested for. */
function keptFor(holder: Identity): WorkboxPlugin {
  const stillTheirs = async (): Promise<boolean> => sameHolder(holder, await readIdentity());
  return {
    cacheWillUpdate: async ({ request, response }) => {
      // Only the platform's own answer to this very call is cached (D-50): another server's page would replace the last good one.
      if (!isPlatforms(request, response) || !(await stillTheirs())) return null;
      response.headers.set(cachedAtHeader, String(Date.now())); // its own copy of the headers (`over`)
      return response;
    },
    // A purge can still fall between that check and the put. It removes the mark first and the cache second: seen after the put, either the
    // mark is gone and the cache is deleted here, or the purge has yet to delete it.
    cacheDidUpdate: async ({ cacheName }) => {
      if (!(await stillTheirs())) {
        await caches.delete(cacheName);
        return;
      }
      const cache = await caches.open(cacheName);
      await Promise.all(surplus(await cache.keys(), maxAnswers).map((old) => cache.delete(old)));
    },
    cachedResponseWillBeUsed: async ({ cachedResponse }) => (cachedResponse && (await stillTheirs()) ? cachedResponse : null),
  };
}
