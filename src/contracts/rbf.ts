import { covenantSchema } from './covenant.ts';
import { countSchema, currencySchema, fitting, idSchema, isoTimeSchema, sha256Schema, textSchema, versionSchema } from './primitives.ts';
import { z } from './zod.ts';

export const milestoneMetricSchema = z.enum(['uptime', 'fuelSavings', 'emissionReduction']);
export const paymentStatusSchema = z.enum(['pending', 'paid', 'failed']);
const paymentTypeSchema = z.enum(['fixed', 'percentage']);

/** A milestone of results-based finance (core document, section 3; its names are the document's). `threshold` is percent, or tonnes CO2e. */
export const rbfMilestoneSchema = z.object({
  milestone_id: idSchema,
  description: z.string(),
  metric: milestoneMetricSchema,
  threshold: z.number(),
  payment_amount: z.number(),
  payment_type: paymentTypeSchema,
});
export type RbfMilestone = z.infer<typeof rbfMilestoneSchema>;

/** A payment for a milestone reached. `jws_signature` covers what was known when it was owed (`paymentFacts` of `src/domain/recordFields.ts`, D-52). */
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
    /** What the milestone itself promises, in the payment's currency. Absent: not told with this payment. */
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
      /** When it falls due. Absent: not told, and never overdue. */
      dueAt: z.optional(isoTimeSchema),
    })
    .check(fitting()),
  covenant_hash: sha256Schema,
  /** The terms behind `covenant_hash`. Absent: the hash is shown and cannot be followed to them. */
  covenant: z.optional(covenantSchema),
  jws_signature: z.string(),
  /** What happened to it since, oldest first: signed statements (compact JWS) that name the first signature (D-52). Absent: the platform keeps none. */
  laterStatements: z.optional(z.array(z.string())),
  /** The pack that the evidence of its verification is in; null without one. Absent where the platform does not say. */
  evidencePackId: z.optional(z.nullable(idSchema)),
  /** Why the bank refused it, and the dead letter that waits for somebody to look (T-4); absent where none waits. */
  refusal: z.optional(z.object({ itemId: idSchema, errorCode: z.string(), message: textSchema, at: isoTimeSchema })),
  version: versionSchema,
});
export type RbfPayment = z.infer<typeof rbfPaymentSchema>;

/** What payments in one currency come to. */
const paymentSumsSchema = z.object({
  currency: currencySchema,
  totalPaid: z.number(),
  totalPending: z.number(),
  paidCount: countSchema,
  pendingCount: countSchema,
  failedCount: countSchema,
});
/**
 * What all payments come to, as the platform counts (C-31). Sums in `currency`, the tenant's: what was paid at the rates of its day, what stands open
 * at the newest. `fxSnapshotId` is the newest of the snapshots used, `fxSnapshotIds` all of them where there are several; currencies without a rate
 * are in no sum and named in `notConverted`. The parts in the payments' own currencies are what the sums are made of. What the document does
 * not name may be absent: then nothing is said of it.
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
