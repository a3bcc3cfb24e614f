import type { Portfolio } from '../../contracts/portfolio.ts';
import type { RbfPayment } from '../../contracts/rbf.ts';
import type { ReportSummary } from '../../contracts/report.ts';
import { scoreOf } from '../figures/shown.ts';
import { amountOf, moneyOf, noMoney, sumOf } from '../money/money.ts';
import { column, type ExportSheet } from './sheet.ts';

/** Portfolios with their signatures: each row can be verified by itself. */
export const portfolioSheet: ExportSheet<Portfolio> = {
  columns: [
    column('portfolioId', 'Portfolio', ({ portfolioId }) => portfolioId),
    column('state', 'State', ({ state }) => state),
    column('receivablesValue', 'Receivables', ({ receivablesValue }) => receivablesValue),
    column('currency', 'Currency', ({ currency }) => currency),
    column('verificationScore', 'Verification score (0 to 1)', scoreOf),
    column('totalSites', 'Sites', ({ performanceSummary }) => performanceSummary.totalSites),
    column('verificationCount', 'Verifications', ({ performanceSummary }) => performanceSummary.verificationCount),
    column('avgUptime', 'Average uptime (%)', ({ performanceSummary: summary }) =>
      summary.verificationCount === 0 ? null : summary.avgUptime,
    ),
    column('avgFuelSavings', 'Average fuel savings (%)', ({ performanceSummary: summary }) =>
      summary.verificationCount === 0 ? null : summary.avgFuelSavings,
    ),
    column('availableFunding', 'Available funding', ({ liquidityMetrics }) => liquidityMetrics.availableFunding),
    column('recycledCapital', 'Recycled capital', ({ liquidityMetrics }) => liquidityMetrics.recycledCapital),
    column('pendingPackaging', 'Pending packaging', ({ liquidityMetrics }) => liquidityMetrics.pendingPackaging),
    column('dgnPackageId', 'Package', ({ dgnPackageId }) => dgnPackageId),
    column('frozenAt', 'Frozen (UTC)', ({ frozenAt }) => frozenAt),
    column('packagedAt', 'Packaged (UTC)', ({ packagedAt }) => packagedAt),
    column('soldAt', 'Sold (UTC)', ({ soldAt }) => soldAt),
    column('covenantHash', 'Covenant hash', ({ covenantHash }) => covenantHash),
    column('signerKid', 'Signing key', ({ signerKid }) => signerKid),
    column('jwsSignature', 'Signature', ({ jwsSignature }) => jwsSignature),
    column('laterStatements', 'Signed since', ({ laterStatements }) => laterStatements?.join(' ')),
  ],
  covenantOf: ({ covenantHash }) => covenantHash,
};

/** Payments with their signatures: each row can be verified by itself. */
export const paymentSheet: ExportSheet<RbfPayment> = {
  columns: [
    column('paymentId', 'Payment', ({ payment_id }) => payment_id),
    column('verificationId', 'Verification', ({ verification_id }) => verification_id),
    column('milestoneId', 'Milestone', ({ milestone_id }) => milestone_id),
    column('milestone', 'Milestone description', ({ milestone }) => milestone.description),
    column('siteCode', 'Site code', ({ site_code }) => site_code),
    column('metric', 'Metric', ({ milestone }) => milestone.metric),
    column('threshold', 'Threshold', ({ milestone }) => milestone.threshold),
    column('actualPerformance', 'Actual performance', ({ milestone }) => milestone.actualPerformance),
    column('amount', 'Amount', ({ payment }) => payment.amount),
    column('currency', 'Currency', ({ payment }) => payment.currency),
    column('status', 'Status', ({ payment }) => payment.status),
    column('dueAt', 'Due (UTC)', ({ payment }) => payment.dueAt),
    column('paidAt', 'Paid (UTC)', ({ payment }) => payment.paidAt),
    column('transactionId', 'Transaction', ({ payment }) => payment.transactionId),
    column('evidencePackId', 'Evidence pack', ({ evidencePackId }) => evidencePackId),
    column('covenantHash', 'Covenant hash', ({ covenant_hash }) => covenant_hash),
    column('jwsSignature', 'Signature', ({ jws_signature }) => jws_signature),
    column('laterStatements', 'Signed since', ({ laterStatements }) => laterStatements?.join(' ')),
  ],
  covenantOf: ({ covenant_hash }) => covenant_hash,
};

/** Totals of one milestone in one currency. */
export interface MilestoneTotal {
  readonly milestoneId: string;
  readonly milestone: RbfPayment['milestone'];
  readonly currency: string;
  readonly counts: Readonly<Record<RbfPayment['payment']['status'], number>>;
  /** Sum paid. */
  readonly paidAmount: number;
}
export const milestoneSheet: ExportSheet<MilestoneTotal> = {
  columns: [
    column('milestoneId', 'Milestone', ({ milestoneId }) => milestoneId),
    column('description', 'Description', ({ milestone }) => milestone.description),
    column('metric', 'Metric', ({ milestone }) => milestone.metric),
    column('threshold', 'Threshold', ({ milestone }) => milestone.threshold),
    column('currency', 'Currency', ({ currency }) => currency),
    column('paid', 'Paid', ({ counts }) => counts.paid),
    column('pending', 'Pending', ({ counts }) => counts.pending),
    column('failed', 'Failed', ({ counts }) => counts.failed),
    column('paidAmount', 'Paid so far', ({ paidAmount }) => paidAmount),
  ],
};

/** Milestones that have payments, by id and currency; currencies are never added together. */
export function milestoneTotals(payments: readonly RbfPayment[]): readonly MilestoneTotal[] {
  const totals = new Map<string, MilestoneTotal>();
  for (const { milestone_id: milestoneId, milestone, payment } of payments) {
    const key = `${milestoneId} ${payment.currency}`;
    const before = totals.get(key) ?? {
      milestoneId,
      milestone,
      currency: payment.currency,
      counts: { paid: 0, pending: 0, failed: 0 },
      paidAmount: 0,
    };
    const paid = payment.status === 'paid' ? moneyOf(payment.amount, payment.currency) : noMoney(payment.currency);
    totals.set(key, {
      ...before,
      counts: { ...before.counts, [payment.status]: before.counts[payment.status] + 1 },
      paidAmount: amountOf(sumOf(payment.currency, [moneyOf(before.paidAmount, payment.currency), paid])),
    });
  }
  return [...totals].sort(([a], [b]) => a.localeCompare(b)).map(([, total]) => total);
}

export const reportSheet: ExportSheet<ReportSummary> = {
  columns: [
    column('reportId', 'Report', ({ reportId }) => reportId),
    column('kind', 'Kind', ({ kind }) => kind),
    column('generatedAt', 'Generated (UTC)', ({ generatedAt }) => generatedAt),
    column('generatedBy', 'Generated by', ({ generatedBy }) => generatedBy),
    column('generatedById', 'Account', ({ generatedById }) => generatedById),
    column('periodFrom', 'Period from (UTC)', ({ period }) => period.from),
    column('periodTo', 'Period to (UTC)', ({ period }) => period.to),
    column('headline', 'Headline (t CO2e)', ({ headline }) => headline),
    column('reportHash', 'Report hash', ({ reportHash }) => reportHash),
  ],
};
