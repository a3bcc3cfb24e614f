import type { RbfPayment } from '../../contracts/rbf.ts';
import type { Verification } from '../../contracts/verification.ts';

/** How a payment's claim fits the verification that it names. */
export type ClaimFit =
  /** The verification is not held on this device. */
  | { readonly kind: 'notHeld' }
  | { readonly kind: 'agrees' }
  /** What does not fit, in sentences. */
  | { readonly kind: 'differs'; readonly reasons: readonly string[] };

/**
 * Holds a payment against the verification it names: same site, same covenant, verified, and the very figure that was measured. The
 * payment's signature does not bind the figure; the verification's seal does, so this is where a figure that was bettered shows.
 */
export function claimFit(payment: RbfPayment, verification: Verification | null): ClaimFit {
  if (verification === null) return { kind: 'notHeld' };
  const { metric, actualPerformance } = payment.milestone;
  const reasons: string[] = [];
  if (verification.siteCode !== payment.site_code) reasons.push(`The verification is of site ${verification.siteCode}.`);
  if (verification.covenantHash !== payment.covenant_hash) reasons.push('The verification was made under another covenant.');
  if (verification.status !== 'verified') reasons.push(`The verification is ${verification.status}.`);
  if (verification.performanceKpis[metric] !== actualPerformance) reasons.push('The verification measured another figure.');
  return reasons.length === 0 ? { kind: 'agrees' } : { kind: 'differs', reasons };
}
