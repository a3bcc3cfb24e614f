import type { LockAct, LockStatus } from '../../contracts/lock.ts';
import type { Problem, Result } from '../../contracts/problem.ts';
import type { User } from '../../contracts/session.ts';
import type { LeaveReason, RememberedSession, ReturnReason, SessionState } from '../../domain/session/types.ts';
import type { MetaStore, StoredSession, WriteStore } from '../../store/types.ts';
import type { DeviceKey } from './deviceKey.ts';
import type { GivenUpLock } from './givenUp.ts';
import type { PlatformTries } from './platformTries.ts';
import type { Named, SessionKey } from './sealedSession.ts';

/** What the app lock (lock.ts) works with. */
export interface LockWorld {
  readonly meta: Pick<MetaStore, 'readLock' | 'writeLock' | 'readSession' | 'writeSession'>;
  /** The platform's clock as the monotonic one counts it on, epoch milliseconds. */
  readonly now: () => number;
  /** Any clock that cannot be set, milliseconds. */
  readonly monotonic: () => number;
  /** Whether the platform has told the time since this hub began. */
  readonly heardHere: () => boolean;
  readonly pinIterations: number;
  readonly newId: () => string;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  readonly session: () => {
    readonly state: () => SessionState;
    readonly send: (
      news:
        | { readonly type: 'unlocked'; readonly session: Named | null }
        | { readonly type: 'lockLost' }
        | { readonly type: 'lockNow'; readonly parks: boolean },
    ) => void;
    readonly settled: () => Promise<void>;
  };
  /** The open store of whoever is in; null while none is. */
  readonly store: () => WriteStore | null;
  /** Every page has the key, or has forgotten it, when this resolves. */
  readonly tellPages: (key: CryptoKey | null) => Promise<void>;
  readonly publish: (status: LockStatus) => void;
  /** The key that the session is bound to: under this lock while it stands (D-55). */
  readonly device: Pick<DeviceKey, 'opened' | 'closed' | 'unlockedForGood' | 'replace' | 'isBound'>;
  readonly platformTries: PlatformTries;
  /** What outlives it where it is given up. */
  readonly givenUp: Pick<GivenUpLock, 'keep' | 'kept' | 'forget' | 'held'>;
  /** Answers that the service worker keeps of this person go: it cannot seal them. */
  readonly removeAnswers: (tenantId: string, userId: string) => Promise<void>;
  readonly storage: (problem: Problem | null) => void;
}

export interface DeviceLock {
  /** Reads what the device has; before anybody comes in. */
  readonly recall: () => Promise<void>;
  /** Null once it is known whether there is a lock, after one more try to read it; else why it is not: nothing may be opened before. */
  readonly known: () => Promise<Problem | null>;
  /** Whom the device remembers, as the session machine is to be told: behind a closed lock nobody is known by memory alone. */
  readonly remembered: (session: StoredSession | null) => RememberedSession | null;
  /** What the remembered session is sealed with. */
  readonly sessionKey: () => SessionKey;
  /** Whether this person's rows are sealed under a key that is not held. */
  readonly closedTo: (user: User) => boolean;
  readonly isClosed: () => boolean;
  readonly key: () => CryptoKey | null;
  /** The store of whoever came in is open: what was cut short goes on. */
  readonly entered: (store: WriteStore) => void;
  readonly left: (reason: LeaveReason | ReturnReason) => void;
  /** The status, as things are now. */
  readonly publish: () => void;
  readonly act: (act: LockAct) => Promise<Result<null>>;
  /** Removes the lock of somebody whose rows are gone. */
  readonly forget: (userId: string) => Promise<void>;
  readonly end: () => void;
}
