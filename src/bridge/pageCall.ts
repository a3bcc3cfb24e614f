import type { Problem } from '../contracts/problem.ts';
import type { Call } from '../domain/api/client.ts';

export interface PageCallPorts {
  /** The client's code. It lies where the platform is: it may fail, and over a silent link it may never come. */
  readonly load: () => Promise<Call<AbortSignal>>;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
}

/** As long as a change waits for its answer (`domain/api/request.ts`), milliseconds. */
export const codeWithinMs = 15_000;

const outOfReach: Problem = { code: 'network', message: 'The platform cannot be reached.', retry: true };
const cancelled: Problem = { code: 'cancelled', message: 'Cancelled.', retry: false };

/** The page's calls over a client that comes with the first of them. Without it a call says that the platform cannot be reached, and the next one asks for it again. */
export function createPageCall({ load, setTimer }: PageCallPorts): Call<AbortSignal> {
  let loading: Promise<Call<AbortSignal>> | null = null;
  const client = (signal: AbortSignal | undefined): Promise<Call<AbortSignal> | null> =>
    new Promise((resolve) => {
      const giveUp = (): void => resolve(null);
      if (signal?.aborted === true) return giveUp();
      const stop = setTimer(codeWithinMs, giveUp);
      signal?.addEventListener('abort', giveUp, { once: true });
      loading ??= load();
      void loading
        .catch(() => {
          loading = null;
          return null;
        })
        .then(resolve)
        .finally(stop);
    });
  return async (id, input) => {
    const { signal } = input ?? {};
    const call = await client(signal);
    if (call === null) return { ok: false, problem: signal?.aborted === true ? cancelled : outOfReach };
    return call(id, input);
  };
}
