import type { RbfPayment } from '../contracts/rbf.ts';
import type { ChainEntry } from '../contracts/verification.ts';

/** What of a verification a payment is held against; its seal covers all of it. */
export type ClaimedEntry = Pick<ChainEntry, 'siteCode' | 'covenantHash' | 'status' | 'performanceKpis'>;

/**
 * Where a payment does not fit the verification that it names, in sentences; none: same site, same covenant, verified, and the very figure that was measured. The older form of a
 * payment's signature does not bind the figure; the verification's seal does, so this is where a figure that was bettered shows.
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
