import type { Result } from '../../src/contracts/problem.ts';

/** The value of a result that must have come about; throws what the problem says where it did not, so that the test fails with its words. */
export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.problem.message);
  return result.value;
}
