import type { Problem, Result } from '../../contracts/problem.ts';
import { exponentialDelayMs } from '../../domain/backoff.ts';
import type { WriteStore } from '../../store/types.ts';

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

/** Opens a person's store, however long that takes, again and again with back-off where it fails, and says what stands in the way. */
export function openStore(
  open: () => Promise<Result<WriteStore>>,
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
