import type { HubApi, HubMessage } from '../../../contracts/rpc.ts';
import { type Backend, createHubProxy } from './hubProxy.ts';
import { joinLeadership, type Leadership, type LeadershipEvents, type LeadershipDeps } from './leadership.ts';
import type { OpenWire } from './relay.ts';
import { hostRelays } from './relayHost.ts';
import { followLeader } from './relayLink.ts';
import { standStill } from './standstill.ts';

/** One leader term of a hub. */
export interface LeaderTerm {
  readonly api: HubApi;
  /** Ends work under way; nothing is fetched or written any more. */
  readonly end: () => Promise<void>;
}

/** What a worker is given by its entry; `now` is in epoch milliseconds. */
export interface WorkerNodeDeps extends LeadershipDeps {
  readonly openWire: OpenWire;
  readonly whenLockFree: (name: string) => Promise<void>;
  readonly newId: () => string;
  readonly now: () => number;
  /** Resolves once `lifeLock` is held: its name is not given out before. */
  readonly alive: Promise<unknown>;
  /** Releases a page's callback. */
  readonly release: (deliver: (message: HubMessage) => void) => void;
  /** Creates a hub and starts it. */
  readonly leaderTerm: () => LeaderTerm;
}

/**
 * One worker of this origin: runs the hub while it leads, and forwards its pages' calls to the leader otherwise. Pages notice no
 * difference. In most browsers the single shared worker is always the leader.
 */
export function createWorkerNode(hubDeps: WorkerNodeDeps): HubApi {
  let leaderTerm: { readonly backend: Backend; readonly stop: () => void; readonly hub: LeaderTerm } | null = null;
  let unfollow = () => {};

  const hubProxy = createHubProxy({
    setTimer: hubDeps.setTimer,
    whenLockFree: hubDeps.whenLockFree,
    release: hubDeps.release,
    ping: async () => {
      await hubDeps.alive;
      return { build: hubDeps.build, at: hubDeps.now(), lifeLock: hubDeps.lifeLock };
    },
  });

  const begin = (): void => {
    unfollow();
    const hub = hubDeps.leaderTerm();
    let tellGone = () => {};
    const gone = new Promise<void>((resolve) => {
      tellGone = resolve;
    });
    const stopHosting = hostRelays(hubDeps, hub.api);
    const backend: Backend = { api: hub.api, gone };
    leaderTerm = {
      hub,
      backend,
      stop: () => {
        stopHosting();
        tellGone();
      },
    };
    hubProxy.serve(backend);
  };

  let leadership: Leadership | null = null;
  const events: LeadershipEvents = {
    lead: begin,
    follow: (leader) => {
      unfollow();
      unfollow = followLeader({ ...hubDeps, looking: hubProxy.looking }, leader, {
        onJoined: hubProxy.serve,
        onSilent: () => leadership?.suspect(leader.id),
      });
    },
    standStill: () => {
      unfollow();
      const standing = standStill(hubDeps.build);
      unfollow = standing.end;
      hubProxy.serve(standing.backend);
    },
    yieldLead: async () => {
      const ending = leaderTerm;
      leaderTerm = null;
      if (ending === null) return;
      // New calls wait for the next leader; this one may still answer those under way.
      hubProxy.suspend(ending.backend);
      await ending.hub.end();
      ending.stop();
    },
    lostLead: () => {
      const lost = leaderTerm;
      leaderTerm = null;
      lost?.stop();
      void lost?.hub.end();
    },
  };
  void hubDeps.alive.then(() => {
    leadership = joinLeadership(hubDeps, events);
  });
  return hubProxy.api;
}
