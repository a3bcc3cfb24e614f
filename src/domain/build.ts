/**
 * Matches a dated build id. An id starts with its commit's time in UTC, `20261121.085300-c141d92`, so that ids sort as text; one without
 * a time (a checkout without git) has unknown age and is never called older.
 */
const dated = /^\d{8}\.\d{6}\b/;

/** True when `build` is certainly older than `other`. */
export function isOlderBuild(build: string, other: string): boolean {
  return dated.test(build) && dated.test(other) && build.slice(0, 15) < other.slice(0, 15);
}
