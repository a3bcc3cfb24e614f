import type { Problem, Result } from '../../contracts/problem.ts';
import { exponentialDelayMs } from '../../domain/backoff.ts';
import type { User } from '../../contracts/session.ts';
import { isFull } from '../../store/guarded.ts';
import type { MetaStore, WriteStore } from '../../store/types.ts';
import type { HubStores } from './hubStores.ts';
import type { DeviceLock } from './lockFace.ts';

/**
 * A worker that was stopped in the middle of a write keeps the database from everybody, for as long as it stands still (seen in Chromium: more than
 * 90 s). It is said after this long, milliseconds, and the hub goes on by itself when it is let in.
 */
const openLimitMs = 10_000;
const heldStore: Problem = {
  code: 'storage',
  message:
    'The stored data is held by another tab or worker that does not answer. What is shown is what was stored last. Close the console’s other tabs, then reload this one.',
  retry: true,
};

export interface Opening {
  /** Resolves once the store is open, or will not be: null where this browser has none, where another hub leads, or where nobody waits for it any more. */
  readonly store: Promise<WriteStore | null>;
  /** Whether this browser has no storage at all, so that nothing was ever kept in it. */
  readonly isImpossible: () => boolean;
  /** Nobody waits for it any more: one that opens all the same is closed. */
  readonly giveUp: () => void;
}

/**
 * Opens a person's store, however long that takes, again and again with back-off where it fails, and says what stands in the way. `open` answers null where it has turned out
 * that it is not to be opened now.
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
 * Opens the database that is this person's: not before it is known which one that is and whether it is sealed, since what is written into another one, or taken for
 * damaged without its key, is lost. Null where their lock turns out to be closed: they are asked to open it.
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
  // A full disk takes no mark of a first coming; whoever was here before needs none.
  if (!claimed.ok && !isFull(claimed.problem)) return claimed;
  const generation = claimed.ok ? claimed.value : 0;
  claimedAs(generation);
  return stores.open(tenantId, user.id, lock.key(), generation);
}
