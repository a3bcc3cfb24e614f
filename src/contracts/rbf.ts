import { covenantSchema } from './covenant.ts';
import { countSchema, currencySchema, fitting, idSchema, isoTimeSchema, sha256Schema, textSchema, versionSchema } from './primitives.ts';
import { z } from './zod.ts';

export const milestoneMetricSchema = z.enum(['uptime', 'fuelSavings', 'emissionReduction']);
export const paymentStatusSchema = z.enum(['pending', 'paid', 'failed']);
const paymentTypeSchema = z.enum(['fixed', 'percentage']);

/**
 * A milestone of results-based finance (core document, section 3; member names are the document's). `threshold` is percent, or tonnes
 * CO2e.
 */
export const rbfMilestoneSchema = z.object({
  milestone_id: idSchema,
  description: z.string(),
  metric: milestoneMetricSchema,
  threshold: z.number(),
  payment_amount: z.number(),
  payment_type: paymentTypeSchema,
});

/**
 * A payment for a reached milestone. `jws_signature` covers what was known when it became due (`paymentFacts` of
 * `src/domain/records/recordFields.ts`, D-52).
 */
export const rbfPaymentSchema = z.object({
  payment_id: idSchema,
  verification_id: idSchema,
  milestone_id: idSchema,
  site_code: idSchema,
  milestone: z.object({
    description: z.string(),
    metric: milestoneMetricSchema,
    threshold: z.number(),
    actualPerformance: z.number(),
    /** The milestone's own terms, in the payment's currency. Absent: unknown. */
    payment_amount: z.optional(z.number()),
    payment_type: z.optional(paymentTypeSchema),
  }),
  payment: z
    .object({
      amount: z.number(),
      currency: currencySchema,
      status: paymentStatusSchema,
      paidAt: z.nullable(isoTimeSchema),
      transactionId: z.nullable(z.string()),
      /** Due date. Absent: unknown, and never overdue. */
      dueAt: z.optional(isoTimeSchema),
    })
    .check(fitting()),
  covenant_hash: sha256Schema,
  /** The terms behind `covenant_hash`. Absent: the hash is shown but cannot be verified against its terms. */
  covenant: z.optional(covenantSchema),
  jws_signature: z.string(),
  /**
   * Status changes since then, oldest first: signed statements (compact JWS) that name the first signature (D-52). Absent: the platform
   * stores none.
   */
  laterStatements: z.optional(z.array(z.string())),
  /** The evidence pack of its verification; null if there is none. Absent: unknown. */
  evidencePackId: z.optional(z.nullable(idSchema)),
  /** Why the bank refused it, and the dead letter that waits for a person (T-4); absent if none waits. */
  refusal: z.optional(z.object({ itemId: idSchema, errorCode: z.string(), message: textSchema, at: isoTimeSchema })),
  version: versionSchema,
});
export type RbfPayment = z.infer<typeof rbfPaymentSchema>;

/** Totals of the payments in one currency. */
const paymentSumsSchema = z.object({
  currency: currencySchema,
  totalPaid: z.number(),
  totalPending: z.number(),
  paidCount: countSchema,
  pendingCount: countSchema,
  failedCount: countSchema,
});
/**
 * Totals of all payments, computed by the platform (C-31), in `currency`, the tenant's: paid amounts at the rates of the payment day,
 * open ones at the newest rates. `fxSnapshotId` is the newest snapshot used, `fxSnapshotIds` all of them if there are several; currencies
 * without a rate are in no total and listed in `notConverted`. `byCurrency` are the unconverted totals. Members that the document does
 * not name may be absent: then unknown.
 */
export const rbfTotalsSchema = z.object({
  totalPayments: countSchema,
  totalPaid: z.number(),
  totalPending: z.number(),
  paidCount: countSchema,
  pendingCount: countSchema,
  failedCount: z.optional(countSchema),
  currency: z.optional(currencySchema),
  byCurrency: z.optional(z.array(paymentSumsSchema)),
  fxSnapshotId: z.optional(z.string()),
  fxSnapshotIds: z.optional(z.array(z.string())),
  notConverted: z.optional(z.array(currencySchema)),
});
export type RbfTotals = z.infer<typeof rbfTotalsSchema>;
export type PaymentSums = z.infer<typeof paymentSumsSchema>;

/** GET /api/rbf/payments: newest first; the summary covers all of them. */
export const rbfPaymentsResponseSchema = z.object({
  payments: z.array(rbfPaymentSchema),
  summary: rbfTotalsSchema,
  lastUpdated: isoTimeSchema,
});
export type RbfPaymentsResponse = z.infer<typeof rbfPaymentsResponseSchema>;
