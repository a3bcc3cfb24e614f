import { countSchema, idSchema, isoTimeSchema, ownCurrencySchema, sha256Schema, shareSchema } from './primitives.ts';
import { z } from './zod.ts';

/** Standards that reports are made by. */
export const reportKinds = ['pcaf', 'issb'] as const;
export const reportKindSchema = z.enum(reportKinds);
export type ReportKind = z.infer<typeof reportKindSchema>;

/**
 * Inputs of a report, so that anyone who holds the chain can check them: the newest link when it was made, up to which the records'
 * status is read (not the last link of the period), and the covenants in ascending order. `chain` is null before the first record.
 */
const basisSchema = z.object({
  assets: countSchema,
  verifications: countSchema,
  chain: z.nullable(z.object({ index: countSchema, seal: sha256Schema })),
  covenants: z.array(sha256Schema),
});

/** A report covers the records first sealed after `from` and up to `to`; each counts with its status when the report was made. */
const periodSchema = z.object({ from: isoTimeSchema, to: isoTimeSchema });

/**
 * For all members that are our own, absent means that the report does not state the value: it is shown as not reported, never as zero,
 * and not summed. `proofFile` is the content of the second file: the compact JWS over the report's hash (D-33, `src/evidence/README.md`);
 * that hash covers everything else in the report.
 */
const headShape = {
  reportId: idSchema,
  generatedAt: isoTimeSchema,
  generatedBy: z.optional(z.string()),
  /**
   * Account that had it made, covered by the report's hash; `platform` if the platform made it automatically. Absent: not recorded or not
   * provided (`src/domain/accounts/who.ts`).
   */
  generatedById: z.optional(idSchema),
  /** Absent: the report names no tenant, so its owner cannot be checked. */
  tenantId: z.optional(idSchema),
  tenantName: z.optional(z.string()),
  period: z.optional(periodSchema),
  methodologyVersion: z.string(),
  basis: z.optional(basisSchema),
  proofFile: z.string(),
};

/**
 * One asset class. Emissions in tonnes CO2e per year, the financier's share; `emissionFactor` kg CO2e per kWh, weighted by energy;
 * `verificationScore` the share of these sites' records that were verified; `dataQualityScore` PCAF's, weighted by the amount.
 */
export const assetClassSchema = z.object({
  assetClass: z.string(),
  assets: z.optional(countSchema),
  sites: z.optional(countSchema),
  financedAmount: z.optional(z.number()),
  financedEmissions: z.number(),
  financedAvoidedEmissions: z.optional(z.number()),
  emissionFactor: z.number(),
  verificationScore: shareSchema,
  dataQualityScore: z.optional(z.number()),
});
export type AssetClass = z.infer<typeof assetClassSchema>;

/** Answer of POST /api/reports/pcaf. Avoided emissions are reported separately and not subtracted from financed ones, as PCAF requires. */
export const pcafReportSchema = z.object({
  ...headShape,
  /** Absent: recognised by its breakdown by asset class, which the other kind lacks. */
  kind: z.optional(z.literal('pcaf')),
  currency: ownCurrencySchema,
  /** Exchange rate snapshot used to sum amounts of other currencies. Absent: none was needed. */
  fxSnapshotId: z.optional(z.string()),
  portfolioBreakdown: z.array(assetClassSchema),
  totalFinancedEmissions: z.number(),
  totalFinancedAvoidedEmissions: z.optional(z.number()),
});
export type PcafReport = z.infer<typeof pcafReportSchema>;

/** Verified by a decision, or measured but not yet decided. Tonnes CO2e, or credits of one tonne. */
const standingSchema = z.object({ verified: z.number(), estimated: z.number() });

/**
 * Answer of POST /api/reports/issb. `covenantHash` is that of the only covenant, or, with several, the SHA-256 of the RFC 8785 form of
 * their hashes in ascending order.
 */
export const issbReportSchema = z.object({
  ...headShape,
  /** Absent: recognised by its reductions, which the other kind lacks. */
  kind: z.optional(z.literal('issb')),
  emissionReductions: standingSchema,
  carbonCredits: standingSchema,
  breakdown: z.optional(z.array(z.object({ siteKind: z.string(), sites: countSchema, records: countSchema, ...standingSchema.shape }))),
  covenantHash: z.optional(sha256Schema),
  fxSnapshotId: z.optional(z.string()),
});
export type IssbReport = z.infer<typeof issbReportSchema>;

export const reportSchema = z.union([pcafReportSchema, issbReportSchema]);
/** GET /api/reports/{reportId}. */
export type Report = z.infer<typeof reportSchema>;

/** True for a PCAF report, recognised by its members. */
export function isPcaf(report: Report): report is PcafReport {
  return 'portfolioBreakdown' in report;
}

/** A report in the history list. `headline` is its first figure in tonnes CO2e: financed emissions, or verified reductions. */
export const reportSummarySchema = z.object({
  reportId: idSchema,
  kind: reportKindSchema,
  generatedAt: isoTimeSchema,
  generatedBy: z.string(),
  /** As in the report. */
  generatedById: z.optional(idSchema),
  period: periodSchema,
  headline: z.number(),
  reportHash: sha256Schema,
});
export type ReportSummary = z.infer<typeof reportSummarySchema>;

/** GET /api/reports: newest first. */
export const reportsResponseSchema = z.object({
  reports: z.array(reportSummarySchema),
  totalCount: countSchema,
  lastUpdated: isoTimeSchema,
});
export type ReportsResponse = z.infer<typeof reportsResponseSchema>;

/** Body of both POST calls: the requested period. Without a body or a period: the twelve months up to now (C-75). */
export const generateReportSchema = z.nullable(z.object({ period: z.optional(periodSchema) }));

/** Query of GET /api/reports/preview; without `from` and `to`: the twelve months up to now. */
export const reportPreviewQuerySchema = z.object({
  kind: reportKindSchema,
  from: z.optional(isoTimeSchema),
  to: z.optional(isoTimeSchema),
});
/**
 * The figures a report would have if it were made now; nothing is signed or stored. `assets`: financed assets as of now; `verifications`:
 * records of the period; `counted`: those that count (not the failed ones). Tonnes CO2e, or credits of one tonne; no figures if nothing
 * counts.
 */
export const reportPreviewSchema = z.object({
  kind: reportKindSchema,
  period: periodSchema,
  assets: countSchema,
  verifications: countSchema,
  counted: countSchema,
  figures: z.array(
    z.object({
      of: z.enum(['financed', 'financedAvoided', 'verified', 'estimated', 'creditsVerified', 'creditsEstimated']),
      value: z.number(),
    }),
  ),
});
export type ReportPreview = z.infer<typeof reportPreviewSchema>;
