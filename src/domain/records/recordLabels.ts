import type { UncoveredWhy } from '../../contracts/verdict.ts';

/** Labels of why no signature covers a value. */
export const uncoveredLabels: Readonly<Record<UncoveredWhy, string>> = {
  neverSigned: 'the platform does not sign it',
  olderForm: 'not in the older form of the signature',
  otherSigned: 'something else was signed',
  notAtHand: 'not with the record',
  notHeld: 'its signature does not hold',
};

/** Display names of the values of a payment or portfolio, by path, as on their screen. Other values are named by their path. */
const names: Readonly<Record<string, string>> = {
  'covenant.agreedAt': 'Covenant agreed',
  'covenant.title': 'Covenant title',
  'covenant.version': 'Covenant version',
  'covenant.terms': 'Covenant terms',
  covenant_hash: 'Covenant hash',
  covenantHash: 'Covenant hash',
  evidencePackId: 'Evidence pack',
  milestone_id: 'Milestone',
  'milestone.actualPerformance': 'Measured performance',
  'milestone.description': 'Milestone description',
  'milestone.metric': 'Metric',
  'milestone.payment_amount': 'Milestone amount',
  'milestone.payment_type': 'Milestone type',
  'milestone.threshold': 'Threshold',
  'payment.amount': 'Amount',
  'payment.currency': 'Currency',
  'payment.dueAt': 'Due',
  'payment.paidAt': 'Paid',
  'payment.status': 'Status',
  'payment.transactionId': 'Transaction',
  payment_id: 'Payment',
  'refusal.at': 'Refused',
  'refusal.errorCode': 'Refusal code',
  'refusal.itemId': 'Dead letter',
  'refusal.message': 'Refusal',
  site_code: 'Site',
  verification_id: 'Verification',
  'basis.baselineTonnes': 'Baseline (t CO2e)',
  'basis.disputed': 'Disputed records',
  'basis.failed': 'Failed records',
  'basis.tonnes': 'Saved (t CO2e)',
  'basis.verified': 'Verified records',
  changedAt: 'Last moved',
  currency: 'Currency',
  dgnPackageId: 'DGN package',
  frozenAt: 'Frozen',
  'liquidityMetrics.availableFunding': 'Available funding',
  'liquidityMetrics.pendingPackaging': 'Pending packaging',
  'liquidityMetrics.recycledCapital': 'Recycled capital',
  packagedAt: 'Packaged',
  'performanceSummary.avgEmissionReduction': 'CO2e cut (%)',
  'performanceSummary.avgFuelSavings': 'Fuel savings (%)',
  'performanceSummary.avgUptime': 'Uptime (%)',
  'performanceSummary.totalSites': 'Sites, counted',
  'performanceSummary.verificationCount': 'Verifications',
  portfolioId: 'Portfolio',
  receivablesValue: 'Receivables',
  signerKid: 'Signer key',
  siteCodes: 'Sites',
  soldAt: 'Sold',
  state: 'State',
  verificationScore: 'Score (0 to 1)',
  version: 'Changes, counted',
};

/** True if a value has a display name. Records may contain arbitrary members. */
export const hasFieldName = (field: string): boolean => Object.hasOwn(names, field);

/** The display name of a value. */
export const fieldName = (field: string): string => (hasFieldName(field) ? (names[field] ?? field) : field);

/**
 * Orders uncovered values by relevance: first those that should be covered but are not, then known fields that are never signed, then
 * values only in the file, and last unknown fields, which anybody may have added. Lists are truncated in print, and an author can make a
 * record arbitrarily long.
 * @param isNamed whether a field is a known one
 */
export function worthFirst<T extends { readonly field: string; readonly why: string }>(
  notCovered: readonly T[],
  isNamed: (field: string) => boolean,
): readonly T[] {
  const weight = ({ field, why }: T): number => (why === 'inFile' ? 2 : why !== 'neverSigned' ? 0 : isNamed(field) ? 1 : 3);
  return notCovered.toSorted((a, b) => weight(a) - weight(b));
}
