import type { Call } from '../domain/api/client.ts';
import type { Problem } from '../contracts/problem.ts';
import { hubLink } from './startBridge.ts';

/** Milliseconds until the hub is given up that is told of a refusal. */
const askWithinMs = 5_000;

let loading: Promise<Call<AbortSignal>> | null = null;
/** What a page shows at once comes from the device: the client and its checks are fetched with the first call. Null where they did not come; the next call asks again. */
function client(): Promise<Call<AbortSignal> | null> {
  loading ??= import('./apiClient.ts').then(({ call }) => call);
  return loading.catch(() => {
    loading = null;
    return null;
  });
}
/** Its code lies where the platform is, and did not come either. */
const outOfReach: Problem = { code: 'network', message: 'The platform cannot be reached.', retry: true };

/** Any call of the endpoint table from the page: sign-in, signed URLs, reads on demand. Results, never exceptions. */
export const fetchApi: Call<AbortSignal> = async (id, input) => {
  const call = await client();
  if (call === null) return { ok: false, problem: outOfReach };
  const answer = await call(id, input);
  // A 423 says at once what the stream may not have said yet (D-23): the hub asks, and every page shows it.
  if (!answer.ok && answer.problem.code === 'read_only_mode') void hubLink().call(askWithinMs, (remote) => remote.retryNow());
  return answer;
};
