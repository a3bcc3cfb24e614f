import type { Problem, Result } from '../../contracts/problem.ts';
import type { HubApi } from '../../contracts/rpc.ts';
import type { Backend } from './front.ts';
import { statusAtStart } from './statusBoard.ts';

/**
 * What the pages of an older build are served by while a newer one leads whose words theirs does not speak. Nothing is fetched, kept, decided or
 * locked for them here: the newer hub neither hears that the person acts in them nor can tell them that the person has left. So they are told
 * to show nothing and to be loaded anew, and every call is answered by a refusal that says so. What was kept before is on the device, with the hub that leads.
 */
const superseded: Problem = {
  code: 'build_too_old',
  message: 'A newer version of the console is open in another tab. Reload this one: nothing is done in it any more.',
  retry: false,
};
const refused = async (): Promise<Result<never>> => ({ ok: false, problem: superseded });
const nothing = async (): Promise<void> => {};

/** The hub's calls where nothing may be asked. */
export function standstillApi(build: string): HubApi {
  return {
    attach: async () => ({
      ...statusAtStart(build),
      connection: { state: 'disconnected', transport: 'sse', since: null, newestAt: null },
      buildTooOld: true,
      superseded: true,
    }),
    ping: async () => ({ build, at: 0, lifeLock: '' }),
    want: nothing,
    activity: nothing,
    invalidate: nothing,
    retryNow: nothing,
    setTransport: nothing,
    recentEvents: async () => [],
    lockKey: async () => null,
    refresh: refused,
    extendSession: refused,
    introduction: async () => ({}),
    signedIn: refused,
    signOut: refused,
    switchTenant: refused,
    ensureManifest: refused,
    chainSeen: refused,
    lock: refused,
    enqueue: refused,
    unsent: async () => ({ count: null }),
    dismissGone: nothing,
    takeBack: refused,
    dismissSettled: refused,
  };
}

/** A worker's time beside a leader that it cannot speak with. */
export function standStill(build: string): { readonly backend: Backend; readonly end: () => void } {
  let end = (): void => {};
  const gone = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { backend: { api: standstillApi(build), gone }, end };
}
