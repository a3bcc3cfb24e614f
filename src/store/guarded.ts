import type { Problem, Result } from '../contracts/problem.ts';

/** Runs something on the database and gives its outcome as a value: storage fails in the field (full disk, private mode,
 * a database deleted under us), and no caller has anything to catch. */
export async function guarded<T>(work: () => Promise<T>): Promise<Result<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, problem: storageProblem(error) };
  }
}

const fullMessage =
  'No room is left on it for the console’s data. What is shown is what was stored last. What you decide is still sent while the platform can be reached, and not kept for later. Free some space and the rest goes on.';

/** No room even to open: nothing is stored that could be shown, and nothing is taken on that could be sent. */
export const fullAtOpeningMessage =
  'No room is left on it even to open the console’s data: nothing can be shown or decided here until there is. Free some space and it goes on by itself.';

/** Whether a write failed for want of room. */
export function isFull({ code, cause }: Problem): boolean {
  return code === 'storage' && cause === 'full';
}
const closedMessage = 'The stored data was closed.';
const failedMessage = 'Storing what arrived failed. What is shown is what was stored last.';
/** Everything shown is read from the store, so that without one there is nothing to show (F-14). */
const missingMessage =
  'This browser gives the console no storage, and it shows only what it has stored. Allow site data for this address, or leave the private window, then reload.';

/** An upgrade that could not begin: another connection holds the database and does not let go. */
export class BlockedUpgradeError extends Error {
  override readonly name = 'BlockedUpgradeError';
}
const blockedMessage = 'Another tab still uses an older form of the stored data. Close that tab, then reload this one.';

/** No IndexedDB at all, or one that this window may not open: Dexie's name for it and the browsers'. */
const noStorage: ReadonlySet<string> = new Set(['MissingAPIError', 'SecurityError']);

/** What a failed call on the database means, in words for people. Quota errors may come wrapped in an abort. */
export function storageProblem(error: unknown): Problem {
  const names = errorNames(error);
  if (names.includes('QuotaExceededError')) return { code: 'storage', cause: 'full', message: fullMessage, retry: true };
  if (names.includes('BlockedUpgradeError')) return { code: 'storage', message: blockedMessage, retry: true };
  if (names.some((name) => noStorage.has(name))) return { code: 'storage', message: missingMessage, retry: false };
  // Closed by us, and not because it did not open: Dexie names that cause behind it.
  if (names.length > 0 && names.every((name) => name === 'DatabaseClosedError'))
    return { code: 'cancelled', message: closedMessage, retry: false };
  return { code: 'storage', message: failedMessage, retry: true };
}

function errorNames(error: unknown): readonly string[] {
  const names: string[] = [];
  let current: unknown = error;
  // Dexie keeps the cause in `inner`; the bound is for a cause that points at itself.
  for (let depth = 0; depth < 5 && typeof current === 'object' && current !== null; depth += 1) {
    if ('name' in current && typeof current.name === 'string') names.push(current.name);
    current = 'inner' in current ? current.inner : undefined;
  }
  return names;
}
