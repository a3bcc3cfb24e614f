import type { Problem } from '../../contracts/problem.ts';
import { failedTitle, lostLabels } from '../lostAnswer.ts';
import { isStrongPassword } from './password.ts';
import { problemSentence } from '../problemLabels.ts';

/** Rules and texts of the forms for one's own account (identity document, sections 5 and 8); literal where the document gives texts. */

/** What is wrong with a typed address; null if it is acceptable. */
export function addressProblem(typed: string): string | null {
  if (typed.trim() === '') return 'Email is required';
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.trim()) ? null : 'Please enter a valid email address';
}

/** The text beside the field of a repeated password; null while it is empty. */
export function repeatLabels(password: string, repeated: string): { readonly match: boolean; readonly text: string } | null {
  if (repeated === '') return null;
  return password === repeated ? { match: true, text: 'Passwords match' } : { match: false, text: "Passwords don't match" };
}

/** True if a new password, typed twice, may be submitted. */
export function mayUsePassword(password: string, repeated: string): boolean {
  return isStrongPassword(password) && password === repeated;
}

/** Text of a failed act: the document's lead, and the reason. Without an answer it says so, since the act may have been done. */
export function failureText(lead: string, problem: Pick<Problem, 'code' | 'message'>): string {
  const silent = problem.code === 'network' || problem.code === 'timeout';
  const why = silent ? 'The platform cannot be reached, and this needs it.' : problemSentence(problem);
  return `${failedTitle(lead, problem)}. ${why}${lostLabels(problem)}`;
}
