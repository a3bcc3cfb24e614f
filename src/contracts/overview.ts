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
  /** Absent: it is the one of this time, link and text. */
  activityId: z.optional(idSchema),
  text: textSchema,
  time: isoTimeSchema,
  link: innerLinkSchema,
  status: z.enum(['success', 'info', 'warning']),
  version: versionSchema,
});
export type Activity = z.infer<typeof activitySchema>;
/** What an activity is known by: its id, or its time, link and text. */
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
  /** When the person who asks has read it. Absent while they have not, and in rows that an older build has kept. */
  readAt: z.optional(isoTimeSchema),
  version: countSchema,
});
export type Notification = z.infer<typeof notificationSchema>;
export const notificationsResponseSchema = z.object({ notifications: z.array(notificationSchema), lastUpdated: isoTimeSchema });

/** Most notifications that one request marks: as many as an answer lists. */
export const mostMarked = 50;
export const notificationMarks = ['read', 'dismissed'] as const;
/** POST /api/notifications/marks: of the caller alone. Dismissed ones are not listed to them any more. */
export const markNotificationsSchema = z.object({
  notificationIds: z.array(idSchema).check(z.minLength(1), z.maxLength(mostMarked)),
  mark: z.enum(notificationMarks),
});
/** Those that were marked: neither gone, nor marked so before. */
export const markedSchema = z.object({ marked: z.array(idSchema) });

/** System confidence (C-19): percentages; `confidence` is dataQuality × ruleAdherence (D-16). */
export const confidenceResponseSchema = z.object({
  confidence: percentSchema,
  dataQuality: percentSchema,
  ruleAdherence: percentSchema,
  anomalyRate: z.enum(['low', 'medium', 'high']),
  anomalies: countSchema,
  sampleSize: countSchema,
  /** What the two shares are of. Of nothing they are no figure, and stand as 0. Absent: of something. */
  readingsExpected: z.optional(countSchema),
  rulesChecked: z.optional(countSchema),
  lastUpdated: isoTimeSchema,
});
export type ConfidenceResponse = z.infer<typeof confidenceResponseSchema>;

export const portfolioStates = ['eligible', 'eligible_frozen', 'packaged', 'sold', 'recycled', 'defaulted', 'written_off'] as const;
export const portfolioStateSchema = z.enum(portfolioStates);
export type PortfolioState = z.infer<typeof portfolioStateSchema>;

/** What is in a currency to which no rate is held, and so in none of the sums. Absent: nothing is. */
const unratedReceivablesSchema = z.optional(z.array(z.object({ currency: currencySchema, receivables: z.number() })));

/** GET /api/refinance/summary (D-38): totals only. Values in `currency`; uptime, savings, reduction in percent. */
export const refinanceSummarySchema = z.object({
  currency: currencySchema,
  byState: z.array(
    z.object({
      state: portfolioStateSchema,
      portfolios: countSchema,
      receivablesValue: z.number(),
      /** Of this state, as `unrated` below. */
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

/** GET /api/rbf/summary (D-38): what was paid this month in the tenant's zone, and all that stands open, whatever its month (issue 16, point 8). */
export const rbfSummarySchema = z.object({
  currency: currencySchema,
  month: z.string(),
  totalPayments: countSchema,
  totalPaid: z.number(),
  totalPending: z.number(),
  paidCount: countSchema,
  pendingCount: countSchema,
  failedCount: countSchema,
  /** Of all that are not paid, whatever their month: sent back by the bank and waiting as a dead letter; not made for too long. Absent: not counted. */
  refusedCount: z.optional(countSchema),
  overdueCount: z.optional(countSchema),
  /** What was paid this month or stands open in a currency to which no rate is held, and so in none of the sums. Absent: nothing is. */
  unrated: z.optional(z.array(z.object({ currency: currencySchema, paid: z.number(), pending: z.number() }))),
  lastUpdated: isoTimeSchema,
});
export type RbfSummary = z.infer<typeof rbfSummarySchema>;
