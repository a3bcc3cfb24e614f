import type { Result } from '../../src/contracts/problem.ts';

/** The value of a successful result; otherwise throws the problem's message, so that the test fails with it. */
export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.problem.message);
  return result.value;
}
