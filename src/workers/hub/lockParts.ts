import type { LockStatus } from '../../contracts/lock.ts';
import type { Problem } from '../../contracts/problem.ts';
import type { Call } from '../../domain/api/client.ts';
import { apiCacheName } from '../../domain/deviceNames.ts';
import type { WriteStore } from '../../store/types.ts';
import { type BoundSession, createBoundSession } from './boundSession.ts';
import { createGivenUp, type GivenUpLock } from './givenUp.ts';
import type { HubStores } from './hubStores.ts';
import { createDeviceLock } from './lock.ts';
import type { DeviceLock } from './lockFace.ts';
import type { Pages } from './pages.ts';
import { createPlatformTries } from './platformTries.ts';
import type { HubPorts } from './ports.ts';
import type { ServerTime } from './serverTime.ts';
import type { SessionShell } from './sessionShell.ts';
import type { Wiping } from './wiping.ts';

/** The app lock, the key that the session is bound to, and what is left of a lock that was given up: composed once. */
export interface LockParts extends BoundSession {
  readonly lock: DeviceLock;
  readonly givenUp: GivenUpLock;
}

export interface LockPartsWorld {
  readonly ports: HubPorts;
  readonly stores: HubStores;
  readonly call: Call<AbortSignal>;
  readonly time: Pick<ServerTime, 'steady' | 'confirmed' | 'heardHere'>;
  readonly session: () => SessionShell;
  readonly wiping: () => Wiping;
  readonly pages: Pages;
  /** The open store of whoever is in. */
  readonly store: () => WriteStore | null;
  readonly publish: (status: LockStatus) => void;
  readonly storage: (problem: Problem | null) => void;
}

export function createLockParts({ ports, stores, call, time, session, wiping, pages, store, publish, storage }: LockPartsWorld): LockParts {
  const { setTimer } = ports;
  const bound = createBoundSession({ store: stores.deviceKeys, call, storage, isClosed: () => lock.isClosed(), setTimer });
  const givenUp = createGivenUp({
    meta: stores.meta,
    openStore: stores.open,
    call,
    confirmedNow: time.confirmed,
    now: time.steady,
    setTimer,
    wipe: (tenantId, userId, unsent) => wiping().wipe(tenantId, userId, unsent),
    log: (code) => ports.log('warning', code, ''),
    isLocked: () => lock.sessionKey() !== 'plain',
  });
  const lock = createDeviceLock({
    meta: stores.meta,
    now: time.steady,
    monotonic: ports.monotonic,
    heardHere: time.heardHere,
    setTimer,
    pinIterations: ports.pinIterations,
    newId: ports.newId,
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
    removeAnswers: (tenantId, userId) => ports.deleteCache(apiCacheName(tenantId, userId)),
    storage,
  });
  return { ...bound, lock, givenUp };
}
