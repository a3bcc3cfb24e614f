import type { Problem, Result } from '../../contracts/problem.ts';
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

/** Opens a person's store, however long that takes, and says what stands in the way. Null where it cannot be opened. */
export async function openStore(
  open: () => Promise<Result<WriteStore>>,
  setTimer: (delayMs: number, run: () => void) => () => void,
  storage: (problem: Problem | null) => void,
): Promise<WriteStore | null> {
  let told = false;
  const cancel = setTimer(openLimitMs, () => {
    told = true;
    storage(heldStore);
  });
  const store = await open();
  cancel();
  if (!store.ok) {
    storage(store.problem);
    return null;
  }
  if (told) storage(null);
  return store.value;
}
