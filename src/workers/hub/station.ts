import type { HubApi, HubMessage } from '../../contracts/rpc.ts';
import { type Backend, createFront } from './front.ts';
import { joinLeadership, type Leadership, type LeadershipEvents, type LeadershipPorts } from './leadership.ts';
import type { OpenWire } from './relay.ts';
import { hostRelays } from './relayHost.ts';
import { followLeader } from './relayLink.ts';
import { standStill } from './standstill.ts';

/** One hub's time as leader. */
export interface Reign {
  readonly api: HubApi;
  /** Ends what is under way; nothing is fetched or written any more. */
  readonly end: () => Promise<void>;
}

export interface StationPorts extends LeadershipPorts {
  readonly openWire: OpenWire;
  readonly whenLockFree: (name: string) => Promise<void>;
  readonly newId: () => string;
  readonly now: () => number;
  /** Resolves once `lifeLock` is held: nobody is told its name before. */
  readonly alive: Promise<unknown>;
  /** Lets go of a page's callback. */
  readonly release: (deliver: (message: HubMessage) => void) => void;
  /** Makes a hub and sets it to work. */
  readonly reign: () => Reign;
}

/**
 * One worker's place among those of this origin: it runs the hub while it leads and passes its pages' calls on to whoever
 * does otherwise. Pages are the same to it either way. The one shared worker of most browsers is simply always the leader.
 */
export function createStation(ports: StationPorts): HubApi {
  let reign: { readonly backend: Backend; readonly stop: () => void; readonly hub: Reign } | null = null;
  let unfollow = () => {};

  const front = createFront({
    setTimer: ports.setTimer,
    whenLockFree: ports.whenLockFree,
    release: ports.release,
    ping: async () => {
      await ports.alive;
      return { build: ports.build, at: ports.now(), lifeLock: ports.lifeLock };
    },
  });

  const begin = (): void => {
    unfollow();
    const hub = ports.reign();
    let tellGone = () => {};
    const gone = new Promise<void>((resolve) => {
      tellGone = resolve;
    });
    const stopHosting = hostRelays(ports, hub.api);
    const backend: Backend = { api: hub.api, gone };
    reign = {
      hub,
      backend,
      stop: () => {
        stopHosting();
        tellGone();
      },
    };
    front.serve(backend);
  };

  let leadership: Leadership | null = null;
  const events: LeadershipEvents = {
    lead: begin,
    follow: (leader) => {
      unfollow();
      unfollow = followLeader({ ...ports, looking: front.looking }, leader, {
        onJoined: front.serve,
        onSilent: () => leadership?.suspect(leader.id),
      });
    },
    standStill: () => {
      unfollow();
      const standing = standStill(ports.build);
      unfollow = standing.end;
      front.serve(standing.backend);
    },
    yieldLead: async () => {
      const ending = reign;
      reign = null;
      if (ending === null) return;
      // Calls that come from now on wait for the next leader; those under way may still be answered by this one.
      front.suspend(ending.backend);
      await ending.hub.end();
      ending.stop();
    },
    lostLead: () => {
      const lost = reign;
      reign = null;
      lost?.stop();
      void lost?.hub.end();
    },
  };
  void ports.alive.then(() => {
    leadership = joinLeadership(ports, events);
  });
  return front.api;
}
