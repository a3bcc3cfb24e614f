import type { HubApi, HubMessage, HubStatus, ResourceKey } from '../../contracts/rpc.ts';
import type { Problem, Result } from '../../contracts/problem.ts';

/**
 * What the pages of this worker talk to, whoever leads: the hub in this worker, or the leader's through the relay. When the
 * leader changes, pages are presented to the next one with what they want, and a call that was in its hands is made again:
 * every call may be made twice with the effect of once (rpc.ts). Pages notice nothing but the pause.
 * It knows neither locks nor channels.
 */
export interface Backend {
  readonly api: HubApi;
  /** Resolves when this hub can no longer be asked; it may be long dead before anybody knows. */
  readonly gone: Promise<void>;
}

export interface FrontPorts {
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  /** Resolves when nobody holds the Web Lock any more: the page that held it has died. */
  readonly whenLockFree: (name: string) => Promise<void>;
  /** Lets go of a page's callback. */
  readonly release: (deliver: (message: HubMessage) => void) => void;
  /** About this worker, not the leader: pages see by it whether they have to start it again. */
  readonly ping: HubApi['ping'];
}

export interface Front {
  readonly api: HubApi;
  /** From now on this one is asked. */
  readonly serve: (backend: Backend) => void;
  /** Ask this one nothing more; what it was asked already may still be answered until it is gone. */
  readonly suspend: (backend: Backend) => void;
  /** Whether some page here looks at something. */
  readonly looking: () => boolean;
}

interface Page {
  readonly about: { readonly pageId: string; readonly lockName: string; readonly build: string };
  readonly deliver: (message: HubMessage) => void | Promise<void>;
  wanted: readonly ResourceKey[];
  attached: boolean;
}

/** How long a call waits for a leader, milliseconds: taking over from a frozen one takes 5 s at most. */
export const leaderLimitMs = 9_000;
/** A call is made this often at most. */
const triesAtMost = 3;

const noLeader: Problem = {
  code: 'unavailable',
  message: 'The tab that kept the console up to date is gone, and no other could take over yet. Try again.',
  retry: true,
};

function isCancelled(answer: unknown): boolean {
  const { problem } = (answer ?? {}) as { readonly problem?: Partial<Problem> }; // whatever was answered: only a result has a problem
  return problem?.code === 'cancelled';
}

export function createFront(ports: FrontPorts): Front {
  const pages = new Map<string, Page>();
  let backend: Backend | null = null;
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
    // Whoever led before may not know yet that it no longer does: what it still says is not passed on.
    to.api.attach(page.about, (message) => (backend === to ? page.deliver(message) : undefined));

  const leaveWith = async (leader: Backend): Promise<void> => {
    await leader.gone;
    suspend(leader);
  };

  const serve = (next: Backend): void => {
    backend = next;
    tellArrival(next);
    void leaveWith(next);
    for (const page of pages.values()) if (page.attached) void introduce(page, next);
  };

  /** A page that another hub knew: the new one is told what it wants. */
  const introduce = async (page: Page, to: Backend): Promise<void> => {
    try {
      const status = await present(page, to);
      if (backend !== to) return;
      await Promise.all([page.deliver({ kind: 'status', status }), to.api.want(page.about.pageId, page.wanted)]);
    } catch {
      // It went while it was told; the next one is told again.
    }
  };

  const nextBackend = async (): Promise<Backend | null> => {
    if (backend !== null) return backend;
    let cancel = () => {};
    const late = new Promise<null>((resolve) => {
      cancel = ports.setTimer(leaderLimitMs, () => resolve(null));
    });
    return Promise.race([arrival, late]).finally(() => cancel());
  };

  const ask = async <T>(run: (to: Backend) => Promise<T>): Promise<Result<T>> => {
    for (let tries = 1; tries <= triesAtMost; tries += 1) {
      const to = await nextBackend();
      if (to === null) break;
      const answer = await Promise.race([run(to).then((value) => ({ value })), to.gone.then(() => null)]);
      // One that ends gives up what it was asked; the next one is asked the same.
      const isGivenUp = backend !== to && isCancelled(answer?.value);
      if (answer !== null && !isGivenUp) return { ok: true, value: answer.value };
    }
    return { ok: false, problem: noLeader };
  };
  const result = async <T>(run: (to: Backend) => Promise<Result<T>>): Promise<Result<T>> => {
    const answer = await ask(run);
    return answer.ok ? answer.value : answer;
  };
  const looking = () => [...pages.values()].some((page) => page.wanted.length > 0);

  const api: HubApi = {
    attach: async (about, deliver) => {
      const page: Page = { about, deliver, wanted: pages.get(about.pageId)?.wanted ?? [], attached: false };
      pages.set(about.pageId, page);
      void ports.whenLockFree(about.lockName).then(() => {
        ports.release(deliver);
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
    want: async (pageId, keys) => {
      const page = pages.get(pageId);
      if (page === undefined) return;
      page.wanted = keys;
      await ask((to) => to.api.want(pageId, keys));
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
    ping: ports.ping,
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
    enqueue: (decision, commands, of) => result((to) => to.api.enqueue(decision, commands, of)),
    unsent: async () => {
      const answer = await ask((to) => to.api.unsent());
      return answer.ok ? answer.value : { count: null };
    },
    dismissGone: async () => void (await ask((to) => to.api.dismissGone())),
    takeBack: (keys) => result((to) => to.api.takeBack(keys)),
    dismissSettled: (keys) => result((to) => to.api.dismissSettled(keys)),
  };
  return { api, serve, suspend, looking };
}
