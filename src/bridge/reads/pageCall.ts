import type { Problem } from '../../contracts/problem.ts';
import type { ActsFor } from '../../contracts/rpc.ts';
import type { Call } from '../../domain/api/client.ts';

/** Where the client comes from; `setTimer` returns the function that cancels the timer. */
export interface PageCallDeps {
  /** Loads the client's code. It comes from the platform: loading may fail, and on a silent link never finish. */
  readonly load: () => Promise<Call<AbortSignal>>;
  /** Whom the page acts for; undefined if nobody is known to be signed in. */
  readonly actor: () => ActsFor | undefined;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
}

/** As long as a change waits for its answer (`domain/api/request.ts`), milliseconds. */
export const codeWithinMs = 15_000;

const outOfReach: Problem = { code: 'network', message: 'The platform cannot be reached.', retry: true };
const cancelled: Problem = { code: 'cancelled', message: 'Cancelled.', retry: false };

/**
 * The page's calls, with a client that is loaded by the first of them. If loading fails, a call returns `network`, and the next one tries
 * again. A call is made in the name of whoever asked, however long the code takes.
 */
export function createPageCall({ load, actor, setTimer }: PageCallDeps): Call<AbortSignal> {
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
    const asking = actor();
    const call = await client(signal);
    if (call === null) return { ok: false, problem: signal?.aborted === true ? cancelled : outOfReach };
    return call(id, asking === undefined ? input : { tenantId: asking.tenantId, accountId: asking.userId, ...input });
  };
}
