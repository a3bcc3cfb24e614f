import { portfolioStateSchema } from './overview.ts';
import { covenantSchema } from './covenant.ts';
import { figureBasisSchema } from './figureBasis.ts';
import { countSchema, idSchema, isoTimeSchema, ownCurrencySchema, sha256Schema, shareSchema, versionSchema } from './primitives.ts';
import { z } from './zod.ts';

/**
 * A refinance portfolio (core document, section 3). Money in `currency`; uptime, savings and reduction in percent. `jwsSignature` covers
 * its state when it was signed (`portfolioStanding` and `portfolioFigures` of `src/domain/records/recordFields.ts`, D-52).
 */
export const portfolioSchema = z.object({
  portfolioId: idSchema,
  state: portfolioStateSchema,
  verificationScore: shareSchema,
  receivablesValue: z.number(),
  currency: ownCurrencySchema,
  covenantHash: sha256Schema,
  /**
   * The terms behind `covenantHash`, so that readers can hash them themselves. Absent: the hash is shown but cannot be verified against
   * its terms.
   */
  covenant: z.optional(covenantSchema),
  jwsSignature: z.string(),
  signerKid: z.string(),
  /**
   * State changes since then, oldest first: signed statements (compact JWS) that name the first signature (D-52). Absent: the platform
   * stores none.
   */
  laterStatements: z.optional(z.array(z.string())),
  frozenAt: z.optional(isoTimeSchema),
  packagedAt: z.optional(isoTimeSchema),
  soldAt: z.optional(isoTimeSchema),
  /** When it entered its present state. Absent: use the latest of the three times above; if there is none, unknown. */
  changedAt: z.optional(isoTimeSchema),
  dgnPackageId: z.optional(idSchema),
  /** The sites whose receivables it holds. Absent: unknown, not empty. */
  siteCodes: z.optional(z.array(idSchema)),
  performanceSummary: z.object({
    avgUptime: z.number(),
    avgFuelSavings: z.number(),
    avgEmissionReduction: z.number(),
    totalSites: countSchema,
    verificationCount: countSchema,
  }),
  basis: z.optional(figureBasisSchema),
  liquidityMetrics: z.object({ availableFunding: z.number(), recycledCapital: z.number(), pendingPackaging: z.number() }),
  version: versionSchema,
});
export type Portfolio = z.infer<typeof portfolioSchema>;

/** GET /api/refinance/portfolios. */
export const portfoliosResponseSchema = z.object({
  portfolios: z.array(portfolioSchema),
  totalCount: countSchema,
  lastUpdated: isoTimeSchema,
});
export type PortfoliosResponse = z.infer<typeof portfoliosResponseSchema>;
