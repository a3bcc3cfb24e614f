import type { Problem, Result } from '../../../contracts/problem.ts';
import type { HubApi } from '../../../contracts/rpc.ts';
import { statusAtStart } from '../../../domain/freshness/statusAtStart.ts';
import type { Backend } from './hubProxy.ts';

/**
 * Answers the pages of an older build while a newer one with another relay version leads. Nothing is fetched, stored, decided or locked
 * here: the newer hub does not see activity in these pages and cannot tell them of a sign-out. So they show nothing but a request to
 * reload, and every call is refused with that message. Stored data stay on the device, with the leading hub.
 */
const superseded: Problem = {
  code: 'build_too_old',
  message: 'A newer version of the console is open in another tab. Reload this one: it is inactive.',
  retry: false,
};
const refused = async (): Promise<Result<never>> => ({ ok: false, problem: superseded });
const nothing = async (): Promise<void> => {};

/** The hub's calls, each refused or empty. */
export function standstillApi(build: string): HubApi {
  return {
    attach: async () => ({
      ...statusAtStart(build),
      connection: { state: 'disconnected', transport: 'sse', since: null, newestAt: null },
      buildTooOld: true,
      superseded: true,
    }),
    ping: async () => ({ build, at: 0, lifeLock: '' }),
    subscribe: nothing,
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
    keepDraft: refused,
  };
}

/**
 * The same for a worker of another relay version, whose build may know a call by a name that this one does not have: it is refused like
 * the others, since an error from the middle of the relay would tell its pages nothing.
 */
export function underAnyName<Api extends object>(api: Api): Api {
  return new Proxy(api, {
    get: (calls, name): unknown => (typeof name === 'string' && !(name in calls) ? refused : Reflect.get(calls, name)),
  });
}

/** The backend of a worker that cannot communicate with the leader, and a function that ends it. */
export function standStill(build: string): { readonly backend: Backend; readonly end: () => void } {
  let end = (): void => {};
  const gone = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { backend: { api: standstillApi(build), gone }, end };
}
