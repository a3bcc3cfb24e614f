import { idSchema } from '../../contracts/primitives.ts';
import { type PaymentSums, paymentStatusSchema, type RbfPayment, type RbfTotals } from '../../contracts/rbf.ts';
import type { SeriesMetric, SeriesPoint, SeriesWindow } from '../../contracts/series.ts';
import { narrowed, nowhere } from '../../domain/exports/narrowing.ts';
import { backingOf, paymentRule } from '../../domain/exports/rules.ts';
import { milestoneFiguresOf } from '../../domain/figures/milestoneFigures.ts';
import type { PaymentStatus } from '../../domain/financeMoves.ts';
import { completionRate } from '../../domain/money/rates.ts';
import { formatCount, formatMoney, formatMoneyInThousands, formatPercent, formatThousands } from '../../domain/format.ts';
import { milestoneFigure, milestoneMetricNames } from '../../domain/milestones.ts';
import { partOf, paymentSums, sumTold, totalsMismatch } from '../../domain/money/totals.ts';
import { paymentStates } from '../../domain/platformStates.ts';
import { windowFrom } from '../../domain/seriesWindows.ts';
import type { Trend } from '../../ui/chart/TrendPanel.tsx';
import { moneyOf } from '../../domain/money/money.ts';

/** What is looked for, over which history, and which payment is open; kept in the address so that a view can be linked. */
export interface RbfAddress {
  readonly search: string;
  readonly status: PaymentStatus | null;
  readonly site: string | null;
  readonly milestone: string | null;
  /** Only payments whose evidence is in a pack, or in none; null for all. */
  readonly backing: Backing | null;
  readonly window: SeriesWindow;
  /** Order of the list as `sortWord` writes it; null as it opens. */
  readonly sort: string | null;
  readonly open: string | null;
}
export type RbfFilter = Pick<RbfAddress, 'search' | 'status' | 'site' | 'milestone' | 'backing'>;

/** Whether a payment's evidence is in a pack that can be checked. */
export const backings = ['pack', 'none'] as const;
export type Backing = (typeof backings)[number];

/** Milestones are reached and paid over weeks. */
const usualWindow: SeriesWindow = '30d';

/** An id in the address: anything else is as if it were not there. */
function idFrom(params: URLSearchParams, name: string): string | null {
  const id = idSchema.safeParse(params.get(name));
  return id.success ? id.data : null;
}

/** Reads the address. What it does not know is as if it were not there. */
export function addressFrom(params: URLSearchParams): RbfAddress {
  const status = paymentStatusSchema.safeParse(params.get('status'));
  return {
    search: (params.get('q') ?? '').slice(0, 200),
    status: status.success ? status.data : null,
    site: idFrom(params, 'site'),
    milestone: idFrom(params, 'milestone'),
    backing: backings.find((one) => one === params.get('evidence')) ?? null,
    window: windowFrom(params.get('window'), usualWindow),
    sort: params.get('sort'),
    open: params.get('id'),
  };
}

/** Writes the address; what is as it opens is left out. */
export function paramsOf({ search, status, site, milestone, backing, window, sort, open }: RbfAddress): string {
  const params = new URLSearchParams();
  if (search !== '') params.set('q', search);
  if (status !== null) params.set('status', status);
  if (site !== null) params.set('site', site);
  if (milestone !== null) params.set('milestone', milestone);
  if (backing !== null) params.set('evidence', backing);
  if (window !== usualWindow) params.set('window', window);
  if (sort !== null) params.set('sort', sort);
  if (open !== null) params.set('id', open);
  return params.toString();
}

/** Nothing narrowed. */
export const everyPayment: RbfFilter = { search: '', status: null, site: null, milestone: null, backing: null };

/** Payments that fit the filter and are found by every word in payment, verification, milestone, site, transaction or description. */
export function filterPayments(
  payments: readonly RbfPayment[],
  { search, status, site, milestone, backing }: RbfFilter,
): readonly RbfPayment[] {
  return narrowed(paymentRule, payments, { search, status, siteCode: site, milestoneId: milestone, evidence: backing }, nowhere);
}

/** A filter's choice with how many payments each has. */
export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly hint: string;
}

/** The filter's options with how many payments each has. */
export function statusOptions(payments: readonly RbfPayment[]): readonly Choice<PaymentStatus>[] {
  return paymentStatusSchema.options.map((value) => ({
    value,
    label: paymentStates[value].word,
    hint: formatCount(payments.filter(({ payment }) => payment.status === value).length),
  }));
}

const backingNames: Readonly<Record<Backing, string>> = { pack: 'In an evidence pack', none: 'No evidence pack' };

/** The filter's options with how many payments each has. */
export function backingOptions(payments: readonly RbfPayment[]): readonly Choice<Backing>[] {
  return backings.map((value) => ({
    value,
    label: backingNames[value],
    hint: formatCount(payments.filter((one) => backingOf(one) === value).length),
  }));
}

/** Payments that no evidence pack stands behind, as the platform says of each. */
export const unbackedCount = (payments: readonly RbfPayment[]): number => payments.filter((one) => backingOf(one) === 'none').length;

/** What a list of signatures leaves out: '29 without an evidence pack'. Null where every payment has one, or nobody has said. */
export function unbackedWords(payments: readonly RbfPayment[]): string | null {
  const without = unbackedCount(payments);
  return without === 0 ? null : `${formatCount(without)} without an evidence pack`;
}

/** The sites that payments are for, in order, with how many each has; the one chosen stays though none has it any more. */
export function siteOptions(payments: readonly RbfPayment[], chosen: string | null): readonly Choice<string>[] {
  return choicesOf(payments, chosen, ({ site_code }) => ({ value: site_code, label: site_code }));
}

/** The milestones that payments are for, in the words of their list, with how many each has; the one chosen stays likewise. */
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

/** The document's summary fields (C-31), money written out. */
export interface RbfView {
  readonly total: number;
  readonly paid: number;
  readonly pending: number;
  /** Null where the platform does not say. */
  readonly failed: number | null;
  /** One sum in the tenant's currency, with what no rate is held for beside it; by currency where only the rows can tell. */
  readonly totalPaid: readonly string[];
  readonly totalPending: readonly string[];
  /** Payments made of all, percent (C-86). */
  readonly completion: number;
  /** How the sums were made: converted at which rates, without which currencies, or from the rows held here; null where nothing is to be said. */
  readonly note: string | null;
  /** What of the platform's summary the rows held here do not bear out; null where they do, or are not all here. */
  readonly mismatch: string | null;
}

/**
 * The platform's summary of all payments. It is held against the rows when all of them are here; where an older platform, or an older build, left no
 * summary, the rows held are summed and that is said.
 * @param currency the tenant's, which sums are in where the summary does not name one
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

/** Sums up the rows held, currency by currency. Failed ones count as not made. */
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
    note: 'Summed here from the payments held: the platform’s own summary has not come yet.',
    mismatch: null,
  };
}

/** One milestone with what its payments came to. */
export interface MilestoneView {
  readonly id: string;
  readonly description: string;
  /** 'Uptime of 95.0% or more'. */
  readonly condition: string;
  /** What one payment is worth, in the currency of the first, or the part of the cost that it pays; null where payments of old rows do not say. */
  readonly each: string | null;
  readonly paid: number;
  readonly pending: number;
  readonly failed: number;
  /** Sum paid in thousands, for each currency. */
  readonly paidSum: readonly string[];
}

/** The milestones that have payments, by id (C-49). */
export function milestoneViews(payments: readonly RbfPayment[]): readonly MilestoneView[] {
  return milestoneFiguresOf(payments).map(({ id, first, paid, pending, failed, paidSum }) => {
    const { description, payment_amount: each, payment_type: type } = first.milestone;
    return {
      id,
      description,
      condition: conditionWords(first.milestone),
      each: each === undefined ? null : type === 'percentage' ? formatPercent(each, 1) : formatMoney(moneyOf(each, first.payment.currency)),
      paid,
      pending,
      failed,
      paidSum: paidSum.map(formatMoneyInThousands),
    };
  });
}

/** What a milestone asks for: 'Uptime of 95.0% or more'. */
export function conditionWords({ metric, threshold }: Pick<RbfPayment['milestone'], 'metric' | 'threshold'>): string {
  return `${milestoneMetricNames[metric]} of ${milestoneFigure(metric, threshold)} or more`;
}

/** The metrics of the trend charts. */
export const rbfMetrics = ['rbf.totalPaid', 'rbf.totalPending', 'rbf.completionRate'] as const satisfies readonly SeriesMetric[];

/** The three histories; the platform sums money in the tenant's currency, whatever the payments' own are. */
export function rbfTrends(seriesOf: (metric: SeriesMetric) => readonly SeriesPoint[], currency: string): readonly Trend[] {
  const money = (value: number) => `${currency} ${formatThousands(value)}`;
  return [
    { id: 'paid', title: 'Total paid', points: seriesOf('rbf.totalPaid'), format: money },
    { id: 'pending', title: 'Total pending', points: seriesOf('rbf.totalPending'), format: money },
    { id: 'completion', title: 'Completion rate', points: seriesOf('rbf.completionRate'), format: (value) => formatPercent(value, 1) },
  ];
}
