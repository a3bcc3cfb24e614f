import type { WorkboxPlugin } from 'workbox-core/types.js';
import { NetworkFirst } from 'workbox-strategies';
import { cacheNameOf, sameHolder, surplus } from './decisions.ts';
import { type Identity, readIdentity } from './identity.ts';

/** How long the network may take before a kept answer is given in its place, seconds. The network's own answer is still stored when it comes. */
const networkLimitSeconds = 4;
/**
 * How long a call may stand without another byte of an answer, milliseconds. Nobody else ends it: that whoever asked gave up (domain/api) or was closed does
 * not reach a worker that also reads for its cache. Left alone behind a link that swallows, such calls hold all six connections that a browser opens to a
 * place, and the event stream waits for one of them long after the link is back.
 */
const silenceLimitMs = 30_000;
/** Answers kept per tenant and user; details of single verifications would grow without end otherwise. */
const mostAnswers = 300;
/** Epoch milliseconds at which a kept answer was stored; its presence tells a kept answer from the network's. Same name as in contracts/endpoints.ts. */
const cachedAtHeader = 'X-Cached-At';
/** The id of a call, given back with the platform's answer; as above. */
const echo = 'X-Correlation-ID';
/** The place in the log as of which rows are; as above. */
const asOfSeq = 'X-As-Of-Seq';

/** Answers an API read network first from the cache of whoever is at the console. While nobody is known, or the call is for another tenant than
 * theirs, nothing is kept and nothing kept is given. */
export async function answerRead(request: Request, event: ExtendableEvent): Promise<Response> {
  const holder = await readIdentity();
  const silence = silenceLimit();
  if (holder === null || holder.tenantId !== request.headers.get('X-Tenant-ID'))
    return silence.over(await fetch(request, { signal: silence.signal }));
  const strategy = new NetworkFirst({
    cacheName: cacheNameOf(holder),
    networkTimeoutSeconds: networkLimitSeconds,
    fetchOptions: { signal: silence.signal },
    matchOptions: { ignoreVary: true }, // the cache is one person's already
    plugins: [{ fetchDidSucceed: async ({ response }) => silence.over(response) }, keptFor(holder)],
  });
  return strategy.handle({ event, request });
}

/** A signal that fires when nothing has come for too long: first of the headers, then of the body that `over` hands on. */
function silenceLimit(): { readonly signal: AbortSignal; readonly over: (response: Response) => Response } {
  const ending = new AbortController();
  const begin = () => setTimeout(() => ending.abort(), silenceLimitMs);
  let timer = begin();
  const heard = (more: boolean) => {
    clearTimeout(timer);
    if (more) timer = begin();
  };
  const over = (response: Response): Response => {
    // What was sent on elsewhere is not kept, and a copy of it would not say so.
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

/** Whether it is the platform's own answer to this very call (D-50), of rows and their moment: a page of somebody in between says none of the three. */
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

/** Ties every step of one answer to the person it was asked for. */
function keptFor(holder: Identity): WorkboxPlugin {
  const stillTheirs = async (): Promise<boolean> => sameHolder(holder, await readIdentity());
  return {
    cacheWillUpdate: async ({ request, response }) => {
      // Kept is the platform's own answer to this very call (D-50): a page of somebody in between would stand in the place of the last good one.
      if (!isPlatforms(request, response) || !(await stillTheirs())) return null;
      response.headers.set(cachedAtHeader, String(Date.now())); // its own copy of them (`over`)
      return response;
    },
    // A purge can still fall between that check and the put. It removes the mark first and the cache second: seen after the put, either the mark is gone
    // and the cache goes here, or the purge has its second half before it.
    cacheDidUpdate: async ({ cacheName }) => {
      if (!(await stillTheirs())) {
        await caches.delete(cacheName);
        return;
      }
      const cache = await caches.open(cacheName);
      await Promise.all(surplus(await cache.keys(), mostAnswers).map((old) => cache.delete(old)));
    },
    cachedResponseWillBeUsed: async ({ cachedResponse }) => (cachedResponse && (await stillTheirs()) ? cachedResponse : null),
  };
}
