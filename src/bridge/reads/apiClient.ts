import { type Call, createApiClient, type Sent } from '../../domain/api/client.ts';
import type { ApiRequest, Caller } from '../../domain/api/request.ts';
import { hubStatus } from '../hub/pageState.ts';

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
    // fetch only says that it failed; the signal that fired says why.
    return { kind: 'failed', code: signal?.aborted === true ? 'cancelled' : limit.aborted ? 'timeout' : 'network' };
  }
}

/** The caller of this page's requests: the signed-in user, as far as the hub has reported. */
export function caller(): Caller {
  const { session } = hubStatus.get();
  const user = session.phase === 'signedIn' ? session.user : null;
  return { tenantId: user?.tenantId ?? null, accountId: user?.id ?? null, build: __BUILD__ };
}

/** The page's own client. Its code is loaded with the first call (fetchApi.ts). */
export const call: Call<AbortSignal> = createApiClient<AbortSignal>({ send, newCorrelationId: () => crypto.randomUUID(), caller });
