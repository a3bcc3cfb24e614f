import { figureBasisSchema } from './figureBasis.ts';
import { innerLinkSchema } from './links.ts';
import {
  countSchema,
  currencySchema,
  idSchema,
  isoTimeSchema,
  percentSchema,
  shareSchema,
  textSchema,
  versionSchema,
} from './primitives.ts';
import { z } from './zod.ts';

/** One line of Recent Activity (C-16). `link` is a path inside the console. */
export const activitySchema = z.object({
  /** Absent: identified by time, link and text. */
  activityId: z.optional(idSchema),
  text: textSchema,
  time: isoTimeSchema,
  link: innerLinkSchema,
  status: z.enum(['success', 'info', 'warning']),
  version: versionSchema,
});
export type Activity = z.infer<typeof activitySchema>;
/** Identity of an activity: its id, or its time, link and text. */
export function activityKey({ activityId, time, link, text }: Activity): string {
  return activityId ?? `${time} ${link} ${text}`;
}
export const activityResponseSchema = z.object({ activities: z.array(activitySchema), lastUpdated: isoTimeSchema });

/** A notification of the tenant; warnings are also listed under 'Attention Required' (C-12). */
export const notificationSchema = z.object({
  notificationId: idSchema,
  level: z.enum(['warning', 'info', 'success']),
  title: textSchema,
  body: textSchema,
  time: isoTimeSchema,
  link: z.nullable(innerLinkSchema),
  /** When the calling user read it. Absent while unread, and in rows stored by older builds. */
  readAt: z.optional(isoTimeSchema),
  version: countSchema,
});
export type Notification = z.infer<typeof notificationSchema>;
export const notificationsResponseSchema = z.object({ notifications: z.array(notificationSchema), lastUpdated: isoTimeSchema });

/** Maximum number of notifications that one request marks; equals the length of an answer. */
export const maxMarked = 50;
export const notificationMarks = ['read', 'dismissed'] as const;
/** POST /api/notifications/marks: marks for the caller only. Dismissed notifications are no longer listed for them. */
export const markNotificationsSchema = z.object({
  notificationIds: z.array(idSchema).check(z.minLength(1), z.maxLength(maxMarked)),
  mark: z.enum(notificationMarks),
});
/** Ids that were marked; omits those that no longer exist or already had the mark. */
export const markedSchema = z.object({ marked: z.array(idSchema) });

/** System confidence (C-19): percentages; `confidence` is dataQuality × ruleAdherence (D-16). */
export const confidenceResponseSchema = z.object({
  confidence: percentSchema,
  dataQuality: percentSchema,
  ruleAdherence: percentSchema,
  anomalyRate: z.enum(['low', 'medium', 'high']),
  anomalies: countSchema,
  sampleSize: countSchema,
  /** Sample sizes of the two shares. If 0 the share is 0 and not a figure. Absent: not 0. */
  readingsExpected: z.optional(countSchema),
  rulesChecked: z.optional(countSchema),
  lastUpdated: isoTimeSchema,
});
export type ConfidenceResponse = z.infer<typeof confidenceResponseSchema>;

/** States of a portfolio; `financeMoves.ts` says which may follow which (C-60). */
export const portfolioStates = ['eligible', 'eligible_frozen', 'packaged', 'sold', 'recycled', 'defaulted', 'written_off'] as const;
export const portfolioStateSchema = z.enum(portfolioStates);
export type PortfolioState = z.infer<typeof portfolioStateSchema>;

/** Receivables in a currency without an exchange rate, and therefore not in any sum. Absent: none. */
const unratedReceivablesSchema = z.optional(z.array(z.object({ currency: currencySchema, receivables: z.number() })));

/** GET /api/refinance/summary (D-38): totals only. Values in `currency`; uptime, savings, reduction in percent. */
export const refinanceSummarySchema = z.object({
  currency: currencySchema,
  byState: z.array(
    z.object({
      state: portfolioStateSchema,
      portfolios: countSchema,
      receivablesValue: z.number(),
      /** For this state, as `unrated` below. */
      unrated: unratedReceivablesSchema,
    }),
  ),
  performanceSummary: z.object({
    avgUptime: z.number(),
    avgFuelSavings: z.number(),
    avgEmissionReduction: z.number(),
    totalSites: countSchema,
    verificationCount: countSchema,
  }),
  basis: z.optional(figureBasisSchema),
  recycledCapital: z.number(),
  totalReceivables: z.number(),
  unrated: unratedReceivablesSchema,
  verificationScore: shareSchema,
  lastUpdated: isoTimeSchema,
});
export type RefinanceSummary = z.infer<typeof refinanceSummarySchema>;

/**
 * GET /api/rbf/summary (D-38): payments made this month in the tenant's time zone, and all open ones regardless of month (issue 16, point
 * 8).
 */
export const rbfSummarySchema = z.object({
  currency: currencySchema,
  month: z.string(),
  totalPayments: countSchema,
  totalPaid: z.number(),
  totalPending: z.number(),
  paidCount: countSchema,
  pendingCount: countSchema,
  failedCount: countSchema,
  /**
   * Among all unpaid ones, regardless of month: returned by the bank and waiting as a dead letter (`refusedCount`), and overdue
   * (`overdueCount`). Absent: not counted.
   */
  refusedCount: z.optional(countSchema),
  overdueCount: z.optional(countSchema),
  /** Amounts paid this month or open in a currency without an exchange rate, and therefore not in any sum. Absent: none. */
  unrated: z.optional(z.array(z.object({ currency: currencySchema, paid: z.number(), pending: z.number() }))),
  lastUpdated: isoTimeSchema,
});
export type RbfSummary = z.infer<typeof rbfSummarySchema>;
