import type { Problem } from '../contracts/problem.ts';
import { isOneLine, notOneLineWords, signsOf } from '../contracts/texts.ts';
import { failedTitle, lostWords } from './lostAnswer.ts';
import { isStrongPassword } from './password.ts';
import { problemSentence } from './problemWords.ts';

/** The rules and words of forms about one's own account (identity document, sections 5 and 8), to the letter where the document has them. */

/** What is wrong with a typed address; null when it may be sent. */
export function addressProblem(typed: string): string | null {
  if (typed.trim() === '') return 'Email is required';
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed.trim()) ? null : 'Please enter a valid email address';
}

/** What is wrong with a typed name; null when it may be sent. */
export function nameProblem(typed: string): string | null {
  if (typed.trim() === '') return 'Name is required';
  if (signsOf(typed.trim()) < 2) return 'Name must be at least 2 characters';
  return isOneLine(typed.trim()) ? null : notOneLineWords;
}

/** What a repeated password says beside its field; null while nothing is typed. */
export function repeatWords(password: string, repeated: string): { readonly match: boolean; readonly text: string } | null {
  if (repeated === '') return null;
  return password === repeated ? { match: true, text: 'Passwords match' } : { match: false, text: "Passwords don't match" };
}

/** Whether a new password, typed twice, may be sent. */
export function mayUsePassword(password: string, repeated: string): boolean {
  return isStrongPassword(password) && password === repeated;
}

/** A failed act in words: the document's, and why. A silence is said as one: the act may have been done, and only its answer lost. */
export function failureText(lead: string, problem: Pick<Problem, 'code' | 'message'>): string {
  const silent = problem.code === 'network' || problem.code === 'timeout';
  const why = silent ? 'The platform cannot be reached, and this needs it.' : problemSentence(problem);
  return `${failedTitle(lead, problem)}. ${why}${lostWords(problem)}`;
}
