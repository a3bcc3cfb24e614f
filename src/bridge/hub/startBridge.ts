import type { Result } from '../../contracts/problem.ts';
import type { HubMessage, HubStatus } from '../../contracts/rpc.ts';
import { createTimer } from '../../domain/clock/timer.ts';
import { watchActivity } from './activity.ts';
import { createHubLink, type HubLink } from './hubLink.ts';
import { afterChange, hubEvents, hubLeaves, hubNotices, hubStatus, isLeftUnheard } from './pageState.ts';
import { askForPersistence } from '../reads/persistStorage.ts';
import { keepKeyOverReload, takeKeptKey } from '../keys/keptKey.ts';
import { createFollower, keyOf, lockKey } from '../keys/lockKey.ts';
import { stopReading } from '../reads/readStore.ts';
import { holdLock, spawnHub, whenLockFree } from './spawnHub.ts';
import { createSubscribedKeys, type SubscribedKeys } from '../reads/subscribedKeys.ts';

interface Bridge {
  readonly link: HubLink;
  readonly wanted: SubscribedKeys;
}
let bridge: Bridge | null = null;

/** Starts the page's side of the hub. Called once by the entry before the first render; later calls change nothing. */
export function startBridge(): void {
  bridge ??= createBridge();
}

function createBridge(): Bridge {
  const pageId = crypto.randomUUID();
  const follow = createFollower(async () => {
    const answer = await link.call(5_000, (hub) => hub.lockKey());
    return answer.ok ? keyOf(answer.value) : null;
  });
  /** A closed lock is not shown until the previous page's key was asked for: it may open by itself. */
  let arrival: 'coming' | 'asking' | 'here' = 'coming';
  let latest: HubStatus | null = null;
  const arrive = (told: HubStatus): boolean => {
    latest = told;
    if (arrival === 'here') return true;
    if (told.lock.state !== 'locked') {
      // A hub that has just started knows of no lock yet.
      if (told.session.phase !== 'starting') arrival = 'here';
      return arrival !== 'asking';
    }
    if (arrival === 'coming') void resume(told.lock.id);
    arrival = 'asking';
    return false;
  };
  const resume = async (lockId: string): Promise<void> => {
    const key = await takeKeptKey(lockId);
    if (key !== null)
      await link.call(10_000, async (hub): Promise<Result<null>> => hub.lock({ id: crypto.randomUUID(), act: 'resume', lockId, key }));
    arrival = 'here';
    if (latest !== null) show(latest);
  };
  /** What nobody has told this page of is being made up for. */
  let isLate = false;
  const show = (told: HubStatus): void => {
    if (isLate) return;
    const status = afterChange(hubStatus.get(), told);
    if (isLeftUnheard(hubStatus.get(), status)) {
      isLate = true;
      // Whoever comes is in already: the page stays, as over a change of tenant, and is shown once nothing of the other is drawn any more.
      void leave({ kind: 'leave', reason: 'tenant', wiped: true }).finally(() =>
        setTimeout(() => {
          isLate = false;
          if (latest !== null) show(latest);
        }),
      );
      return;
    }
    follow(status);
    hubStatus.set(status);
    if (status.session.phase === 'signedIn' && status.session.confirmed) void askForPersistence();
  };
  keepKeyOverReload();
  const link: HubLink = createHubLink(
    {
      spawn: spawnHub,
      holdLock,
      whenLockFree,
      pageId,
      build: __BUILD__,
      setTimer: createTimer({
        monotonic: () => performance.now(),
        setTimeout: (run, delayMs) => {
          const timer = setTimeout(run, delayMs);
          return () => clearTimeout(timer);
        },
      }),
    },
    {
      onStatus: (told) => {
        if (arrive(told)) show(told);
      },
      onMessage: async (message) => {
        switch (message.kind) {
          case 'events':
            return hubEvents.emit(message.events);
          case 'lockKey':
            return takeKey(keyOf(message.key));
          case 'notice':
            return hubNotices.emit(message);
          case 'leave':
            return leave(message);
          default:
            return message satisfies never;
        }
      },
      onAttached: () => wanted.repeat(),
      onTrouble: (problem) => void hubNotices.emit({ kind: 'notice', level: 'error', title: 'Background worker', text: problem.message }),
    },
  );
  const wanted = createSubscribedKeys((keys) => void link.call(5_000, (hub) => hub.subscribe(pageId, keys)), queueMicrotask);

  watchActivity(
    document,
    () => performance.now(),
    () => void link.call(5_000, (hub) => hub.activity(pageId)),
  );
  const seen = () => {
    wanted.setVisible(document.visibilityState === 'visible');
    if (document.visibilityState === 'visible') link.check();
  };
  document.addEventListener('visibilitychange', seen);
  globalThis.addEventListener('pageshow', seen);
  globalThis.addEventListener('online', () => void link.call(5_000, (hub) => hub.retryNow()));
  seen();
  return { link, wanted };
}

/** Whoever was here has left: nothing of theirs is read or shown any more. */
function leave(message: Extract<HubMessage, { readonly kind: 'leave' }>): Promise<void> {
  stopReading();
  lockKey.forget();
  const { reason } = message;
  // The base document's event for listeners outside React (C-53).
  if (reason === 'timeout') globalThis.dispatchEvent(new Event('session-timeout'));
  const session =
    reason === 'tenant' || reason === 'role'
      ? ({ phase: 'starting' } as const)
      : ({ phase: 'signedOut', reason, logoutPending: false } as const);
  hubStatus.set({ ...hubStatus.get(), session });
  return hubLeaves.emit(message);
}

/** A lock was set up or removed: rows and kept answers are read with this key from now on. The hub waits for it. */
async function takeKey(key: CryptoKey | null): Promise<void> {
  await lockKey.take(key);
  // With the query library, which the first page does without. If its code cannot be loaded, no answer is open here, and what is left in
  // the other form is deleted when the answers are next opened with a key (queryStore.ts).
  await import('../reads/personQueries.ts').then(
    ({ rekeyQueries }) => rekeyQueries(key),
    () => {},
  );
}

/** The link, for calls of this folder. Throws before `startBridge` was called, which is a bug. */
export function hubLink(): HubLink {
  if (bridge === null) throw new Error('startBridge() has not been called');
  return bridge.link;
}

/** The resources that this page shows. @throws before `startBridge` was called, which is a bug */
export function subscribedKeys(): SubscribedKeys {
  if (bridge === null) throw new Error('startBridge() has not been called');
  return bridge.wanted;
}
