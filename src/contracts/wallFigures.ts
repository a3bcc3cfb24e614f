import { countSchema, currencySchema, fitting, idSchema, isoTimeSchema } from './primitives.ts';
import { portfolioStateSchema } from './overview.ts';
import { milestoneMetricSchema } from './rbf.ts';
import { z } from './zod.ts';

/* What walls draw of finance and schools (G-17): sums and counts made at the platform, and no row that they are made of. Whoever previews a wall is answered the same. */

/** An amount in major units beside its currency. */
export const toldMoneySchema = z.object({ currency: currencySchema, amount: z.number() }).check(fitting());
export type ToldMoney = z.infer<typeof toldMoneySchema>;
/** One sum for each currency: without a rate two are never added. */
const sums = z.array(toldMoneySchema);

/**
 * What the signatures of a list came to where the platform checked them: a wall does not hold what was signed, so it cannot check by itself. As `signaturesHold` of
 * `src/domain/claims/proof.ts` takes them.
 */
export const toldSignaturesSchema = z.object({
  verified: countSchema,
  failed: countSchema,
  partly: countSchema,
  otherFigures: countSchema,
  total: countSchema,
});
export type ToldSignatures = z.infer<typeof toldSignaturesSchema>;

/** A milestone with what its payments came to. `threshold` as in `rbfMilestoneSchema`. */
export const milestoneFiguresSchema = z.object({
  description: z.string(),
  metric: milestoneMetricSchema,
  threshold: z.number(),
  paid: countSchema,
  pending: countSchema,
  failed: countSchema,
  paidSum: sums,
});

/** GET /api/wall/payments. `totalPaid` and `totalPending` as the platform sums them (C-31), what no rate is held for beside it; `unbacked`: payments that no evidence pack stands behind. */
export const wallPaymentsSchema = z.object({
  total: countSchema,
  paid: countSchema,
  pending: countSchema,
  failed: countSchema,
  totalPaid: sums,
  totalPending: sums,
  unbacked: countSchema,
  /** The first by their ids, as many as a wall shows. */
  milestones: z.array(milestoneFiguresSchema),
  signatures: toldSignaturesSchema,
  lastUpdated: isoTimeSchema,
});
export type WallPayments = z.infer<typeof wallPaymentsSchema>;

/** All portfolios together. Percent, null where there is nothing that they are of. */
export const portfolioFiguresSchema = z.object({
  /** States that a portfolio is in, with what those are worth. */
  byState: z.array(z.object({ state: portfolioStateSchema, portfolios: countSchema, receivables: sums })),
  /** Every currency, in the order in which portfolios bring them. */
  currencies: z.array(currencySchema),
  availableFunding: sums,
  recycledCapital: sums,
  pendingPackaging: sums,
  /** Weighed by verifications. */
  avgUptime: z.nullable(z.number()),
  avgFuelSavings: z.nullable(z.number()),
  avgEmissionReduction: z.nullable(z.number()),
  sites: countSchema,
  verifications: countSchema,
});
export type PortfolioSums = z.infer<typeof portfolioFiguresSchema>;

/** GET /api/wall/portfolios. */
export const wallPortfoliosSchema = z.object({
  ...portfolioFiguresSchema.shape,
  signatures: toldSignaturesSchema,
  lastUpdated: isoTimeSchema,
});
export type WallPortfolios = z.infer<typeof wallPortfoliosSchema>;

/** A school as a wall shows it; figures as in `schoolSchema`. */
export const wallSchoolSchema = z.object({
  schoolId: idSchema,
  schoolName: z.string(),
  location: z.string(),
  fuelSavingsPercent: z.number(),
  uptime: z.number(),
  records: z.optional(countSchema),
});
export type WallSchool = z.infer<typeof wallSchoolSchema>;

/** The programme over all schools. Null where no verified record stands behind it. */
export const programmeSumsSchema = z.object({
  schoolsServed: countSchema,
  performing: countSchema,
  savings: sums,
  /** The demo made a part of the savings up. */
  savingsSimulated: z.boolean(),
  /** Tonnes CO2e. */
  emissionReductions: z.nullable(z.number()),
  carbonCredits: z.nullable(z.number()),
});
export type ProgrammeSums = z.infer<typeof programmeSumsSchema>;

/** GET /api/wall/schools: the programme, and of its schools those that a wall shows. */
export const wallSchoolsSchema = z.object({ ...programmeSumsSchema.shape, schools: z.array(wallSchoolSchema), lastUpdated: isoTimeSchema });
export type WallSchools = z.infer<typeof wallSchoolsSchema>;
