import { covenantSchema } from './covenant.ts';
import { countSchema, currencySchema, idSchema, isoTimeSchema, sha256Schema, versionSchema } from './primitives.ts';
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

/** A payment for a milestone reached. `jws_signature` covers the canonical payment payload of `src/domain/signedRecords.ts` (D-33). */
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
  payment: z.object({
    amount: z.number(),
    currency: currencySchema,
    status: paymentStatusSchema,
    paidAt: z.nullable(isoTimeSchema),
    transactionId: z.nullable(z.string()),
    /** When it falls due. Absent: not told, and never overdue. */
    dueAt: z.optional(isoTimeSchema),
  }),
  covenant_hash: sha256Schema,
  /** The terms behind `covenant_hash`. Absent: the hash is shown and cannot be followed to them. */
  covenant: z.optional(covenantSchema),
  jws_signature: z.string(),
  version: versionSchema,
});
export type RbfPayment = z.infer<typeof rbfPaymentSchema>;

/** GET /api/rbf/payments: newest first; the summary covers all of them, sums in the tenant's currency. */
export const rbfPaymentsResponseSchema = z.object({
  payments: z.array(rbfPaymentSchema),
  summary: z.object({
    totalPayments: countSchema,
    totalPaid: z.number(),
    totalPending: z.number(),
    paidCount: countSchema,
    pendingCount: countSchema,
  }),
  lastUpdated: isoTimeSchema,
});
export type RbfPaymentsResponse = z.infer<typeof rbfPaymentsResponseSchema>;
