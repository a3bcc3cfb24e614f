import * as Comlink from 'comlink';
import type { HubMessage } from '../../contracts/rpc.ts';
import { z } from '../../contracts/zod.ts';
import type { Backend } from './front.ts';
import type { Channel, Leader } from './leadership.ts';
import { callsOf, type Join, joinSchema, type OpenWire, pagesOf, type RelayApi, type RelayPages } from './relay.ts';

export interface RelayLinkPorts {
  readonly channel: Channel;
  readonly openWire: OpenWire;
  readonly whenLockFree: (name: string) => Promise<void>;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  readonly newId: () => string;
  /** The Web Lock that this worker holds for life. */
  readonly lifeLock: string;
  /** Number of the words this worker speaks: the leader's too (leadership.ts). */
  readonly words: number;
  /** Whether anybody here looks at something: who looks at nothing can wait for a slow leader. */
  readonly looking: () => boolean;
}

export interface RelayLinkEvents {
  /** The leader has let us in: it can be asked. */
  readonly onJoined: (backend: Backend) => void;
  /** It is alive, as far as its lock tells, and answers nothing. */
  readonly onSilent: () => void;
}

/** How often a leader is asked whether it lives, and how long it may take to say so, milliseconds. Both together stay under
 * the 5 s in which a frozen leader must be replaced; a busy one has time to finish what it is at. */
export const leaderPingEveryMs = 1_000;
export const leaderPingLimitMs = 3_000;

/** The follower's side: one wire to one leader, until either ends. Answers what ends it. */
export function followLeader(ports: RelayLinkPorts, leader: Leader, events: RelayLinkEvents): () => void {
  const wire = ports.newId();
  const calls = ports.openWire(callsOf(wire));
  const back = ports.openWire(pagesOf(wire));
  const deliveries = new Map<string, (message: HubMessage) => void | Promise<void>>();
  let ended = false;
  let stopTimer = () => {};
  let tellGone = () => {};
  const gone = new Promise<void>((resolve) => {
    tellGone = resolve;
  });

  const pages: RelayPages = { deliver: async (pageId, message) => await deliveries.get(pageId)?.(message) };
  Comlink.expose(pages, back);
  const remote = Comlink.wrap<RelayApi>(calls);

  const end = (): void => {
    if (ended) return;
    ended = true;
    stopTimer();
    stopListening();
    tellGone();
    calls.close();
    back.close();
  };
  const silent = (): void => {
    if (ended) return;
    end();
    events.onSilent();
  };

  const backend: Backend = {
    gone,
    api: {
      attach: (about, deliver) => {
        deliveries.set(about.pageId, deliver);
        return remote.attach(about);
      },
      want: (pageId, keys) => remote.want(pageId, keys),
      refresh: (keys) => remote.refresh(keys),
      activity: (pageId) => remote.activity(pageId),
      extendSession: () => remote.extendSession(),
      introduction: () => remote.introduction(),
      signedIn: (deviceNonce) => remote.signedIn(deviceNonce),
      signOut: (discardUnsent) => remote.signOut(discardUnsent),
      switchTenant: (tenantId, discardUnsent) => remote.switchTenant(tenantId, discardUnsent),
      invalidate: () => remote.invalidate(),
      retryNow: () => remote.retryNow(),
      ping: () => remote.ping(),
      recentEvents: () => remote.recentEvents(),
      ensureManifest: (packId) => remote.ensureManifest(packId),
      chainSeen: () => remote.chainSeen(),
      lockKey: () => remote.lockKey(),
      lock: (act) => remote.lock(act),
      setTransport: (transport) => remote.setTransport(transport),
      enqueue: (decision, commands, of) => remote.enqueue(decision, commands, of),
      unsent: () => remote.unsent(),
      dismissGone: () => remote.dismissGone(),
      takeBack: (keys) => remote.takeBack(keys),
      dismissSettled: (keys) => remote.dismissSettled(keys),
    },
  };

  /** Asked, not told: answering needs no timer of the leader's, and timers are what browsers slow down in hidden tabs. */
  const ping = (): void => {
    stopTimer = ports.setTimer(leaderPingEveryMs, () => {
      if (!ports.looking()) return ping();
      stopTimer = ports.setTimer(leaderPingLimitMs, silent);
      void remote.ping().then(() => {
        if (ended) return;
        stopTimer();
        ping();
      }, silent);
    });
  };

  const stopListening = ports.channel.listen((message) => {
    const parsed = z.safeParse(joinSchema, message);
    if (!parsed.success || parsed.data.says !== 'joined' || parsed.data.to !== wire) return;
    stopListening();
    stopTimer();
    ping();
    events.onJoined(backend);
  });
  stopTimer = ports.setTimer(leaderPingLimitMs, silent);
  void ports.whenLockFree(leader.lifeLock).then(end);
  ports.channel.postMessage({
    kind: 'relay',
    says: 'join',
    to: leader.id,
    wire,
    lifeLock: ports.lifeLock,
    words: ports.words,
  } satisfies Join);
  return end;
}
