/** @typedef {import('./runSteps.mjs').Step} Step */

/**
 * Why a step is skipped for lack of time; null if there is enough.
 * @param {string | undefined} endAt when CI ends everything, seconds since 1970 (.ci/run); undefined if nothing ends it
 * @param {number} now milliseconds since 1970
 * @param {number} takesMinutes its duration on a slow machine
 * @returns {string | null}
 */
export function tooLate(endAt, now, takesMinutes) {
  const left = endAt === undefined ? Infinity : Math.floor((Number(endAt) - now / 1000) / 60);
  return left >= takesMinutes ? null : `not run: ${Math.max(0, left)} minutes are left, and it may take ${takesMinutes}`;
}

/**
 * The step, or the same step marked as skipped if it would start too late to finish before CI ends everything: an interrupted step would
 * report nothing of what it found.
 * @param {Step} step
 * @param {number} takesMinutes its duration on a slow machine
 * @returns {Step}
 */
export function ifTime(step, takesMinutes) {
  const late = tooLate(process.env.END_AT, Date.now(), takesMinutes);
  return late === null ? step : { ...step, missing: late, excused: true };
}

/**
 * Rotates a list by one item per hour, so that it is not always the same items that are skipped at its end.
 * @template Thing
 * @param {readonly Thing[]} things
 * @param {number} now milliseconds since 1970
 * @returns {Thing[]}
 */
export function turned(things, now) {
  const first = Math.floor(now / 3_600_000) % things.length;
  return [...things.slice(first), ...things.slice(0, first)];
}
