import type { VerificationStatus } from '../../contracts/verification.ts';

/**
 * Verifications of one status at one site: what the rules over records are folded from. One record is a standing of one; the database groups
 * the others, so that a figure over a million records reads a few rows for each site.
 */
export interface Standing {
  readonly status: VerificationStatus;
  readonly records: number;
  /** Tonnes CO2e of these records together; each is measured to the hundredth. */
  readonly tonnes: number;
  /** Tonnes CO2e that the site gave off in the period of one record before it was refitted; null where nobody measured that. */
  readonly baselineTonnes: number | null;
}

/** Whole hundredths of a tonne: sums of whole numbers do not depend on their order, sums of binary fractions do. */
export const hundredths = (tonnes: number): number => Math.round(tonnes * 100);
