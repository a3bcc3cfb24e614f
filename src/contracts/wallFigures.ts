import { countSchema, currencySchema, fitting, idSchema, isoTimeSchema } from './primitives.ts';
import { portfolioStateSchema } from './overview.ts';
import { milestoneMetricSchema } from './rbf.ts';
import { z } from './zod.ts';

/*
 * Finance and school figures for displays (G-17): sums and counts computed by the platform, without the rows behind them. A preview of a
 * display gets the same answer.
 */

/** An amount in major units beside its currency. */
export const toldMoneySchema = z.object({ currency: currencySchema, amount: z.number() }).check(fitting());
export type ToldMoney = z.infer<typeof toldMoneySchema>;
/** One sum per currency: amounts of different currencies are never added without a rate. */
const sums = z.array(toldMoneySchema);

/**
 * Counts of the platform's signature checks on a list: a display does not hold the signed data, so it cannot check itself. Input of
 * `signaturesHold` in `src/domain/claims/proof.ts`.
 */
export const toldSignaturesSchema = z.object({
  verified: countSchema,
  failed: countSchema,
  partly: countSchema,
  otherFigures: countSchema,
  total: countSchema,
});
export type ToldSignatures = z.infer<typeof toldSignaturesSchema>;

/** A milestone with the counts and sum of its payments. `threshold` as in `rbfMilestoneSchema`. */
export const milestoneFiguresSchema = z.object({
  description: z.string(),
  metric: milestoneMetricSchema,
  threshold: z.number(),
  paid: countSchema,
  pending: countSchema,
  failed: countSchema,
  paidSum: sums,
});

/**
 * GET /api/wall/payments. `totalPaid` and `totalPending` as summed by the platform (C-31), plus amounts in currencies without a rate;
 * `unbacked`: payments without an evidence pack.
 */
export const wallPaymentsSchema = z.object({
  total: countSchema,
  paid: countSchema,
  pending: countSchema,
  failed: countSchema,
  totalPaid: sums,
  totalPending: sums,
  unbacked: countSchema,
  /** The first by id, as many as a display shows. */
  milestones: z.array(milestoneFiguresSchema),
  signatures: toldSignaturesSchema,
  lastUpdated: isoTimeSchema,
});
export type WallPayments = z.infer<typeof wallPaymentsSchema>;

/** Figures over all portfolios. Percentages are null if there is no data behind them. */
export const portfolioFiguresSchema = z.object({
  /** Each state with at least one portfolio, and the portfolios' receivables. */
  byState: z.array(z.object({ state: portfolioStateSchema, portfolios: countSchema, receivables: sums })),
  /** All currencies, in order of first occurrence in the portfolios. */
  currencies: z.array(currencySchema),
  availableFunding: sums,
  recycledCapital: sums,
  pendingPackaging: sums,
  /** Weighted by number of verifications. */
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

/** A school as shown on a display; figures as in `schoolSchema`. */
export const wallSchoolSchema = z.object({
  schoolId: idSchema,
  schoolName: z.string(),
  location: z.string(),
  fuelSavingsPercent: z.number(),
  uptime: z.number(),
  records: z.optional(countSchema),
});
export type WallSchool = z.infer<typeof wallSchoolSchema>;

/** Totals of the programme over all schools. Null if there is no verified record behind them. */
export const programmeSumsSchema = z.object({
  schoolsServed: countSchema,
  performing: countSchema,
  savings: sums,
  /** True if the demo generated a part of the savings. */
  savingsSimulated: z.boolean(),
  /** Tonnes CO2e. */
  emissionReductions: z.nullable(z.number()),
  carbonCredits: z.nullable(z.number()),
});
export type ProgrammeSums = z.infer<typeof programmeSumsSchema>;

/** GET /api/wall/schools: the programme, and the schools that a display shows. */
export const wallSchoolsSchema = z.object({ ...programmeSumsSchema.shape, schools: z.array(wallSchoolSchema), lastUpdated: isoTimeSchema });
export type WallSchools = z.infer<typeof wallSchoolsSchema>;
