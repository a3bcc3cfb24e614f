/** @typedef {import('./runSteps.mjs').Step} Step */

/**
 * Why something is not run for want of time; null where there is enough.
 * @param {string | undefined} endAt when CI ends what still runs, seconds since 1970 (.ci/run); undefined where nobody does
 * @param {number} now milliseconds since 1970
 * @param {number} takesMinutes what it takes where the machine is slow
 * @returns {string | null}
 */
export function tooLate(endAt, now, takesMinutes) {
  const left = endAt === undefined ? Infinity : Math.floor((Number(endAt) - now / 1000) / 60);
  return left >= takesMinutes ? null : `not run: ${Math.max(0, left)} minutes are left, and it may take ${takesMinutes}`;
}

/**
 * The step; one that begins too late to be done before CI ends everything is left out, and a line says so. Better than to be ended in the middle, which says nothing of what it
 * had found.
 * @param {Step} step
 * @param {number} takesMinutes what it takes where the machine is slow
 * @returns {Step}
 */
export function ifTime(step, takesMinutes) {
  const late = tooLate(process.env.END_AT, Date.now(), takesMinutes);
  return late === null ? step : { ...step, missing: late, excused: true };
}

/**
 * The same things, beginning with another one each hour: where the last of them are left out, it is not the same ones each time.
 * @template Thing
 * @param {readonly Thing[]} things
 * @param {number} now milliseconds since 1970
 * @returns {Thing[]}
 */
export function turned(things, now) {
  const first = Math.floor(now / 3_600_000) % things.length;
  return [...things.slice(first), ...things.slice(0, first)];
}
