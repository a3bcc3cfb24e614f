import type { Problem, Result } from '../contracts/problem.ts';

/**
 * Runs a database operation and returns its outcome as a value: storage fails in the field (full disk, private mode, a database deleted
 * by the browser), and callers need no try/catch.
 */
export async function guarded<T>(work: () => Promise<T>): Promise<Result<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, problem: storageProblem(error) };
  }
}

const fullMessage =
  'There is no space left for the console’s data. You see what was stored last. Decisions are still sent while the platform can be reached, but not stored for later. Free some space to continue.';

/** No space even to open: nothing can be shown, and no command is accepted. */
export const fullAtOpeningMessage =
  'There is not enough space to open the console’s data: nothing can be shown or decided here. Free some space; it then continues automatically.';

/** True if a write failed for lack of space. */
export function isFull({ code, cause }: Problem): boolean {
  return code === 'storage' && cause === 'full';
}
const closedMessage = 'The stored data was closed.';
const failedMessage = 'New data could not be stored. You see what was stored last.';
/** Pages show only stored data, so without storage there is nothing to show (F-14). */
const missingMessage =
  'This browser gives the console no storage, and the console shows only stored data. Allow site data for this address, or leave the private window, then reload.';

/** An upgrade could not start because another connection keeps the database open. */
export class BlockedUpgradeError extends Error {
  override readonly name = 'BlockedUpgradeError';
}
const blockedMessage = 'Another tab still uses an older form of the stored data. Close that tab, then reload this one.';

/** No IndexedDB, or no access to it from this window: Dexie's error name and the browsers'. */
const noStorage: ReadonlySet<string> = new Set(['MissingAPIError', 'SecurityError']);

/** Maps a database error to a problem with a message for people. Quota errors may be wrapped in an abort. */
export function storageProblem(error: unknown): Problem {
  const names = errorNames(error);
  if (names.includes('QuotaExceededError')) return { code: 'storage', cause: 'full', message: fullMessage, retry: true };
  if (names.includes('BlockedUpgradeError')) return { code: 'storage', message: blockedMessage, retry: true };
  if (names.some((name) => noStorage.has(name))) return { code: 'storage', message: missingMessage, retry: false };
  // Closed by us. If opening had failed, Dexie would name the cause in `inner`.
  if (names.length > 0 && names.every((name) => name === 'DatabaseClosedError'))
    return { code: 'cancelled', message: closedMessage, retry: false };
  return { code: 'storage', message: failedMessage, retry: true };
}

function errorNames(error: unknown): readonly string[] {
  const names: string[] = [];
  let current: unknown = error;
  // Dexie keeps the cause in `inner`; the limit guards against cycles.
  for (let depth = 0; depth < 5 && typeof current === 'object' && current !== null; depth += 1) {
    if ('name' in current && typeof current.name === 'string') names.push(current.name);
    current = 'inner' in current ? current.inner : undefined;
  }
  return names;
}
