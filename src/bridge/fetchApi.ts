import { type Call, createApiClient, type Sent } from '../domain/api/client.ts';
import type { ApiRequest } from '../domain/api/request.ts';
import { hubStatus } from './pageState.ts';

async function send(request: ApiRequest, signal: AbortSignal | null): Promise<Sent> {
  const limit = AbortSignal.timeout(request.timeLimitMs);
  const startedAt = performance.now();
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: request.headers,
      body: request.body,
      credentials: 'include',
      redirect: 'error',
      signal: signal === null ? limit : AbortSignal.any([limit, signal]),
    });
    const rttMs = performance.now() - startedAt;
    const text = await response.text();
    const raw = { status: response.status, statusText: response.statusText, header: (name: string) => response.headers.get(name), text };
    return { kind: 'answer', raw, rttMs, receivedAt: Date.now() };
  } catch {
    // fetch says no more than that it failed; which signal fired tells why.
    return { kind: 'failed', code: signal?.aborted === true ? 'cancelled' : limit.aborted ? 'timeout' : 'network' };
  }
}

/** Any call of the endpoint table from the page: sign-in, signed URLs, reads on demand. Results, never exceptions. */
export const fetchApi: Call<AbortSignal> = createApiClient<AbortSignal>({
  send,
  newCorrelationId: () => crypto.randomUUID(),
  caller: () => {
    const { session } = hubStatus.get();
    return { tenantId: session.phase === 'signedIn' ? session.user.tenantId : null, build: __BUILD__ };
  },
});
