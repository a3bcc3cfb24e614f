import type { LockStatus } from '../../../contracts/lock.ts';
import type { Problem } from '../../../contracts/problem.ts';
import type { Call } from '../../../domain/api/client.ts';
import { apiCacheName } from '../../../domain/accounts/deviceNames.ts';
import type { WriteStore } from '../../../store/types.ts';
import { type BoundSession, createBoundSession } from './boundSession.ts';
import { createGivenUp, type GivenUpLock } from './givenUp.ts';
import type { HubStores } from '../storage/hubStores.ts';
import { createDeviceLock } from './lock.ts';
import type { DeviceLock } from './lockFace.ts';
import type { Pages } from '../pages.ts';
import { createPlatformTries } from './platformTries.ts';
import type { HubDeps } from '../deps.ts';
import type { ServerTime } from '../serverTime.ts';
import type { SessionShell } from '../sessionShell.ts';
import type { Wiping } from '../storage/wiping.ts';

/** Composes the app lock, the session's key and what remains of a lock that was given up. */
export interface LockParts extends BoundSession {
  readonly lock: DeviceLock;
  readonly givenUp: GivenUpLock;
}

/** What the lock's parts are given; functions stand for parts of the hub that are created later. */
export interface LockPartsDeps {
  readonly hubDeps: HubDeps;
  readonly stores: HubStores;
  readonly call: Call<AbortSignal>;
  readonly time: Pick<ServerTime, 'steady' | 'confirmed' | 'heardHere'>;
  readonly session: () => SessionShell;
  readonly wiping: () => Wiping;
  readonly pages: Pages;
  /** The open store of the signed-in person. */
  readonly store: () => WriteStore | null;
  readonly publish: (status: LockStatus) => void;
  readonly storage: (problem: Problem | null) => void;
}

/** Connects the parts; reads nothing yet. */
export function createLockParts({
  hubDeps,
  stores,
  call,
  time,
  session,
  wiping,
  pages,
  store,
  publish,
  storage,
}: LockPartsDeps): LockParts {
  const { setTimer } = hubDeps;
  const bound = createBoundSession({ store: stores.deviceKeys, call, storage, isClosed: () => lock.isClosed(), setTimer });
  const givenUp = createGivenUp({
    meta: stores.meta,
    openStore: stores.open,
    call,
    confirmedNow: time.confirmed,
    now: time.steady,
    setTimer,
    wipe: (tenantId, userId, unsent) => wiping().wipe(tenantId, userId, unsent),
    log: (code) => hubDeps.log('warning', code, ''),
    isLocked: () => lock.sessionKey() !== 'plain',
  });
  const lock = createDeviceLock({
    meta: stores.meta,
    now: time.steady,
    monotonic: hubDeps.monotonic,
    heardHere: time.heardHere,
    setTimer,
    pinIterations: hubDeps.pinIterations,
    newId: hubDeps.newId,
    session,
    store,
    tellPages: (key) => pages.tellAndWait({ kind: 'lockKey', key }),
    publish,
    device: bound.device,
    givenUp,
    platformTries: createPlatformTries(call, {
      setTimer,
      hasSession: () => session().state().name === 'signedIn' || bound.parking.isParked(),
    }),
    removeAnswers: (tenantId, userId) => hubDeps.deleteCache(apiCacheName(tenantId, userId)),
    storage,
  });
  return { ...bound, lock, givenUp };
}
