/**
 * Wrong tries at an app lock (D-31): growing delays, and an end. Times are epoch milliseconds. The moment that it is comes from a clock that nobody can set: the platform's time,
 * or, until the platform has told it, the last moment seen and what has passed since by the monotonic clock (`workers/hub/lock.ts`).
 */

export interface Tries {
  readonly wrong: number;
  readonly notBefore: number;
  /** The latest moment this device ever saw. A clock that is set back gains nothing: until it is past this again, time stands still here. */
  readonly seenAt: number;
}

/** The tenth wrong try destroys the key: what was sealed under it is lost. */
export const triesAtMost = 10;
/** After the third wrong try, the fourth, and so on; the last for all that follow. */
const delaysMs = [5_000, 30_000, 120_000, 600_000] as const;
const freeTries = 2;

export const noTries: Tries = { wrong: 0, notBefore: 0, seenAt: 0 };

/** How long nobody may try after so many wrong ones, milliseconds. */
export function delayAfterMs(wrong: number): number {
  return wrong <= freeTries ? 0 : (delaysMs[Math.min(wrong - freeTries, delaysMs.length) - 1] ?? 0);
}

/** What moment it is for the lock: never before one that it has seen. */
export function lockNow(tries: Tries, now: number): number {
  return Math.max(tries.seenAt, now);
}

export type TryBegun =
  | { readonly allowed: true; readonly counted: Tries; readonly last: boolean }
  | { readonly allowed: false; readonly waitMs: number };

/** Whether a try may begin. It counts as wrong from here on, before it is made: who ends the browser in the middle of one has had it. */
export function beginTry(tries: Tries, now: number): TryBegun {
  const at = lockNow(tries, now);
  if (at < tries.notBefore) return { allowed: false, waitMs: tries.notBefore - at };
  const wrong = tries.wrong + 1;
  return { allowed: true, last: wrong >= triesAtMost, counted: { wrong, notBefore: at + delayAfterMs(wrong), seenAt: at } };
}

/** After a right one all is forgiven, but for the time. */
export function forgiven(tries: Tries): Tries {
  return { ...noTries, seenAt: tries.seenAt };
}
