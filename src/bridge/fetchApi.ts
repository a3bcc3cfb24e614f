import type { Call } from '../domain/api/client.ts';
import { createPageCall } from './pageCall.ts';
import { hubLink } from './startBridge.ts';

/** Milliseconds until the hub is given up that is told of a refusal. */
const askWithinMs = 5_000;

const call = createPageCall({
  // What a page shows at once comes from the device: the client and its checks are fetched with the first call.
  load: async () => (await import('./apiClient.ts')).call,
  setTimer: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
});

/** Any call of the endpoint table from the page: sign-in, signed URLs, reads on demand. Results, never exceptions. */
export const fetchApi: Call<AbortSignal> = async (id, input) => {
  const answer = await call(id, input);
  // A 423 says at once what the stream may not have said yet (D-23): the hub asks, and every page shows it.
  if (!answer.ok && answer.problem.code === 'read_only_mode') void hubLink().call(askWithinMs, (remote) => remote.retryNow());
  return answer;
};
