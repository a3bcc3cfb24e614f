import { countSchema, idSchema, isoTimeSchema, ownCurrencySchema, percentSchema, shareSchema } from './primitives.ts';
import { z } from './zod.ts';

/** Category of a financed asset: uses less energy, or replaces other generation. */
export const assetCategories = ['energyEfficiency', 'renewableEnergy'] as const;
export const assetCategorySchema = z.enum(assetCategories);
export type AssetCategory = z.infer<typeof assetCategorySchema>;

/**
 * Summary of a financed portfolio (core document, section 3). `portfolioType` is PCAF's asset class; emissions in tonnes CO2e per year;
 * `complianceRate` in percent of sites.
 */
export const pcafPortfolioSchema = z.object({
  portfolioId: idSchema,
  portfolioName: z.string(),
  portfolioType: z.string(),
  totalSites: countSchema,
  totalAnnualAvoidedEmissions: z.number(),
  complianceRate: percentSchema,
});
export type PcafPortfolio = z.infer<typeof pcafPortfolioSchema>;

/**
 * GET /api/pcaf/analytics/portfolios. Our own member: `lastUpdated`. Absent: the figures' date is unknown; the console shows when they
 * arrived.
 */
export const pcafPortfoliosResponseSchema = z.object({ portfolios: z.array(pcafPortfolioSchema), lastUpdated: z.optional(isoTimeSchema) });
export type PcafPortfoliosResponse = z.infer<typeof pcafPortfoliosResponseSchema>;

/** One category's share; `percentageOfTotal` refers to the annual avoided emissions, 0 if the total is 0. */
const categorySchema = z.object({
  annualAvoidedEmissions: z.number(),
  siteCount: countSchema,
  assetCount: countSchema,
  percentageOfTotal: z.number(),
});

/** GET /api/pcaf/analytics/portfolio/{portfolioId}. Tonnes CO2e; money in `currency`; assets by data quality level, 5 the best. */
export const pcafPortfolioDetailSchema = z.object({
  /** Absent: the requested one. */
  portfolioId: z.optional(idSchema),
  portfolioName: z.string(),
  /** Absent: see the list of portfolios; not shown here. */
  portfolioType: z.optional(z.string()),
  currency: ownCurrencySchema,
  portfolioMetrics: z.object({
    totalSites: countSchema,
    totalAssets: countSchema,
    totalAnnualAvoidedEmissions: z.number(),
    totalLifetimeAvoidedEmissions: z.number(),
    byCategory: z.object({ energyEfficiency: categorySchema, renewableEnergy: categorySchema }),
    dataQualityDistribution: z.object({
      level1: countSchema,
      level2: countSchema,
      level3: countSchema,
      level4: countSchema,
      level5: countSchema,
    }),
  }),
  financialMetrics: z.object({ totalFinancedAmount: z.number(), totalProjectCost: z.number(), averageAttributionFactor: shareSchema }),
  /** A site counts if all of its assets comply with a framework; `complianceRate` is the percentage of sites that comply with all three. */
  complianceSummary: z.object({
    pcafCompliantSites: countSchema,
    issbCompliantSites: countSchema,
    icmaGreenBondEligibleSites: countSchema,
    complianceRate: percentSchema,
  }),
  /** Absent: as in the list of portfolios. */
  lastUpdated: z.optional(isoTimeSchema),
});
export type PcafPortfolioDetail = z.infer<typeof pcafPortfolioDetailSchema>;
