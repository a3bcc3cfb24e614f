import type { Problem } from '../../contracts/problem.ts';

/** A problem inside this environment only: query-core tells success from failure by throwing. Never crosses a seam. */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.name = 'ProblemError';
    this.problem = problem;
  }
}

/** The problem of anything thrown; what is not ours is a bug, and says so. */
export function problemIn(thrown: unknown): Problem {
  if (thrown instanceof ProblemError) return thrown.problem;
  return { code: 'internal', message: thrown instanceof Error ? thrown.message : 'Unknown failure.', retry: false };
}
