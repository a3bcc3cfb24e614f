/**
 * Which of two builds is the newer. A build's id starts with its commit's moment in UTC, `20261121.085300-c141d92`, so that
 * ids order as text; an id without one (a checkout without git) is of unknown age and never called older.
 */
const dated = /^\d{8}\.\d{6}\b/;

/** True when `build` is certainly older than `other`. */
export function isOlderBuild(build: string, other: string): boolean {
  return dated.test(build) && dated.test(other) && build.slice(0, 15) < other.slice(0, 15);
}
