import * as Comlink from 'comlink';
import type { Problem, Result } from '../contracts/problem.ts';
import type { HubApi, HubMessage, HubStatus } from '../contracts/rpc.ts';

/**
 * Keeps one page attached to a live hub. Comlink does not notice a dead peer, and Android ends shared workers without a
 * word (FINDINGS), so every call has a deadline, a quiet hub is pinged, and one that does not answer is started again.
 * This module does not know what the calls mean.
 */
export interface HubChannel {
  readonly endpoint: Comlink.Endpoint;
  readonly close: () => void;
}

export interface HubLinkPorts {
  /** Starts the worker or connects to the running one. `onFailure` tells that its script could not be loaded; `silences` is
   * how often a hub of this page was alive and did not answer. */
  readonly spawn: (onFailure: () => void, silences: number) => HubChannel;
  /** Resolves once the page holds the lock, which it then keeps for life; the hub sees the page die by it. */
  readonly holdLock: (name: string) => Promise<void>;
  /** Resolves when nobody holds the lock any more. */
  readonly whenLockFree: (name: string) => Promise<void>;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  readonly pageId: string;
  readonly build: string;
}

export interface HubLinkEvents {
  readonly onStatus: (status: HubStatus) => void;
  /** Every message but `status`; what it returns is awaited by the hub (a page stops before rows are wiped). */
  readonly onMessage: (message: Exclude<HubMessage, { readonly kind: 'status' }>) => void | Promise<void>;
  /** A new hub is attached: tell it again what the page wants. */
  readonly onAttached: () => void;
  readonly onTrouble: (problem: Problem) => void;
}

export interface HubLink {
  /** Runs a call on the hub; `limitMs` is the deadline. Never throws. */
  readonly call: <T>(limitMs: number, run: (hub: Comlink.Remote<HubApi>) => Promise<T>) => Promise<Result<T>>;
  /** Ask now whether the hub lives (the page became visible again, the machine woke up). */
  readonly check: () => void;
  readonly close: () => void;
}

export const pingEveryMs = 15_000;
export const pingLimitMs = 4_000;
const attachLimitMs = 10_000;
/**
 * For a second after a shared worker has ended Chromium may still connect pages to it, and nothing tells them; one that ends in its first
 * moments has told nobody what it lives by either. So what follows an end is not given the time of a first start: it is asked for again this soon,
 * by the same name.
 */
export const greetLimitsMs = [2_000, 4_000] as const;
/** Between two starts, so that a script that cannot be loaded is not asked for in a loop. */
const respawnAfterMs = [0, 1_000, 3_000, 10_000, 30_000] as const;

const noAnswer: Problem = { code: 'timeout', message: 'The background worker did not answer. It is being started again.', retry: true };
const notLoaded: Problem = { code: 'unavailable', message: 'The background worker could not be started. Reload the page.', retry: true };

export function createHubLink(ports: HubLinkPorts, events: HubLinkEvents): HubLink {
  let closed = false;
  let generation = 0;
  let failures = 0;
  let silences = 0;
  let channel: HubChannel | null = null;
  let remote: Promise<Comlink.Remote<HubApi> | null> = Promise.resolve(null);
  let stopPing = () => {};
  let greetLimits: readonly number[] = [];
  let died = createDeath();
  const lockName = `ukweli-page:${ports.pageId}`;
  const locked = ports.holdLock(lockName);

  const within = async <T>(limitMs: number, work: Promise<T>): Promise<Result<T>> => {
    let cancel = () => {};
    const late = new Promise<'late'>((resolve) => {
      cancel = ports.setTimer(limitMs, () => resolve('late'));
    });
    try {
      const outcome = await Promise.race([work.then((value) => ({ value })), late]);
      return outcome === 'late' ? { ok: false, problem: noAnswer } : { ok: true, value: outcome.value };
    } catch (error) {
      // A hub that throws broke its own rule; what it said is for the log, not for a person.
      return {
        ok: false,
        problem: { code: 'internal', message: error instanceof Error ? error.message : 'The background worker failed.', retry: true },
      };
    } finally {
      cancel();
    }
  };

  const connect = (mine: number): Promise<Comlink.Remote<HubApi> | null> =>
    (async () => {
      await locked;
      if (closed || mine !== generation) return null;
      channel = ports.spawn(() => fail(mine, notLoaded), silences);
      const hub = Comlink.wrap<HubApi>(channel.endpoint);
      const deliver = Comlink.proxy((message: HubMessage): void | Promise<void> => {
        if (mine !== generation) return;
        if (message.kind === 'status') events.onStatus(message.status);
        else return events.onMessage(message);
      });
      // It may end before it has attached anybody: what it lives by is asked for at once.
      void greet(mine, hub);
      const attaching = within(attachLimitMs, hub.attach({ pageId: ports.pageId, lockName, build: ports.build }, deliver));
      const attached = await Promise.race([attaching, died.promise]);
      if (attached === 'died' || mine !== generation) return null;
      if (!attached.ok) {
        if (attached.problem.code === 'timeout') silences += 1;
        fail(mine, attached.problem);
        return null;
      }
      failures = 0;
      events.onStatus(attached.value);
      events.onAttached();
      schedulePing(mine, hub);
      return hub;
    })();

  const startOver = (delayMs: number): void => {
    generation += 1;
    const next = generation;
    died.tell();
    died = createDeath();
    stopPing();
    channel?.close();
    channel = null;
    remote = new Promise((resolve) => {
      ports.setTimer(delayMs, () => resolve(next === generation ? connect(next) : null));
    });
  };

  const fail = (mine: number, problem: Problem): void => {
    if (closed || mine !== generation) return;
    if (failures > 0) events.onTrouble(problem);
    const delayMs = respawnAfterMs[Math.min(failures, respawnAfterMs.length - 1)] ?? 0;
    failures += 1;
    startOver(delayMs);
  };

  const greet = async (mine: number, hub: Comlink.Remote<HubApi>): Promise<void> => {
    const [limitMs, ...later] = greetLimits;
    const answer = await within(limitMs ?? attachLimitMs, hub.ping());
    if (closed || mine !== generation) return;
    if (answer.ok) {
      greetLimits = [];
      watch(mine, answer.value.lifeLock);
    } else if (limitMs !== undefined) {
      greetLimits = later;
      startOver(0);
    }
  };

  const ping = async (mine: number, hub: Comlink.Remote<HubApi>): Promise<void> => {
    const answer = await within(pingLimitMs, hub.ping());
    if (mine !== generation || closed) return;
    if (answer.ok) return schedulePing(mine, hub);
    if (answer.problem.code === 'timeout') silences += 1;
    fail(mine, answer.problem);
  };

  /** A hub that ends, however it ends, lets go of its lock: no page waits for a ping to notice. */
  const watch = (mine: number, lifeLock: string): void => {
    void ports.whenLockFree(lifeLock).then(() => {
      if (mine === generation) greetLimits = greetLimitsMs;
      fail(mine, noAnswer);
    });
  };

  const schedulePing = (mine: number, hub: Comlink.Remote<HubApi>): void => {
    stopPing();
    stopPing = ports.setTimer(pingEveryMs, () => void ping(mine, hub));
  };

  remote = connect(generation);

  return {
    call: async (limitMs, run) => {
      for (let tries = 1; ; tries += 1) {
        const mine = generation;
        const death = died.promise;
        const hub = await within(limitMs, remote);
        if (!hub.ok) return hub;
        if (hub.value === null) {
          // The hub of this try is gone already; the next one is on its way.
          if (tries < 3 && !closed) continue;
          return { ok: false, problem: noAnswer };
        }
        const answer = await Promise.race([within(limitMs, run(hub.value)), death]);
        // Every call may be made twice (rpc.ts): what the hub was ended in the middle of is asked of the next one, once.
        if (answer === 'died') {
          if (tries < 2 && !closed) continue;
          return { ok: false, problem: noAnswer };
        }
        // Slow work is not a dead hub: only an unanswered ping is.
        if (!answer.ok && answer.problem.code === 'timeout' && mine === generation) void ping(mine, hub.value);
        return answer;
      }
    },
    check: () => {
      const mine = generation;
      void remote.then((hub) => (hub === null || mine !== generation ? undefined : ping(mine, hub)));
    },
    close: () => {
      closed = true;
      generation += 1;
      stopPing();
      channel?.close();
    },
  };
}

/** Tells whoever waits on a hub that it is no more. */
function createDeath(): { readonly promise: Promise<'died'>; readonly tell: () => void } {
  let tell = () => {};
  const promise = new Promise<'died'>((resolve) => {
    tell = () => resolve('died');
  });
  return { promise, tell };
}
