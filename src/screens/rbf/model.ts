import { type PaymentSums, paymentStatusSchema, type RbfPayment, type RbfTotals } from '../../contracts/rbf.ts';
import type { SeriesMetric, SeriesPoint } from '../../contracts/series.ts';
import type { AddressOf } from '../../domain/screens/address.ts';
import { narrowed, nowhere } from '../../domain/exports/narrowing.ts';
import { backingOf, paymentRule } from '../../domain/exports/rules.ts';
import { milestoneFiguresOf } from '../../domain/figures/milestoneFigures.ts';
import type { PaymentStatus } from '../../domain/finance/financeMoves.ts';
import { completionRate } from '../../domain/money/rates.ts';
import { formatCount, formatMoney, formatMoneyInThousands, formatPercent, formatThousands } from '../../domain/format.ts';
import { milestoneFigure, milestoneMetricNames } from '../../domain/operations/milestones.ts';
import { partOf, paymentSums, sumTold, totalsMismatch } from '../../domain/money/totals.ts';
import { paymentStates } from '../../domain/operations/platformStates.ts';
import type { Trend } from '../../ui/chart/TrendPanel.tsx';
import { moneyOf } from '../../domain/money/money.ts';

/** The filters of the address. */
export type RbfFilter = Pick<AddressOf<'rbf'>, 'search' | 'status' | 'site' | 'milestone' | 'backing'>;

/** Whether a payment's evidence is in a pack, and so can be checked. */
export const backings = ['pack', 'none'] as const;
export type Backing = (typeof backings)[number];

/** No filter. */
export const everyPayment: RbfFilter = { search: '', status: null, site: null, milestone: null, backing: null };

/**
 * Payments that match the filter; every search word must occur in the payment, verification, milestone, site, transaction or description.
 */
export function filterPayments(
  payments: readonly RbfPayment[],
  { search, status, site, milestone, backing }: RbfFilter,
): readonly RbfPayment[] {
  return narrowed(paymentRule, payments, { search, status, siteCode: site, milestoneId: milestone, evidence: backing }, nowhere);
}

/** An option of a filter, with its number of payments as the hint. */
export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly hint: string;
}

/** Options of the status filter with their counts. */
export function statusOptions(payments: readonly RbfPayment[]): readonly Choice<PaymentStatus>[] {
  return paymentStatusSchema.options.map((value) => ({
    value,
    label: paymentStates[value].word,
    hint: formatCount(payments.filter(({ payment }) => payment.status === value).length),
  }));
}

const backingNames: Readonly<Record<Backing, string>> = { pack: 'In an evidence pack', none: 'No evidence pack' };

/** Options of the evidence filter with their counts. */
export function backingOptions(payments: readonly RbfPayment[]): readonly Choice<Backing>[] {
  return backings.map((value) => ({
    value,
    label: backingNames[value],
    hint: formatCount(payments.filter((one) => backingOf(one) === value).length),
  }));
}

/** Number of payments without an evidence pack, as the platform states for each. */
export const unbackedCount = (payments: readonly RbfPayment[]): number => payments.filter((one) => backingOf(one) === 'none').length;

/** Note on payments that signatures do not cover: '29 without an evidence pack'. Null if there are none or the platform does not tell. */
export function unbackedLabels(payments: readonly RbfPayment[]): string | null {
  const without = unbackedCount(payments);
  return without === 0 ? null : `${formatCount(without)} without an evidence pack`;
}

/** Options of the site filter, in order, with counts; the chosen one stays listed without payments. */
export function siteOptions(payments: readonly RbfPayment[], chosen: string | null): readonly Choice<string>[] {
  return choicesOf(payments, chosen, ({ site_code }) => ({ value: site_code, label: site_code }));
}

/** Options of the milestone filter by description, with counts; the chosen one stays listed without payments. */
export function milestoneOptions(payments: readonly RbfPayment[], chosen: string | null): readonly Choice<string>[] {
  return choicesOf(payments, chosen, ({ milestone_id, milestone }) => ({ value: milestone_id, label: milestone.description }));
}

function choicesOf(
  payments: readonly RbfPayment[],
  chosen: string | null,
  choiceOf: (payment: RbfPayment) => { readonly value: string; readonly label: string },
): readonly Choice<string>[] {
  const found = new Map<string, { readonly label: string; readonly count: number }>(
    chosen === null ? [] : [[chosen, { label: chosen, count: 0 }]],
  );
  for (const payment of payments) {
    const { value, label } = choiceOf(payment);
    found.set(value, { label, count: (found.get(value)?.count ?? 0) + 1 });
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([value, { label, count }]) => ({ value, label, hint: formatCount(count) }));
}

/** The document's summary fields (C-31), with formatted amounts. */
export interface RbfView {
  readonly total: number;
  readonly paid: number;
  readonly pending: number;
  /** Null if the platform does not tell. */
  readonly failed: number | null;
  /** One sum in the tenant's currency, followed by amounts without an exchange rate; by currency if computed from the rows. */
  readonly totalPaid: readonly string[];
  readonly totalPending: readonly string[];
  /** Paid share of all payments, percent (C-86). */
  readonly completion: number;
  /** How the sums were made: conversion rates, currencies left out, or computed from the stored rows; null if nothing needs saying. */
  readonly note: string | null;
  /** Differences between the platform's summary and the stored rows; null if there are none, or not all rows are stored. */
  readonly mismatch: string | null;
}

/**
 * The platform's summary of all payments, compared with the rows if all are stored. If an older platform or build left no summary, the
 * stored rows are summed and the note says so.
 * @param currency the tenant's currency; the sums are in it if the summary names none
 */
export function rbfViewOf(payments: readonly RbfPayment[], totals: RbfTotals | null, currency: string, whole: boolean): RbfView {
  if (totals === null) return viewOfRows(payments);
  const sum = (pick: 'totalPaid' | 'totalPending'): readonly string[] => sumTold(totals, pick, currency)?.map(formatMoney) ?? ['–'];
  return {
    total: totals.totalPayments,
    paid: totals.paidCount,
    pending: totals.pendingCount,
    failed: totals.failedCount ?? null,
    totalPaid: sum('totalPaid'),
    totalPending: sum('totalPending'),
    completion: completionRate(totals.paidCount, totals.totalPayments),
    note: sumsNote(totals),
    mismatch: whole ? totalsMismatch(totals, payments) : null,
  };
}

function sumsNote({ fxSnapshotId, fxSnapshotIds = [], notConverted = [] }: RbfTotals): string | null {
  const converted =
    fxSnapshotId === undefined
      ? []
      : [fxSnapshotIds.length > 1 ? `Converted at the rates of each day, ${fxSnapshotIds.join(', ')}` : `Converted at ${fxSnapshotId}`];
  const without = notConverted.length === 0 ? [] : [`${notConverted.join(', ')} not converted: no rate`];
  const words = [...converted, ...without].join('. ');
  return words === '' ? null : `${words}.`;
}

/** Sums the stored rows by currency. Failed payments count as not made. */
function viewOfRows(payments: readonly RbfPayment[]): RbfView {
  const sums = paymentSums(payments.map(partOf));
  const count = (pick: (one: PaymentSums) => number) => sums.reduce((total, one) => total + pick(one), 0);
  const paid = count((one) => one.paidCount);
  return {
    total: payments.length,
    paid,
    pending: count((one) => one.pendingCount),
    failed: count((one) => one.failedCount),
    totalPaid: sums.map((one) => formatMoney(moneyOf(one.totalPaid, one.currency))),
    totalPending: sums.map((one) => formatMoney(moneyOf(one.totalPending, one.currency))),
    completion: completionRate(paid, payments.length),
    note: 'Summed from the payments on this device: the platform’s summary has not arrived yet.',
    mismatch: null,
  };
}

/** One milestone with the totals of its payments. */
export interface MilestoneView {
  readonly id: string;
  readonly description: string;
  /** 'Uptime of 95.0% or more'. */
  readonly condition: string;
  /** Amount of one payment in the currency of the first, or the share of the cost that it pays; null if old rows do not tell. */
  readonly each: string | null;
  readonly paid: number;
  readonly pending: number;
  readonly failed: number;
  /** Sum paid in thousands, by currency. */
  readonly paidSum: readonly string[];
}

/** The milestones with payments, by id (C-49). */
export function milestoneViews(payments: readonly RbfPayment[]): readonly MilestoneView[] {
  return milestoneFiguresOf(payments).map(({ id, first, paid, pending, failed, paidSum }) => {
    const { description, payment_amount: each, payment_type: type } = first.milestone;
    return {
      id,
      description,
      condition: conditionLabels(first.milestone),
      each: each === undefined ? null : type === 'percentage' ? formatPercent(each, 1) : formatMoney(moneyOf(each, first.payment.currency)),
      paid,
      pending,
      failed,
      paidSum: paidSum.map(formatMoneyInThousands),
    };
  });
}

/** Condition of a milestone: 'Uptime of 95.0% or more'. */
export function conditionLabels({ metric, threshold }: Pick<RbfPayment['milestone'], 'metric' | 'threshold'>): string {
  return `${milestoneMetricNames[metric]} of ${milestoneFigure(metric, threshold)} or more`;
}

/** The metrics of the trend charts. */
export const rbfMetrics = ['rbf.totalPaid', 'rbf.totalPending', 'rbf.completionRate'] as const satisfies readonly SeriesMetric[];

/** The three histories; the platform sums money in the tenant's currency, whatever the payments' currencies are. */
export function rbfTrends(seriesOf: (metric: SeriesMetric) => readonly SeriesPoint[], currency: string): readonly Trend[] {
  const money = (value: number) => `${currency} ${formatThousands(value)}`;
  return [
    { id: 'paid', title: 'Total paid', points: seriesOf('rbf.totalPaid'), format: money },
    { id: 'pending', title: 'Total pending', points: seriesOf('rbf.totalPending'), format: money },
    { id: 'completion', title: 'Completion rate', points: seriesOf('rbf.completionRate'), format: (value) => formatPercent(value, 1) },
  ];
}
