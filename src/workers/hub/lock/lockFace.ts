import type { LockAct, LockStatus } from '../../../contracts/lock.ts';
import type { Problem, Result } from '../../../contracts/problem.ts';
import type { User } from '../../../contracts/session.ts';
import type { LeaveReason, RememberedSession, ReturnReason, SessionState } from '../../../domain/session/types.ts';
import type { MetaStore, StoredSession, WriteStore } from '../../../store/types.ts';
import type { DeviceKey } from './deviceKey.ts';
import type { GivenUpLock } from './givenUp.ts';
import type { PlatformTries } from './platformTries.ts';
import type { Named, SessionKey } from './encryptedSession.ts';

/** Dependencies of the app lock (lock.ts). */
export interface LockDeps {
  readonly meta: Pick<MetaStore, 'readLock' | 'writeLock' | 'readSession' | 'writeSession'>;
  /** The platform's clock, continued by the monotonic one, epoch milliseconds. */
  readonly now: () => number;
  /** Any monotonic clock, milliseconds. */
  readonly monotonic: () => number;
  /** Whether the platform has told the time since this hub started. */
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
  /** The open store of the signed-in person; null if there is none. */
  readonly store: () => WriteStore | null;
  /** Resolves when every page has received the key, or has dropped it. */
  readonly tellPages: (key: CryptoKey | null) => Promise<void>;
  readonly publish: (status: LockStatus) => void;
  /** The key that the session is bound to; encrypted under this lock while it stands (D-55). */
  readonly device: Pick<DeviceKey, 'opened' | 'closed' | 'unlockedForGood' | 'replace' | 'isBound'>;
  readonly platformTries: PlatformTries;
  /** What remains of the lock after it is given up. */
  readonly givenUp: Pick<GivenUpLock, 'keep' | 'kept' | 'forget' | 'held'>;
  /** Removes this person's answers from the service worker's cache, which cannot encrypt them. */
  readonly removeAnswers: (tenantId: string, userId: string) => Promise<void>;
  readonly storage: (problem: Problem | null) => void;
}

/** The app lock of this device, as the other parts of the hub use it (lock.ts). */
export interface DeviceLock {
  /** Reads the stored lock; call before anybody signs in. */
  readonly recall: () => Promise<void>;
  /** Null once it is known whether there is a lock, retrying a failed read once; otherwise the problem: nothing may be opened before. */
  readonly known: () => Promise<Problem | null>;
  /** The remembered session for the session machine: behind a closed lock it is marked as locked. */
  readonly remembered: (session: StoredSession | null) => RememberedSession | null;
  /** What the remembered session is encrypted with. */
  readonly sessionKey: () => SessionKey;
  /** Whether this person's rows are encrypted under a key that is not in memory. */
  readonly closedTo: (user: User) => boolean;
  readonly isClosed: () => boolean;
  readonly key: () => CryptoKey | null;
  /** The signed-in person's store is open: continues interrupted work on its rows. */
  readonly entered: (store: WriteStore) => void;
  readonly left: (reason: LeaveReason | ReturnReason) => void;
  /** Publishes the current status. */
  readonly publish: () => void;
  readonly act: (act: LockAct) => Promise<Result<null>>;
  /** Removes the lock of a person whose rows are gone. */
  readonly forget: (userId: string) => Promise<void>;
  readonly end: () => void;
}
