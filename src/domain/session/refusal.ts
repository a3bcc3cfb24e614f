import type { ProblemCode } from '../../contracts/problem.ts';

/** Whether a failed call means that the platform does not take this session; anything else means that it was not reached
 * (a captive portal's page included), which says nothing about the session. */
export function isRefusal(code: ProblemCode): boolean {
  return code === 'unauthenticated' || code === 'forbidden' || code === 'wrong_tenant' || code === 'gone';
}

/** Whether a refused `me` or refresh says that the session was taken away, not that it ran out: its account was deactivated, or somebody ended it. */
export function isRevocation(code: ProblemCode): boolean {
  return code === 'gone';
}
