import type { Call } from '../../domain/api/client.ts';
import { actsFor } from '../hub/hub.ts';
import { createPageCall } from './pageCall.ts';
import { hubLink } from '../hub/startBridge.ts';

/** Time limit for telling the hub of a refusal, milliseconds. */
const askWithinMs = 5_000;

const call = createPageCall({
  // A page first shows data from the device: the client and its validation code are loaded with the first call.
  load: async () => (await import('./apiClient.ts')).call,
  actor: actsFor,
  setTimer: (delayMs, run) => {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
});

/** Any call of the endpoint table from the page: sign-in, signed URLs, reads on demand. Results, never exceptions. */
export const fetchApi: Call<AbortSignal> = async (id, input) => {
  const answer = await call(id, input);
  // A 423 may precede the stream's event (D-23): the hub asks for the kill switch, and every page shows it.
  if (!answer.ok && answer.problem.code === 'read_only_mode') void hubLink().call(askWithinMs, (remote) => remote.retryNow());
  return answer;
};
