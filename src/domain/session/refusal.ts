import type { ProblemCode } from '../../contracts/problem.ts';

/**
 * True if a failed call means that the platform rejects this session. Any other failure means that it was not reached (a captive portal,
 * for example) and says nothing about the session.
 */
export function isRefusal(code: ProblemCode): boolean {
  return code === 'unauthenticated' || code === 'forbidden' || code === 'wrong_tenant' || code === 'gone';
}

/**
 * True if a refused `me` or refresh says that access was revoked, not that it expired: the account was deactivated or the session ended.
 */
export function isRevocation(code: ProblemCode): boolean {
  return code === 'gone';
}
