import { paymentStatusSchema, type RbfPayment } from '../../contracts/rbf.ts';
import { completionRate, type Money, sumByCurrency } from '../../domain/financeRates.ts';
import { formatCount, formatMoney, formatNumber, formatPercent } from '../../domain/format.ts';

export type PaymentStatus = RbfPayment['payment']['status'];

/** What is looked for and which payment is open; kept in the address so that a view can be linked. */
export interface RbfAddress {
  readonly search: string;
  readonly status: PaymentStatus | null;
  readonly open: string | null;
}

/** Reads the address. What it does not know is as if it were not there. */
export function addressFrom(params: URLSearchParams): RbfAddress {
  const status = paymentStatusSchema.safeParse(params.get('status'));
  return { search: (params.get('q') ?? '').slice(0, 200), status: status.success ? status.data : null, open: params.get('id') };
}

/** Writes the address; what is as it opens is left out. */
export function paramsOf({ search, status, open }: RbfAddress): string {
  const params = new URLSearchParams();
  if (search !== '') params.set('q', search);
  if (status !== null) params.set('status', status);
  if (open !== null) params.set('id', open);
  return params.toString();
}

/** Words of the document (section 4) and how a badge draws them. */
export const statusNames: Readonly<Record<PaymentStatus, { readonly word: string; readonly look: 'pending' | 'ok' | 'bad' }>> = {
  pending: { word: 'Pending', look: 'pending' },
  paid: { word: 'Paid', look: 'ok' },
  failed: { word: 'Failed', look: 'bad' },
};

/** Payments of the status that are found by every word in payment, verification, milestone, site, transaction or description. */
export function filterPayments(payments: readonly RbfPayment[], { search, status }: RbfAddress): readonly RbfPayment[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return payments.filter(({ payment_id, verification_id, milestone_id, site_code, milestone, payment }) => {
    const text =
      `${payment_id} ${verification_id} ${milestone_id} ${site_code} ${milestone.description} ${payment.transactionId ?? ''}`.toLowerCase();
    return (status === null || payment.status === status) && words.every((word) => text.includes(word));
  });
}

/** The filter's options with how many payments each has. */
export function statusOptions(payments: readonly RbfPayment[]) {
  return paymentStatusSchema.options.map((value) => ({
    value,
    label: statusNames[value].word,
    hint: formatCount(payments.filter(({ payment }) => payment.status === value).length),
  }));
}

/** The document's summary fields (C-31), money written out for each currency. */
export interface RbfView {
  readonly total: number;
  readonly paid: number;
  readonly pending: number;
  readonly failed: number;
  readonly totalPaid: readonly string[];
  readonly totalPending: readonly string[];
  /** Payments made of all, percent (C-86). */
  readonly completion: number;
}

/** Sums up the payments. Failed ones count as not made. */
export function rbfViewOf(payments: readonly RbfPayment[]): RbfView {
  const inStatus = (status: PaymentStatus) => payments.filter(({ payment }) => payment.status === status);
  const currencies = sumByCurrency(payments.map(({ payment }) => ({ currency: payment.currency, amount: 0 })));
  const written = (of: readonly RbfPayment[]) =>
    sumByCurrency([...(of.length === 0 ? currencies : []), ...of.map(({ payment }): Money => payment)]).map(({ amount, currency }) =>
      formatMoney(amount, currency),
    );
  const paid = inStatus('paid');
  const pending = inStatus('pending');
  return {
    total: payments.length,
    paid: paid.length,
    pending: pending.length,
    failed: inStatus('failed').length,
    totalPaid: written(paid),
    totalPending: written(pending),
    completion: completionRate(paid.length, payments.length),
  };
}

const metricNames: Readonly<Record<RbfPayment['milestone']['metric'], string>> = {
  uptime: 'Uptime',
  fuelSavings: 'Fuel savings',
  emissionReduction: 'Emission reduction',
};

/** A milestone against what was measured. */
export interface ProgressView {
  readonly metric: string;
  readonly actual: string;
  readonly limit: string;
  /** End of the scale on which both are drawn: 100 for uptime, else half as much again as the larger. */
  readonly max: number;
  readonly reached: boolean;
}

/** Percent for uptime and savings, tonnes CO2e for emissions, as the contract has them. */
export function progressOf({ metric, threshold, actualPerformance }: RbfPayment['milestone']): ProgressView {
  const written = (value: number) => (metric === 'emissionReduction' ? `${formatNumber(value, 2)} t` : formatPercent(value, 1));
  return {
    metric: metricNames[metric],
    actual: written(actualPerformance),
    limit: written(threshold),
    max: metric === 'uptime' ? 100 : Math.max(threshold, actualPerformance, 0) * 1.5,
    reached: actualPerformance >= threshold,
  };
}
