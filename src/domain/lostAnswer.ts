import type { Problem } from '../contracts/problem.ts';

/**
 * Whether what was asked for may have been done although it came to a problem: no answer of the platform's came, or none that can be read. It is on one side of the link that
 * something was done, and on the other that it was answered; only the platform's own refusal says that nothing was.
 */
export function mayBeDone({ code }: Pick<Problem, 'code'>): boolean {
  return code === 'network' || code === 'timeout' || code === 'not_ours' || code === 'bad_shape';
}

/** The head over an act that came to a problem. `lead`: that it was not done, which nobody knows where its answer may have been lost. */
export function failedTitle(lead: string, problem: Pick<Problem, 'code'>): string {
  return mayBeDone(problem) ? `${lead}, or its answer was lost` : lead;
}

/** After the words of a problem: what to do where it may have been done all the same. Empty where it was not. */
export function lostWords(problem: Pick<Problem, 'code'>): string {
  return mayBeDone(problem) ? ' It may have been done all the same: look at how it stands before you try again.' : '';
}
