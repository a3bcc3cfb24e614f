import type { RbfPayment } from '../../contracts/rbf.ts';
import type { Verification } from '../../contracts/verification.ts';
import { claimDifferences } from '../../domain/claimFit.ts';

/** How a payment compares with the verification it names. */
export type ClaimFit =
  /** The verification is not stored on this device. */
  | { readonly kind: 'notHeld' }
  | { readonly kind: 'agrees' }
  /** The differences, as sentences. */
  | { readonly kind: 'differs'; readonly reasons: readonly string[] };

/** Compares a payment with the verification it names (`claimDifferences`). */
export function claimFit(payment: RbfPayment, verification: Verification | null): ClaimFit {
  if (verification === null) return { kind: 'notHeld' };
  const reasons = claimDifferences(payment, verification);
  return reasons.length === 0 ? { kind: 'agrees' } : { kind: 'differs', reasons };
}
