import type { RbfPayment } from '../contracts/rbf.ts';
import type { ChainEntry } from '../contracts/verification.ts';

/** The part of a verification that a payment is compared with; its seal covers all of it. */
export type ClaimedEntry = Pick<ChainEntry, 'siteCode' | 'covenantHash' | 'status' | 'performanceKpis'>;

/**
 * Where a payment differs from the verification that it names, as sentences. Empty if site, covenant and measured figure match and it is
 * verified. The older form of a payment's signature does not cover the figure, but the verification's seal does, so an improved figure
 * shows here.
 */
export function claimDifferences({ milestone, site_code, covenant_hash }: RbfPayment, entry: ClaimedEntry): readonly string[] {
  const { metric, actualPerformance } = milestone;
  return [
    ...(entry.siteCode === site_code ? [] : [`The verification is of site ${entry.siteCode}.`]),
    ...(entry.covenantHash === covenant_hash ? [] : ['The verification was made under another covenant.']),
    ...(entry.status === 'verified' ? [] : [`The verification is ${entry.status}.`]),
    ...(entry.performanceKpis[metric] === actualPerformance ? [] : ['The verification measured another figure.']),
  ];
}
