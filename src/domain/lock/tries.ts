/**
 * Wrong tries at an app lock (D-31, G-5): pauses that grow, and an end. Times are epoch milliseconds. The moment that it is comes from a clock that nobody can set: the platform's time,
 * or, until the platform has told it, the last moment seen and what has passed since by the monotonic clock (`workers/hub/lock.ts`).
 */

export interface Tries {
  readonly wrong: number;
  readonly notBefore: number;
  /** The latest moment this device ever saw. A clock that is set back gains nothing: until it is past this again, time stands still here. */
  readonly seenAt: number;
  /** The count was not as this device had left it, so that it is not known how many there were; until somebody has opened the lock. */
  readonly lost?: true | undefined;
}

/** The tenth wrong try destroys the key: what was sealed under it is lost. */
export const triesAtMost = 10;
/** How long nobody may try after the first wrong try, the second, and so on: each longer than the one before, an hour and three minutes in all. Milliseconds. */
const pausesMs = [1, 5, 30, 60, 120, 300, 600, 900, 1800].map((seconds) => seconds * 1000);
const longestMs = Math.max(...pausesMs);

export const noTries: Tries = { wrong: 0, notBefore: 0, seenAt: 0 };

/** Of a count that is not known: the worst that it can have been, one try being left. It may not begin before `fromNow` has said when. */
export const lostTries: Tries = { wrong: triesAtMost - 1, notBefore: Number.POSITIVE_INFINITY, seenAt: 0, lost: true };

/** The longest pause begins for a count that was just found lost; any other is what it was. */
export function fromNow(tries: Tries, now: number): Tries {
  return tries.notBefore === lostTries.notBefore ? { ...tries, notBefore: now + longestMs, seenAt: now } : tries;
}

/** How long nobody may try after so many wrong ones, milliseconds. */
export function delayAfterMs(wrong: number): number {
  return wrong < 1 ? 0 : (pausesMs[wrong - 1] ?? longestMs);
}

/** What moment it is for the lock: never before one that it has seen. */
export function lockNow(tries: Tries, now: number): number {
  return Math.max(tries.seenAt, now);
}

export type TryBegun =
  | { readonly allowed: true; readonly counted: Tries; readonly last: boolean }
  | { readonly allowed: false; readonly waitMs: number }
  /** All were had: the browser ended in the last of them. */
  | { readonly allowed: 'never' };

/** Whether a try may begin. It counts as wrong from here on, before it is made: who ends the browser in the middle of one has had it. */
export function beginTry(tries: Tries, now: number): TryBegun {
  if (tries.wrong >= triesAtMost) return { allowed: 'never' };
  const at = lockNow(tries, now);
  if (at < tries.notBefore) return { allowed: false, waitMs: tries.notBefore - at };
  const wrong = tries.wrong + 1;
  return { allowed: true, last: wrong >= triesAtMost, counted: { ...tries, wrong, notBefore: at + delayAfterMs(wrong), seenAt: at } };
}

/** Where somebody else has counted more (the platform, over this session), so many there were. */
export function atLeast(tries: Tries, wrong: number, now: number): Tries {
  const counted = Math.min(wrong, triesAtMost);
  if (counted <= tries.wrong) return tries;
  const at = lockNow(tries, now);
  return { ...tries, wrong: counted, notBefore: Math.max(tries.notBefore, at + delayAfterMs(counted)), seenAt: at };
}

/** After a right one all is forgiven, but for the time. */
export function forgiven(tries: Tries): Tries {
  return { ...noTries, seenAt: tries.seenAt };
}
