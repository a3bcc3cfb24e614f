import type { Problem } from '../../contracts/problem.ts';

/**
 * A `Problem` as an exception, for use within this worker only: query-core tells success from failure by throwing. Never crosses a worker
 * boundary.
 */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.name = 'ProblemError';
    this.problem = problem;
  }
}

/** The problem of anything thrown; an unknown error is a bug and becomes `internal`. */
export function problemIn(thrown: unknown): Problem {
  if (thrown instanceof ProblemError) return thrown.problem;
  return { code: 'internal', message: thrown instanceof Error ? thrown.message : 'Unknown failure.', retry: false };
}
