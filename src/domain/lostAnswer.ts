import type { Problem } from '../contracts/problem.ts';

/**
 * True if a failed request may have been carried out: no answer of the platform arrived, or an unreadable one. Only the platform's own
 * refusal proves that nothing was done.
 */
export function mayBeDone({ code }: Pick<Problem, 'code'>): boolean {
  return code === 'network' || code === 'timeout' || code === 'not_ours' || code === 'bad_shape';
}

/** The title of a failed act. `lead` says it was not done, which is uncertain if the answer may have been lost. */
export function failedTitle(lead: string, problem: Pick<Problem, 'code'>): string {
  return mayBeDone(problem) ? `${lead}, or its answer was lost` : lead;
}

/** Follows a problem's text: what to do if the act may have been done. Empty if it was not. */
export function lostLabels(problem: Pick<Problem, 'code'>): string {
  return mayBeDone(problem) ? ' It may have been done: check the current state before you try again.' : '';
}
