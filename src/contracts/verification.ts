import { portfolioStateSchema } from './overview.ts';
import { countSchema, idSchema, isoTimeSchema, sha256Schema, shareSchema, versionSchema } from './primitives.ts';
import { milestoneMetricSchema } from './rbf.ts';
import { soughtText } from './texts.ts';
import { z } from './zod.ts';

/** The platform's decision; `disputed` ones wait for a person. */
export const verificationStatusSchema = z.enum(['verified', 'pending', 'failed', 'disputed']);
export type VerificationStatus = z.infer<typeof verificationStatusSchema>;

/** `uptime` and `fuelSavings` are percent; `emissionReduction` is tonnes CO2e in the period. */
export const performanceKpisSchema = z.object({ uptime: z.number(), fuelSavings: z.number(), emissionReduction: z.number() });

/**
 * One link of a tenant's append-only chain (D-9). `seal` is SHA-256 of the RFC 8785 form of the other fields plus the session's tenantId;
 * `prevHash` is the seal of the previous entry, 64 zeros for the first.
 */
export const chainEntrySchema = z.object({
  chainIndex: countSchema,
  vrfId: idSchema,
  siteCode: idSchema,
  timestamp: isoTimeSchema,
  performanceKpis: performanceKpisSchema,
  status: verificationStatusSchema,
  covenantHash: sha256Schema,
  evidenceHash: sha256Schema,
  prevHash: sha256Schema,
  seal: sha256Schema,
});
export type ChainEntry = z.infer<typeof chainEntrySchema>;

/** A verification: its newest chain entry plus unsealed members such as site name, confidence and how it was decided. */
export const verificationSchema = z.object({
  ...chainEntrySchema.shape,
  /**
   * Chain position and seal are ours; the documents have only `prevHash`. If either is absent the record is not a checkable link
   * (`linkOf` in domain/records/chainLink.ts): it is listed normally without a statement about its seal, and a chain that contains it is not
   * checkable, neither whole nor broken.
   */
  chainIndex: z.optional(countSchema),
  seal: z.optional(sha256Schema),
  /** Absent: unknown; the site is shown by its code. */
  siteName: z.optional(z.string()),
  confidenceScore: shareSchema,
  /** True if a rule decided it. Absent: unknown, neither a rule nor a person. */
  automated: z.optional(z.boolean()),
  evidencePackId: z.optional(idSchema),
  /**
   * Time of the record's first link, unchanged by later decisions; `timestamp` is when it got its present status. Absent: unknown; the
   * record is then listed by the time of its newest link.
   */
  recordedAt: z.optional(isoTimeSchema),
  version: versionSchema,
});
export type Verification = z.infer<typeof verificationSchema>;

/**
 * GET /api/verifications: newest first, or the rows changed since `since` (a seq). `head` is the chain's newest link. `superseded` are
 * the older chain entries of the listed verifications, so that the device can store the chain without gaps (D-9).
 */
export const verificationsResponseSchema = z.object({
  verifications: z.array(verificationSchema),
  superseded: z.optional(z.array(chainEntrySchema)),
  totalCount: countSchema,
  nextCursor: z.nullable(z.string()),
  head: z.nullable(z.object({ chainIndex: countSchema, seal: sha256Schema })),
  lastUpdated: isoTimeSchema,
});
export type VerificationsResponse = z.infer<typeof verificationsResponseSchema>;

/**
 * GET /api/verifications/{vrfId}: every entry of it in the chain, oldest first, with the entries before and after, and the payment and
 * portfolio that depend on it. Money only for callers who may see it (null otherwise).
 */
export const verificationDetailSchema = z.object({
  verification: verificationSchema,
  entries: z.array(chainEntrySchema),
  previous: z.nullable(chainEntrySchema),
  next: z.nullable(chainEntrySchema),
  covenant: z.nullable(z.object({ covenantHash: sha256Schema, title: z.string(), version: countSchema, agreedAt: isoTimeSchema })),
  payment: z.nullable(
    z.object({
      paymentId: idSchema,
      status: z.enum(['pending', 'paid', 'failed']),
      amount: z.number(),
      currency: z.string(),
      metric: milestoneMetricSchema,
      threshold: z.number(),
      actualPerformance: z.number(),
    }),
  ),
  portfolio: z.nullable(
    z.object({
      portfolioId: idSchema,
      state: portfolioStateSchema,
      receivablesValue: z.number(),
      currency: z.string(),
      verificationScore: shareSchema,
      /** Number of decided records behind the score; 0: there is no score. Absent: not counted. */
      decidedRecords: z.optional(countSchema),
    }),
  ),
  /** True if payment and portfolio were withheld from the caller, whether they exist or not. Absent: null means that there is none. */
  withheld: z.optional(z.literal(true)),
  /** Newest first. `by` is the acting account (D-60), `about` the link target of the line. */
  history: z.array(
    z.object({
      at: isoTimeSchema,
      text: z.string(),
      by: z.optional(z.object({ id: idSchema, name: z.string() })),
      about: z.optional(z.object({ kind: z.enum(['override', 'deadLetter']), id: idSchema })),
    }),
  ),
});
export type VerificationDetail = z.infer<typeof verificationDetailSchema>;

export const verificationsQuerySchema = z.object({
  cursor: z.optional(z.string()),
  limit: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(500))),
  status: z.optional(verificationStatusSchema),
  site: z.optional(idSchema),
  q: z.optional(soughtText(200)),
  /** Only rows whose newest change has a greater seq. */
  since: z.optional(z.coerce.number().check(z.int(), z.gte(0))),
});

/**
 * GET /api/chain/links: links by position, at most 500: `at` as '0-63,100,200'. Positions missing in the answer do not exist at the
 * platform or are withheld.
 */
export const chainLinksQuerySchema = z.object({ at: z.string().check(z.maxLength(4_000)) });
export const chainLinksResponseSchema = z.object({ links: z.array(chainEntrySchema), lastUpdated: isoTimeSchema });
