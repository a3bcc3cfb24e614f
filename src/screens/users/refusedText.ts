import type { Problem } from '../../contracts/problem.ts';
import { lostLabels } from '../../domain/lostAnswer.ts';

/** Text of a refusal; without an answer it says so, since the change may have been made. */
export function refusedText(problem: Problem, generic: string): string {
  return `${problem.message === '' ? generic : problem.message}${lostLabels(problem)}`;
}
