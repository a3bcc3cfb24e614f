import { countSchema, idSchema, isoTimeSchema, ownCurrencySchema, sha256Schema, shareSchema } from './primitives.ts';
import { z } from './zod.ts';

export const reportKinds = ['pcaf', 'issb'] as const;
export const reportKindSchema = z.enum(reportKinds);
export type ReportKind = z.infer<typeof reportKindSchema>;

/** What a report was made from, so that anybody who holds the chain can tell: the newest link when it was made, which its records' standing is read up to
 * (not the last link of the period), and the covenants (ascending) under which they stand. `chain` is null before the first record. */
const basisSchema = z.object({
  assets: countSchema,
  verifications: countSchema,
  chain: z.nullable(z.object({ index: countSchema, seal: sha256Schema })),
  covenants: z.array(sha256Schema),
});

/** The records of a report are those first sealed after `from` and up to `to`; each counts as it stood when the report was made. */
const periodSchema = z.object({ from: isoTimeSchema, to: isoTimeSchema });

/** Of all that is ours in a report: absent means that the report does not say it. It is then shown as not reported, never as none, and no sum is made over it. `proofFile` is the content of the second file: the compact JWS over the report's hash (D-33,
 * `src/evidence/README.md`); everything else of the report, and nothing less, is under that hash. */
const headShape = {
  reportId: idSchema,
  generatedAt: isoTimeSchema,
  generatedBy: z.optional(z.string()),
  /** Account of whoever had it made, under the report's hash like all else; `platform` where the platform made it by itself. Absent: not recorded, or not told (`src/domain/who.ts`). */
  generatedById: z.optional(idSchema),
  /** Absent: a report that names no tenant is taken for nobody's in particular: whose it is cannot be checked. */
  tenantId: z.optional(idSchema),
  tenantName: z.optional(z.string()),
  period: z.optional(periodSchema),
  methodologyVersion: z.string(),
  basis: z.optional(basisSchema),
  proofFile: z.string(),
};

/** One asset class. Emissions in tonnes CO2e a year, the financier's part; `emissionFactor` kg CO2e per kWh, weighted by energy;
 * `verificationScore` the share of these sites' records that were verified; `dataQualityScore` PCAF's, weighted by the amount. */
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

/** Answer of POST /api/reports/pcaf. Avoided emissions stand apart and are not taken off what is financed, as PCAF asks. */
export const pcafReportSchema = z.object({
  ...headShape,
  /** Absent: known by its breakdown by asset class, which the other kind has not. */
  kind: z.optional(z.literal('pcaf')),
  currency: ownCurrencySchema,
  /** The exchange rates at which amounts of other currencies were added up. Absent: none were needed. */
  fxSnapshotId: z.optional(z.string()),
  portfolioBreakdown: z.array(assetClassSchema),
  totalFinancedEmissions: z.number(),
  totalFinancedAvoidedEmissions: z.optional(z.number()),
});
export type PcafReport = z.infer<typeof pcafReportSchema>;

/** Verified by a decision, or measured but not decided yet. Tonnes CO2e, or credits of one tonne. */
const standingSchema = z.object({ verified: z.number(), estimated: z.number() });

/** Answer of POST /api/reports/issb. `covenantHash` is that of the one covenant, or, with several, the SHA-256 of the RFC 8785 form of
 * their hashes in ascending order. */
export const issbReportSchema = z.object({
  ...headShape,
  /** Absent: known by its reductions, which the other kind has not. */
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

/** Which kind a report is, by what it reports. */
export function isPcaf(report: Report): report is PcafReport {
  return 'portfolioBreakdown' in report;
}

/** A report in the history. `headline` is its first figure in tonnes CO2e: financed emissions, or verified reductions. */
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

/** Body of both POST calls: the period asked for. Without a body, or without a period, it is the twelve months up to now (C-75). */
export const generateReportSchema = z.nullable(z.object({ period: z.optional(periodSchema) }));

/** Query of GET /api/reports/preview; without `from` and `to` it is the twelve months up to now. */
export const reportPreviewQuerySchema = z.object({
  kind: reportKindSchema,
  from: z.optional(isoTimeSchema),
  to: z.optional(isoTimeSchema),
});
/**
 * What a report would say if it were made now: nothing of it is signed or kept. `assets` financed assets as they stand, `verifications` records of the
 * period and `counted` those of them that count (not the failed ones). Tonnes CO2e, or credits of one tonne; no figures where there is nothing to count.
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
