import type { Problem, Result } from '../../../contracts/problem.ts';
import { exponentialDelayMs } from '../../../domain/backoff.ts';
import type { User } from '../../../contracts/session.ts';
import { isFull } from '../../../store/guarded.ts';
import type { MetaStore, WriteStore } from '../../../store/types.ts';
import type { HubStores } from './hubStores.ts';
import type { DeviceLock } from '../lock/lockFace.ts';

/**
 * A worker suspended in the middle of a write blocks the database for everyone (seen in Chromium: more than 90 s). After this time,
 * milliseconds, the user is told; the hub continues by itself once it gets access.
 */
const openLimitMs = 10_000;
const heldStore: Problem = {
  code: 'storage',
  message:
    'Another tab or worker that does not respond is using the stored data. You see what was stored last. Close the console’s other tabs, then reload this one.',
  retry: true,
};

/** A store that is being opened. */
export interface Opening {
  /** Resolves once opening has succeeded or ended: null if this browser has no storage, another hub leads, or the opening was given up. */
  readonly store: Promise<WriteStore | null>;
  /** Whether this browser has no storage at all, so that nothing was ever stored. */
  readonly isImpossible: () => boolean;
  /** The store is no longer needed: it is closed if it still opens. */
  readonly giveUp: () => void;
}

/**
 * Opens a person's store, however long that takes; retries with back-off and reports what prevents it. `open` returns null if the store
 * must not be opened now.
 */
export function openStore(
  open: () => Promise<Result<WriteStore> | null>,
  setTimer: (delayMs: number, run: () => void) => () => void,
  storage: (problem: Problem | null) => void,
): Opening {
  let told = false;
  let impossible = false;
  let givenUp = false;
  let wake = () => {};
  const tell = (problem: Problem): void => {
    if (givenUp) return;
    told = true;
    storage(problem);
  };
  const pause = (delayMs: number) =>
    new Promise<void>((resolve) => {
      const cancel = setTimer(delayMs, resolve);
      wake = () => {
        cancel();
        resolve();
      };
    });
  const run = async (): Promise<WriteStore | null> => {
    for (let failures = 1; !givenUp; failures += 1) {
      const cancel = setTimer(openLimitMs, () => tell(heldStore));
      const store = await open();
      cancel();
      if (store === null) {
        if (told) storage(null);
        return null;
      }
      if (store.ok) {
        if (givenUp) {
          await store.value.close();
          return null;
        }
        if (told) storage(null);
        return store.value;
      }
      impossible = store.problem.code === 'storage' && !store.problem.retry;
      tell(store.problem);
      if (!store.problem.retry) return null;
      await pause(exponentialDelayMs(failures));
    }
    return null;
  };
  return {
    store: run(),
    isImpossible: () => impossible,
    giveUp: () => {
      givenUp = true;
      wake();
    },
  };
}

/**
 * Opens this person's database, once it is known which one that is and whether it is encrypted: rows written to another one, or judged
 * damaged for lack of the key, would be lost. Null if their lock is closed: the user is then asked to unlock.
 */
export async function openTheirs(
  stores: Pick<HubStores, 'open'> & { readonly meta: Pick<MetaStore, 'claimStore'> },
  lock: Pick<DeviceLock, 'known' | 'closedTo' | 'publish' | 'key'>,
  { tenantId, user }: { readonly tenantId: string; readonly user: User },
  claimedAs: (generation: number) => void,
): Promise<Result<WriteStore> | null> {
  const unknown = await lock.known();
  if (unknown !== null) return { ok: false, problem: unknown };
  if (lock.closedTo(user)) {
    lock.publish();
    return null;
  }
  const claimed = await stores.meta.claimStore(tenantId, user.id);
  // A full disk cannot store the mark of a first sign-in; a returning user needs none.
  if (!claimed.ok && !isFull(claimed.problem)) return claimed;
  const generation = claimed.ok ? claimed.value : 0;
  claimedAs(generation);
  return stores.open(tenantId, user.id, lock.key(), generation);
}
