import type { RbfPayment } from '../../contracts/rbf.ts';
import type { Verification } from '../../contracts/verification.ts';
import { claimDifferences } from '../../domain/claimFit.ts';

/** How a payment's claim fits the verification that it names. */
export type ClaimFit =
  /** The verification is not held on this device. */
  | { readonly kind: 'notHeld' }
  | { readonly kind: 'agrees' }
  /** What does not fit, in sentences. */
  | { readonly kind: 'differs'; readonly reasons: readonly string[] };

/** Holds a payment against the verification it names (`claimDifferences`). */
export function claimFit(payment: RbfPayment, verification: Verification | null): ClaimFit {
  if (verification === null) return { kind: 'notHeld' };
  const reasons = claimDifferences(payment, verification);
  return reasons.length === 0 ? { kind: 'agrees' } : { kind: 'differs', reasons };
}
