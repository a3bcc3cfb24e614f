import * as Comlink from 'comlink';
import type { HubMessage } from '../../../contracts/rpc.ts';
import { z } from '../../../contracts/zod.ts';
import type { Backend } from './hubProxy.ts';
import type { Channel, Leader } from './leadership.ts';
import { callsOf, type Join, joinSchema, type OpenWire, pagesOf, type RelayApi, type RelayPages } from './relay.ts';

/** The follower's channel to all workers, the wire to its leader, and what it says of itself. */
export interface RelayLinkDeps {
  readonly channel: Channel;
  readonly openWire: OpenWire;
  readonly whenLockFree: (name: string) => Promise<void>;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  readonly newId: () => string;
  /** The Web Lock that this worker holds until it ends. */
  readonly lifeLock: string;
  /** Relay version of this worker, equal to the leader's (leadership.ts). */
  readonly words: number;
  /** Whether any page here has subscriptions: without them it can wait for a slow leader. */
  readonly looking: () => boolean;
}

/** What the follower's side tells its worker. */
export interface RelayLinkEvents {
  /** The leader has accepted us: it can be called. */
  readonly onJoined: (backend: Backend) => void;
  /** The leader still holds its lock but does not answer. */
  readonly onSilent: () => void;
}

/**
 * How often the leader is pinged, and how long it may take to answer, milliseconds. The sum stays below the 5 s in which a frozen leader
 * must be replaced; a busy one has time to finish its work.
 */
export const leaderPingEveryMs = 1_000;
export const leaderPingLimitMs = 3_000;

/** The follower's side: one connection to one leader, until either ends. Returns a function that ends it. */
export function followLeader(hubDeps: RelayLinkDeps, leader: Leader, events: RelayLinkEvents): () => void {
  const wire = hubDeps.newId();
  const calls = hubDeps.openWire(callsOf(wire));
  const back = hubDeps.openWire(pagesOf(wire));
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
      subscribe: (pageId, keys) => remote.subscribe(pageId, keys),
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
      enqueue: (decision, commands, actor, left) => remote.enqueue(decision, commands, actor, left),
      unsent: () => remote.unsent(),
      dismissGone: () => remote.dismissGone(),
      takeBack: (keys) => remote.takeBack(keys),
      dismissSettled: (keys) => remote.dismissSettled(keys),
      keepDraft: (key, texts, actor) => remote.keepDraft(key, texts, actor),
    },
  };

  /** The follower pings: answering needs no timer of the leader's, and browsers slow down timers in hidden tabs. */
  const ping = (): void => {
    stopTimer = hubDeps.setTimer(leaderPingEveryMs, () => {
      if (!hubDeps.looking()) return ping();
      stopTimer = hubDeps.setTimer(leaderPingLimitMs, silent);
      void remote.ping().then(() => {
        if (ended) return;
        stopTimer();
        ping();
      }, silent);
    });
  };

  const stopListening = hubDeps.channel.listen((message) => {
    const parsed = z.safeParse(joinSchema, message);
    if (!parsed.success || parsed.data.says !== 'joined' || parsed.data.to !== wire) return;
    stopListening();
    stopTimer();
    ping();
    events.onJoined(backend);
  });
  stopTimer = hubDeps.setTimer(leaderPingLimitMs, silent);
  void hubDeps.whenLockFree(leader.lifeLock).then(end);
  hubDeps.channel.postMessage({
    kind: 'relay',
    says: 'join',
    to: leader.id,
    wire,
    lifeLock: hubDeps.lifeLock,
    words: hubDeps.words,
  } satisfies Join);
  return end;
}
