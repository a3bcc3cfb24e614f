import type { HubApi, HubMessage, HubStatus, ResourceKey } from '../../../contracts/rpc.ts';
import type { Problem, Result } from '../../../contracts/problem.ts';
import { type Ending, endingOf } from '../../../domain/ending.ts';

/**
 * What the pages of this worker call, whoever leads: the hub in this worker, or the leader's through the relay. When the leader changes,
 * pages are attached to the next one with their subscriptions and unanswered calls are repeated: every call may be made twice with the
 * effect of once (rpc.ts). Pages notice only a pause. Uses no locks and no channels itself.
 */
export interface Backend {
  readonly api: HubApi;
  /** Resolves when this hub can no longer be called; it may have ended long before that is noticed. */
  readonly gone: Promise<void>;
}

/** Timers, Web Locks and the answer to `ping`, as the proxy uses them; `setTimer` returns the function that cancels the timer. */
export interface HubProxyDeps {
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  /** Resolves when the Web Lock is free: the page that held it has ended. */
  readonly whenLockFree: (name: string) => Promise<void>;
  /** Releases a page's callback. */
  readonly release: (deliver: (message: HubMessage) => void) => void;
  /** About this worker, not the leader: pages use it to decide whether to restart the worker. */
  readonly ping: HubApi['ping'];
}

/** The proxy of one worker. Without a leader, calls wait for one, within their time limit. */
export interface HubProxy {
  readonly api: HubApi;
  /** Sends calls to this hub from now on. */
  readonly serve: (backend: Backend) => void;
  /** Sends this hub no more calls; it may still answer earlier ones until it is gone. */
  readonly suspend: (backend: Backend) => void;
  /** Whether a page of this worker subscribes to anything. */
  readonly looking: () => boolean;
}

interface Page {
  readonly about: { readonly pageId: string; readonly lockName: string; readonly build: string };
  readonly deliver: (message: HubMessage) => void | Promise<void>;
  subscribed: readonly ResourceKey[];
  attached: boolean;
}

/** How long a call waits for a leader, milliseconds: taking over from a frozen one takes at most 5 s. */
export const leaderLimitMs = 9_000;
/** Maximum number of attempts per call. */
const triesAtMost = 3;

const noLeader: Problem = {
  code: 'unavailable',
  message: 'The tab that updated the console was closed, and no other has taken over yet. Try again.',
  retry: true,
};

function isCancelled(answer: unknown): boolean {
  const { problem } = (answer ?? {}) as { readonly problem?: Partial<Problem> }; // the answer may be anything: only a Result has a problem
  return problem?.code === 'cancelled';
}

/** Starts without a leader. */
export function createHubProxy(hubDeps: HubProxyDeps): HubProxy {
  const pages = new Map<string, Page>();
  let backend: Backend | null = null;
  const endings = new WeakMap<Backend, Ending>();
  let tellArrival = (_arrived: Backend) => {};
  let arrival = new Promise<Backend>((resolve) => {
    tellArrival = resolve;
  });

  const suspend = (old: Backend): void => {
    if (backend !== old) return;
    backend = null;
    arrival = new Promise((resolve) => {
      tellArrival = resolve;
    });
  };

  const present = (page: Page, to: Backend): Promise<HubStatus> =>
    // A former leader may not know yet that it no longer leads: its messages are dropped.
    to.api.attach(page.about, (message) => (backend === to ? page.deliver(message) : undefined));

  const leaveWith = async (leader: Backend): Promise<void> => {
    await leader.gone;
    suspend(leader);
  };

  const serve = (next: Backend): void => {
    backend = next;
    endings.set(next, endingOf(next.gone));
    tellArrival(next);
    void leaveWith(next);
    for (const page of pages.values()) if (page.attached) void introduce(page, next);
  };

  /** Attaches a page that another hub knew to the new one, with its subscriptions. */
  const introduce = async (page: Page, to: Backend): Promise<void> => {
    try {
      const status = await present(page, to);
      if (backend !== to) return;
      await Promise.all([page.deliver({ kind: 'status', status }), to.api.subscribe(page.about.pageId, page.subscribed)]);
    } catch {
      // The hub ended meanwhile; the next one is told again.
    }
  };

  const nextBackend = async (): Promise<Backend | null> => {
    if (backend !== null) return backend;
    let cancel = () => {};
    const late = new Promise<null>((resolve) => {
      cancel = hubDeps.setTimer(leaderLimitMs, () => resolve(null));
    });
    return Promise.race([arrival, late]).finally(() => cancel());
  };

  const ask = async <T>(run: (to: Backend) => Promise<T>): Promise<Result<T>> => {
    for (let tries = 1; tries <= triesAtMost; tries += 1) {
      const to = await nextBackend();
      if (to === null) break;
      const answer = await (endings.get(to) ?? endingOf(to.gone)).orEnd(run(to));
      // A hub that ends cancels its open calls; they are repeated with the next one.
      const isGivenUp = backend !== to && isCancelled(answer?.value);
      if (answer !== null && !isGivenUp) return { ok: true, value: answer.value };
    }
    return { ok: false, problem: noLeader };
  };
  const looking = () => [...pages.values()].some((page) => page.subscribed.length > 0);

  return { api: relayedApi(pages, ask, present, hubDeps), serve, suspend, looking };
}

/** The calls of the pages, each sent to whoever leads. */
function relayedApi(
  pages: Map<string, Page>,
  ask: <T>(run: (to: Backend) => Promise<T>) => Promise<Result<T>>,
  present: (page: Page, to: Backend) => Promise<HubStatus>,
  hubDeps: HubProxyDeps,
): HubApi {
  const result = async <T>(run: (to: Backend) => Promise<Result<T>>): Promise<Result<T>> => {
    const answer = await ask(run);
    return answer.ok ? answer.value : answer;
  };

  return {
    attach: async (about, deliver) => {
      const page: Page = { about, deliver, subscribed: pages.get(about.pageId)?.subscribed ?? [], attached: false };
      pages.set(about.pageId, page);
      void hubDeps.whenLockFree(about.lockName).then(() => {
        hubDeps.release(deliver);
        if (pages.get(about.pageId) === page) pages.delete(about.pageId);
      });
      const attached = await ask(async (to) => {
        const status = await present(page, to);
        page.attached = true;
        return status;
      });
      if (attached.ok) return attached.value;
      throw new Error(attached.problem.message); // the page starts this worker again
    },
    subscribe: async (pageId, keys) => {
      const page = pages.get(pageId);
      if (page === undefined) return;
      page.subscribed = keys;
      await ask((to) => to.api.subscribe(pageId, keys));
    },
    refresh: (keys) => result((to) => to.api.refresh(keys)),
    activity: async (pageId) => void (await ask((to) => to.api.activity(pageId))),
    extendSession: () => result((to) => to.api.extendSession()),
    introduction: async () => {
      const answer = await ask((to) => to.api.introduction());
      return answer.ok ? answer.value : {};
    },
    signedIn: (deviceNonce) => result((to) => to.api.signedIn(deviceNonce)),
    signOut: (discardUnsent) => result((to) => to.api.signOut(discardUnsent)),
    switchTenant: (tenantId, discardUnsent) => result((to) => to.api.switchTenant(tenantId, discardUnsent)),
    invalidate: async () => void (await ask((to) => to.api.invalidate())),
    retryNow: async () => void (await ask((to) => to.api.retryNow())),
    ping: hubDeps.ping,
    recentEvents: async () => {
      const answer = await ask((to) => to.api.recentEvents());
      return answer.ok ? answer.value : [];
    },
    ensureManifest: (packId) => result((to) => to.api.ensureManifest(packId)),
    chainSeen: () => result((to) => to.api.chainSeen()),
    lockKey: async () => {
      const answer = await ask((to) => to.api.lockKey());
      return answer.ok ? answer.value : null;
    },
    lock: (act) => result((to) => to.api.lock(act)),
    setTransport: async (transport) => void (await ask((to) => to.api.setTransport(transport))),
    enqueue: (decision, commands, actor, left) => result((to) => to.api.enqueue(decision, commands, actor, left)),
    unsent: async () => {
      const answer = await ask((to) => to.api.unsent());
      return answer.ok ? answer.value : { count: null };
    },
    dismissGone: async () => void (await ask((to) => to.api.dismissGone())),
    takeBack: (keys) => result((to) => to.api.takeBack(keys)),
    dismissSettled: (keys) => result((to) => to.api.dismissSettled(keys)),
    keepDraft: (key, texts, actor) => result((to) => to.api.keepDraft(key, texts, actor)),
  };
}
