import * as Comlink from 'comlink';
import type { Problem, Result } from '../../contracts/problem.ts';
import type { HubApi, HubMessage, HubStatus } from '../../contracts/rpc.ts';
import { type Ending, endingOf } from '../../domain/ending.ts';

/**
 * Keeps one page attached to a live hub. Comlink does not notice a dead peer, and Android ends shared workers without notice (FINDINGS),
 * so every call has a deadline, a quiet hub is pinged, and one that does not answer is started again. This module does not know what the
 * calls mean.
 */
export interface HubChannel {
  readonly endpoint: Comlink.Endpoint;
  readonly close: () => void;
}

/** What the page gives the link; `setTimer` returns the function that cancels the timer. */
export interface HubLinkDeps {
  /**
   * Starts the worker or connects to the running one. `onFailure` is called if its script could not be loaded; `silences` is how often a
   * hub of this page was alive but did not answer.
   */
  readonly spawn: (onFailure: () => void, silences: number) => HubChannel;
  /** Resolves once the page holds the lock, which it keeps for life; its release tells the hub that the page has ended. */
  readonly holdLock: (name: string) => Promise<void>;
  /** Resolves when the lock is free. */
  readonly whenLockFree: (name: string) => Promise<void>;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  readonly pageId: string;
  readonly build: string;
}

/** What the link passes on to its page, from the current hub only. */
export interface HubLinkEvents {
  readonly onStatus: (status: HubStatus) => void;
  /** Every message but `status`. The hub awaits the returned promise (a page stops reading before rows are wiped). */
  readonly onMessage: (message: Exclude<HubMessage, { readonly kind: 'status' }>) => void | Promise<void>;
  /** A new hub is attached: repeat the page's subscriptions. */
  readonly onAttached: () => void;
  readonly onTrouble: (problem: Problem) => void;
}

/** The page's way to the hub, whichever worker runs it now. A call that was interrupted by the hub's end is made once more. */
export interface HubLink {
  /** Runs a call on the hub; `limitMs` is the deadline. Never throws. */
  readonly call: <T>(limitMs: number, run: (hub: Comlink.Remote<HubApi>) => Promise<T>) => Promise<Result<T>>;
  /** Checks now whether the hub is alive (the page became visible again, or the machine woke up). */
  readonly check: () => void;
  readonly close: () => void;
}

/** How often a quiet hub is pinged, and how long it may take to answer, milliseconds. */
export const pingEveryMs = 15_000;
export const pingLimitMs = 4_000;
const attachLimitMs = 10_000;
/**
 * Chromium may connect a page to a shared worker for about 1 s after it terminated, without an error. After a termination, the handshake
 * is retried with these short timeouts, milliseconds, under the same worker name.
 */
export const handshakeTimeoutsMs = [2_000, 4_000] as const;
/** Delays between two starts, milliseconds, so that a script that cannot be loaded is not requested in a loop. */
const respawnAfterMs = [0, 1_000, 3_000, 10_000, 30_000] as const;

const noAnswer: Problem = { code: 'timeout', message: 'The background worker did not answer. It is being started again.', retry: true };
const notLoaded: Problem = { code: 'unavailable', message: 'The background worker could not be started. Reload the page.', retry: true };

/** Connects at once, and again after every loss with growing delays, until `close`. */
export function createHubLink(deps: HubLinkDeps, events: HubLinkEvents): HubLink {
  let closed = false;
  let generation = 0;
  let failures = 0;
  let silences = 0;
  let channel: HubChannel | null = null;
  let remote: Promise<Comlink.Remote<HubApi> | null> = Promise.resolve(null);
  let stopPing = () => {};
  let greetLimits: readonly number[] = [];
  let died = createDeath();
  const lockName = `ukweli-page:${deps.pageId}`;
  const locked = deps.holdLock(lockName);

  const within = async <T>(limitMs: number, work: Promise<T>): Promise<Result<T>> => {
    let cancel = () => {};
    const late = new Promise<'late'>((resolve) => {
      cancel = deps.setTimer(limitMs, () => resolve('late'));
    });
    try {
      const outcome = await Promise.race([work.then((value) => ({ value })), late]);
      return outcome === 'late' ? { ok: false, problem: noAnswer } : { ok: true, value: outcome.value };
    } catch (error) {
      // A hub must not throw; the message is for the log, not for the user.
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
      channel = deps.spawn(() => fail(mine, notLoaded), silences);
      const hub = Comlink.wrap<HubApi>(channel.endpoint);
      const deliver = Comlink.proxy((message: HubMessage): void | Promise<void> => {
        if (mine !== generation) return;
        if (message.kind === 'status') events.onStatus(message.status);
        else return events.onMessage(message);
      });
      // It may end before it attaches a page: ask for its life lock at once.
      void greet(mine, hub);
      const attaching = within(attachLimitMs, hub.attach({ pageId: deps.pageId, lockName, build: deps.build }, deliver));
      const attached = (await died.ending.orEnd(attaching))?.value;
      if (attached === undefined || mine !== generation) return null;
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
      deps.setTimer(delayMs, () => resolve(next === generation ? connect(next) : null));
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

  /** A hub that ends in any way releases its lock, so no page has to wait for a ping to notice. */
  const watch = (mine: number, lifeLock: string): void => {
    void deps.whenLockFree(lifeLock).then(() => {
      if (mine === generation) greetLimits = handshakeTimeoutsMs;
      fail(mine, noAnswer);
    });
  };

  const schedulePing = (mine: number, hub: Comlink.Remote<HubApi>): void => {
    stopPing();
    stopPing = deps.setTimer(pingEveryMs, () => void ping(mine, hub));
  };

  remote = connect(generation);

  return {
    call: async (limitMs, run) => {
      let [missed, interrupted] = [0, 0];
      for (;;) {
        const mine = generation;
        const death = died.ending;
        const hub = await within(limitMs, remote);
        if (!hub.ok) return hub;
        if (hub.value === null) {
          // This hub is already gone; the next one is starting.
          missed += 1;
          if (missed < 3 && !closed) continue;
          return { ok: false, problem: noAnswer };
        }
        const answer = (await death.orEnd(within(limitMs, run(hub.value))))?.value;
        // Every call may be made twice (rpc.ts): a call interrupted by the hub's end is repeated once with the next hub.
        if (answer === undefined) {
          interrupted += 1;
          if (interrupted < 2 && !closed) continue;
          return { ok: false, problem: noAnswer };
        }
        // A slow call does not mean a dead hub: only an unanswered ping does.
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

/** A promise that resolves when the hub has ended, and the function that resolves it. */
function createDeath(): { readonly ending: Ending; readonly tell: () => void } {
  let tell = () => {};
  const end = new Promise<void>((resolve) => {
    tell = resolve;
  });
  return { ending: endingOf(end), tell };
}
