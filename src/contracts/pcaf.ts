import { countSchema, idSchema, isoTimeSchema, ownCurrencySchema, percentSchema, shareSchema } from './primitives.ts';
import { z } from './zod.ts';

/** What a financed asset does: uses less energy, or generates what would have been generated otherwise. */
export const assetCategories = ['energyEfficiency', 'renewableEnergy'] as const;
export const assetCategorySchema = z.enum(assetCategories);
export type AssetCategory = z.infer<typeof assetCategorySchema>;

/** A financed portfolio in short (core document, section 3). `portfolioType` is PCAF's asset class; tonnes CO2e a year; percent of sites. */
export const pcafPortfolioSchema = z.object({
  portfolioId: idSchema,
  portfolioName: z.string(),
  portfolioType: z.string(),
  totalSites: countSchema,
  totalAnnualAvoidedEmissions: z.number(),
  complianceRate: percentSchema,
});
export type PcafPortfolio = z.infer<typeof pcafPortfolioSchema>;

/** GET /api/pcaf/analytics/portfolios. `lastUpdated` is ours. Absent: as of when the figures are is not told; what is said is when they came. */
export const pcafPortfoliosResponseSchema = z.object({ portfolios: z.array(pcafPortfolioSchema), lastUpdated: z.optional(isoTimeSchema) });
export type PcafPortfoliosResponse = z.infer<typeof pcafPortfoliosResponseSchema>;

/** One category's part; `percentageOfTotal` of the annual avoided emissions, 0 where nothing is avoided in all. */
const categorySchema = z.object({
  annualAvoidedEmissions: z.number(),
  siteCount: countSchema,
  assetCount: countSchema,
  percentageOfTotal: z.number(),
});

/** GET /api/pcaf/analytics/portfolio/{portfolioId}. Tonnes CO2e; money in `currency`; assets by data quality level, 5 the best. */
export const pcafPortfolioDetailSchema = z.object({
  /** Absent: the one that was asked for. */
  portfolioId: z.optional(idSchema),
  portfolioName: z.string(),
  /** Absent: the list of portfolios has it; here nothing is said of it. */
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
  /** A site counts where all of its assets keep a frame's rule; `complianceRate` is the percent of sites that keep all three. */
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
