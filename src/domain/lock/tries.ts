/**
 * Wrong tries at an app lock (D-31, G-5): growing pauses, and an end. Times are epoch milliseconds on a clock that the user cannot set:
 * the platform's time or, before it is known, the last moment seen plus the monotonic time since (`workers/hub/lock/lock.ts`).
 */

/** Wrong tries since the last right one, and the moment before which no other try is accepted. */
export interface Tries {
  readonly wrong: number;
  readonly notBefore: number;
  /** The latest moment this device ever saw. Setting the clock back gains nothing: until it passes this moment, time stands still here. */
  readonly seenAt: number;
  /** The stored count was tampered with or lost, so the number of tries is unknown; set until the lock is opened. */
  readonly lost?: true | undefined;
}

/** The tenth wrong try destroys the key: rows encrypted with it are lost. */
export const triesAtMost = 10;
/**
 * Pause after the first wrong try, the second, and so on, each longer than the one before; an hour and three minutes in all.
 * Milliseconds.
 */
const pausesMs = [1, 5, 30, 60, 120, 300, 600, 900, 1800].map((seconds) => seconds * 1000);
const longestMs = Math.max(...pausesMs);

/** No wrong try since the lock was set up or opened. */
export const noTries: Tries = { wrong: 0, notBefore: 0, seenAt: 0 };

/** Worst case for an unknown count: one try left. The pause starts when `fromNow` is called. */
export const lostTries: Tries = { wrong: triesAtMost - 1, notBefore: Number.POSITIVE_INFINITY, seenAt: 0, lost: true };

/** Starts the longest pause for a count just found lost; returns any other count unchanged. */
export function fromNow(tries: Tries, now: number): Tries {
  return tries.notBefore === lostTries.notBefore ? { ...tries, notBefore: now + longestMs, seenAt: now } : tries;
}

/** Pause after this many wrong tries, milliseconds. */
export function delayAfterMs(wrong: number): number {
  return wrong < 1 ? 0 : (pausesMs[wrong - 1] ?? longestMs);
}

/** The lock's current time: never earlier than a moment it has seen. */
export function lockNow(tries: Tries, now: number): number {
  return Math.max(tries.seenAt, now);
}

/** Whether a try may start. `counted` must be stored before it is made; `last`: a wrong one is the end. */
export type TryBegun =
  | { readonly allowed: true; readonly counted: Tries; readonly last: boolean }
  | { readonly allowed: false; readonly waitMs: number }
  /** All tries are used: the browser ended during the last one. */
  | { readonly allowed: 'never' };

/** Whether a try may start. It counts as wrong before it is made, so ending the browser midway does not save it. */
export function beginTry(tries: Tries, now: number): TryBegun {
  if (tries.wrong >= triesAtMost) return { allowed: 'never' };
  const at = lockNow(tries, now);
  if (at < tries.notBefore) return { allowed: false, waitMs: tries.notBefore - at };
  const wrong = tries.wrong + 1;
  return { allowed: true, last: wrong >= triesAtMost, counted: { ...tries, wrong, notBefore: at + delayAfterMs(wrong), seenAt: at } };
}

/** Raises the count to one kept elsewhere (by the platform, over this session) if that is higher. */
export function atLeast(tries: Tries, wrong: number, now: number): Tries {
  const counted = Math.min(wrong, triesAtMost);
  if (counted <= tries.wrong) return tries;
  const at = lockNow(tries, now);
  return { ...tries, wrong: counted, notBefore: Math.max(tries.notBefore, at + delayAfterMs(counted)), seenAt: at };
}

/** Resets the count after a correct try, but keeps the latest moment seen. */
export function forgiven(tries: Tries): Tries {
  return { ...noTries, seenAt: tries.seenAt };
}
