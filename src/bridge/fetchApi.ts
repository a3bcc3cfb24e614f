import { type Call, createApiClient, type Sent } from '../domain/api/client.ts';
import type { ApiRequest } from '../domain/api/request.ts';
import { hubStatus } from './pageState.ts';
import { hubLink } from './startBridge.ts';

/** Milliseconds until the hub is given up that is told of a refusal. */
const askWithinMs = 5_000;

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

const call: Call<AbortSignal> = createApiClient<AbortSignal>({
  send,
  newCorrelationId: () => crypto.randomUUID(),
  caller: () => {
    const { session } = hubStatus.get();
    const user = session.phase === 'signedIn' ? session.user : null;
    return { tenantId: user?.tenantId ?? null, accountId: user?.id ?? null, build: __BUILD__ };
  },
});

/** Any call of the endpoint table from the page: sign-in, signed URLs, reads on demand. Results, never exceptions. */
export const fetchApi: Call<AbortSignal> = async (id, input) => {
  const answer = await call(id, input);
  // A 423 says at once what the stream may not have said yet (D-23): the hub asks, and every page shows it.
  if (!answer.ok && answer.problem.code === 'read_only_mode') void hubLink().call(askWithinMs, (remote) => remote.retryNow());
  return answer;
};
