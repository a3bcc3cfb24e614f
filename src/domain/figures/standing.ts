import type { VerificationStatus } from '../../contracts/verification.ts';

/**
 * Verifications of one status at one site: the input of the rules over records. A single record is a standing of one; the database groups
 * the others, so that a figure over a million records reads a few rows per site.
 */
export interface Standing {
  readonly status: VerificationStatus;
  readonly records: number;
  /** Total tonnes CO2e of these records, each measured to the hundredth. */
  readonly tonnes: number;
  /** Tonnes CO2e that the site emitted in one record's period before its refit; null if not measured. */
  readonly baselineTonnes: number | null;
}

/** Whole hundredths of a tonne: integer sums do not depend on their order, sums of binary fractions do. */
export const hundredths = (tonnes: number): number => Math.round(tonnes * 100);
