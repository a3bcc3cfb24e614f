import type { Problem, Result } from '../../contracts/problem.ts';
import { atLeast, beginTry, forgiven, type Tries, triesAtMost } from '../../domain/lock/tries.ts';
import { waitWords } from '../../domain/lock/waitWords.ts';
import type { StoredLock } from '../../store/storedLock.ts';
import type { PlatformTries } from './platformTries.ts';

/** What tries at a lock are made over (lock.ts). */
export interface TriesWorld {
  /** The tries of the lock that stands. */
  readonly tries: () => Tries;
  /** What moment it is for tries, by a clock that nobody can set. */
  readonly now: () => number;
  /** Keeps them on the disk. */
  readonly keep: (tries: Tries) => Promise<Result<null>>;
  readonly platform: PlatformTries;
  /** The last try was wrong: lock and rows go. */
  readonly over: () => Promise<unknown>;
  readonly publish: () => void;
}

const refused = (message: string, code: Problem['code']): Result<never> => ({ ok: false, problem: { code, message, retry: false } });

/** One counted try with a secret. What it gives is null for a wrong one. */
export async function tryWith<T>(world: TriesWorld, held: StoredLock, attempt: () => Promise<T | null>): Promise<Result<T>> {
  const begun = beginTry(world.tries(), world.now());
  if (begun.allowed === 'never') return ended(world);
  if (!begun.allowed) return refused(`Try again in ${waitWords(begun.waitMs)}.`, 'rate_limited');
  // On the disk before it is made.
  const counted = await world.keep(begun.counted);
  if (!counted.ok) return counted;
  const opened = await attempt();
  if (opened !== null) {
    await world.keep(forgiven(begun.counted));
    world.platform.right();
    return { ok: true, value: opened };
  }
  // The larger of both counts: the platform's cannot be set back from here, the device's goes on without it.
  const after = atLeast(begun.counted, await world.platform.wrong(begun.counted.wrong), world.now());
  if (after.wrong >= triesAtMost) return ended(world);
  if (after !== begun.counted) await world.keep(after);
  world.publish();
  const left = triesAtMost - after.wrong;
  const what =
    held.kind === 'passkey' ? 'That passkey does not open this lock.' : `That is not the ${held.digits === false ? 'password' : 'PIN'}.`;
  return refused(
    `${what} ${left === 1 ? 'One try is left' : `${left} tries are left`} before what this device holds is removed.`,
    'forbidden',
  );
}

async function ended(world: TriesWorld): Promise<Result<never>> {
  await world.over();
  return refused(
    `That was the ${triesAtMost}th wrong try: what this device held can no longer be opened and was removed. Sign in to fetch it anew.`,
    'gone',
  );
}
