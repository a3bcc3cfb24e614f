import type { Problem, Result } from '../../../contracts/problem.ts';
import { atLeast, beginTry, forgiven, type Tries, triesAtMost } from '../../../domain/lock/tries.ts';
import { waitLabels } from '../../../domain/lock/waitLabels.ts';
import type { StoredLock } from '../../../store/storedLock.ts';
import type { PlatformTries } from './platformTries.ts';

/** Dependencies for counted tries at a lock (lock.ts). */
export interface TriesDeps {
  /** The tries of the current lock. */
  readonly tries: () => Tries;
  /** The clock for tries, which cannot be set. */
  readonly now: () => number;
  /** Writes them to the disk. */
  readonly keep: (tries: Tries) => Promise<Result<null>>;
  readonly platform: PlatformTries;
  /** The last try was wrong: removes lock and rows. */
  readonly over: () => Promise<unknown>;
  readonly publish: () => void;
}

const refused = (message: string, code: Problem['code']): Result<never> => ({ ok: false, problem: { code, message, retry: false } });

/** One counted try with a secret. `attempt` returns null for a wrong one. */
export async function tryWith<T>(deps: TriesDeps, held: StoredLock, attempt: () => Promise<T | null>): Promise<Result<T>> {
  const begun = beginTry(deps.tries(), deps.now());
  if (begun.allowed === 'never') return ended(deps);
  if (!begun.allowed) return refused(`Try again in ${waitLabels(begun.waitMs)}.`, 'rate_limited');
  // Written to the disk before the attempt.
  const counted = await deps.keep(begun.counted);
  if (!counted.ok) return counted;
  const opened = await attempt();
  if (opened !== null) {
    await deps.keep(forgiven(begun.counted));
    deps.platform.right();
    return { ok: true, value: opened };
  }
  // The larger of both counts: the platform's cannot be reset from this device, and the device's works without the platform.
  const after = atLeast(begun.counted, await deps.platform.wrong(begun.counted.wrong), deps.now());
  if (after.wrong >= triesAtMost) return ended(deps);
  if (after !== begun.counted) await deps.keep(after);
  deps.publish();
  const left = triesAtMost - after.wrong;
  const what =
    held.kind === 'passkey' ? 'That passkey does not open this lock.' : `That is not the ${held.digits === false ? 'password' : 'PIN'}.`;
  return refused(
    `${what} ${left === 1 ? 'One attempt is left' : `${left} attempts are left`} before the data on this device is removed.`,
    'forbidden',
  );
}

async function ended(deps: TriesDeps): Promise<Result<never>> {
  await deps.over();
  return refused(
    `That was the ${triesAtMost}th wrong attempt: the data on this device can no longer be opened and was removed. Sign in to fetch it again.`,
    'gone',
  );
}
