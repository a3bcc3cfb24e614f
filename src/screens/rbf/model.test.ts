import type { RbfTotals } from '../../contracts/rbf.ts';
import { describe, expect, it } from 'vitest';
import { queryOf } from '../../domain/screens/address.ts';
import { readAddress } from '../../domain/screens/readAddress.ts';
import { paymentRow } from '../../../tests/builders/programme.ts';
import {
  backingOptions,
  everyPayment,
  filterPayments,
  milestoneOptions,
  milestoneViews,
  type RbfFilter,
  rbfTrends,
  rbfViewOf,
  siteOptions,
  statusOptions,
  unbackedLabels,
} from './model.ts';

const payments = [
  paymentRow({ payment_id: 'RBF-1' }, { amount: 8000 }),
  paymentRow({ payment_id: 'RBF-2', site_code: 'KE-MRU-013' }, { amount: 7500.4, transactionId: 'TX-77' }),
  paymentRow({ payment_id: 'RBF-3' }, { status: 'pending', amount: 6500, paidAt: null, transactionId: null }),
  paymentRow({ payment_id: 'RBF-4' }, { status: 'failed', amount: 9000, paidAt: null, transactionId: null }),
];

const totals: RbfTotals = {
  totalPayments: 4,
  totalPaid: 15_500.4,
  totalPending: 6500,
  paidCount: 2,
  pendingCount: 1,
  failedCount: 1,
  currency: 'KES',
  byCurrency: [{ currency: 'KES', totalPaid: 15_500.4, totalPending: 6500, paidCount: 2, pendingCount: 1, failedCount: 1 }],
};

describe('the summary of payments', () => {
  it('is the platform’s, money with decimals only where there is a part of a unit', { tags: ['T-6', 'C-31', 'C-86'] }, () => {
    expect(rbfViewOf(payments, totals, 'KES', true)).toEqual({
      total: 4,
      paid: 2,
      pending: 1,
      failed: 1,
      totalPaid: ['KES 15,500.40'],
      totalPending: ['KES 6,500'],
      completion: 50,
      note: null,
      mismatch: null,
    });
    // Only the document's fields, which contain neither a currency nor the failed count.
    const { totalPayments, totalPaid, totalPending, paidCount, pendingCount } = totals;
    const documented = { totalPayments, totalPaid, totalPending, paidCount, pendingCount };
    expect(rbfViewOf(payments, documented, 'KES', true)).toMatchObject({ failed: null, totalPaid: ['KES 15,500.40'], mismatch: null });
  });

  it('says one sum of two currencies, at which rates, and what is in none', { tags: ['T-6', 'C-31'] }, () => {
    const mixed = { ...totals, totalPaid: 230_000, currency: 'UGX', fxSnapshotId: 'FX-1', notConverted: ['TZS'] };
    expect(rbfViewOf([], mixed, 'UGX', false)).toMatchObject({
      totalPaid: ['UGX 230,000'],
      note: 'Converted at FX-1. TZS not converted: no rate.',
    });
  });

  it('draws no nought for what no rate is held for: it stands in its own currency', { tags: ['T-1', 'T-6', 'C-31'] }, () => {
    const none = { totalPaid: 0, totalPending: 0, paidCount: 2, pendingCount: 1, failedCount: 1 };
    const tzs = { ...none, currency: 'TZS', totalPaid: 90_000, totalPending: 0 };
    const foreign: RbfTotals = { ...none, totalPayments: 4, currency: 'KES', byCurrency: [tzs], notConverted: ['TZS'] };
    expect(rbfViewOf(payments, foreign, 'KES', false)).toMatchObject({
      totalPaid: ['TZS 90,000'],
      totalPending: ['KES 0'],
      note: 'TZS not converted: no rate.',
    });
    const kes = { ...none, currency: 'KES', totalPaid: 15_500, totalPending: 6500 };
    const mixed = { ...foreign, totalPaid: 15_500, totalPending: 6500, byCurrency: [kes, tzs] };
    expect(rbfViewOf(payments, mixed, 'KES', false)).toMatchObject({
      totalPaid: ['KES 15,500', 'TZS 90,000'],
      totalPending: ['KES 6,500'],
    });
    // If the platform omits the amount, it is unknown.
    const { byCurrency: _, ...untold } = foreign;
    expect(rbfViewOf(payments, untold, 'KES', false).totalPaid).toEqual(['–']);
  });

  it('is held against the rows when all are here, and what does not fit is said', { tags: ['T-6', 'C-31'] }, () => {
    const off = { ...totals, byCurrency: [{ ...totals.byCurrency?.[0], totalPaid: 15_000 }] } as RbfTotals;
    expect(rbfViewOf(payments, off, 'KES', true).mismatch).toBe(
      'The platform’s sum paid is KES 15,000, the rows here come to KES 15,500.40.',
    );
    expect(rbfViewOf(payments, off, 'KES', false).mismatch).toBeNull();
    expect(rbfViewOf(payments.slice(1), totals, 'KES', true).mismatch).toBe('The platform counts 4 payments, the rows here are 3.');
    expect(rbfViewOf(payments, { ...totals, failedCount: 0 }, 'KES', true).mismatch).toBe(
      'The platform counts 0 failed, the rows here are 1.',
    );
    const documented = { totalPayments: 4, totalPaid: 1, totalPending: 6500, paidCount: 2, pendingCount: 1 };
    expect(rbfViewOf(payments, documented, 'KES', true).mismatch).toContain('KES 1,');
    // A sum over two currencies is not compared with the rows of the first.
    const both = [...payments, paymentRow({ payment_id: 'RBF-5' }, { currency: 'UGX', amount: 240_000 })];
    expect(rbfViewOf(both, { ...documented, totalPayments: 5, totalPaid: 23_500, paidCount: 3 }, 'KES', true).mismatch).toBeNull();
    // The platform converted the sum into its own currency, which the rows do not know: only counts are compared.
    expect(rbfViewOf(payments, { ...documented, currency: 'USD' }, 'USD', true).mismatch).toBeNull();
  });

  it('is summed from the rows, and said to be, where an older build left none', { tags: ['C-31'] }, () => {
    const mixed = [paymentRow(), paymentRow({}, { currency: 'UGX', amount: 240_000 })];
    expect(rbfViewOf(mixed, null, 'KES', true)).toMatchObject({
      totalPaid: ['KES 22,000', 'UGX 240,000'],
      totalPending: ['KES 0', 'UGX 0'],
      note: expect.stringContaining('Summed from the payments on this device'),
    });
  });
});

describe('the list of payments', () => {
  it('its address says all and survives the way there and back', { tags: ['D-28'] }, () => {
    const address = {
      search: 'mru',
      status: 'paid',
      site: 'KE-MRU-013',
      milestone: 'MS-CO2-15',
      backing: 'none',
      window: '24h',
      sort: '-amount',
      open: 'RBF-2',
    } as const;
    expect(readAddress('rbf', new URLSearchParams(queryOf('rbf', address)))).toEqual(address);
    const usual = { ...everyPayment, window: '30d', sort: null, open: null };
    expect(readAddress('rbf', new URLSearchParams('status=gone&site=a%20b&milestone=../x&window=0'))).toEqual(usual);
    expect(queryOf('rbf', { ...everyPayment, window: '30d', sort: null, open: null })).toBe('');
  });

  it('finds by site, transaction, status and milestone, and by all of them together', { tags: ['C-31'] }, () => {
    const found = (change: Partial<RbfFilter>) =>
      filterPayments(payments, { ...everyPayment, ...change }).map(({ payment_id }) => payment_id);
    expect(found({ search: 'mru' })).toEqual(['RBF-2']);
    expect(found({ search: 'tx-77', status: 'paid' })).toEqual(['RBF-2']);
    expect(found({ status: 'failed' })).toEqual(['RBF-4']);
    expect(found({ site: 'KE-MRU-013' })).toEqual(['RBF-2']);
    expect(found({ milestone: 'MS-1' })).toHaveLength(payments.length);
    expect(found({ milestone: 'MS-1', site: 'KE-MRU-013', status: 'pending' })).toEqual([]);
    expect(statusOptions(payments).map(({ label, hint }) => `${label} ${hint}`)).toEqual(['Pending 1', 'Paid 2', 'Failed 1']);
  });

  it('finds what no evidence pack backs, and counts it', { tags: ['T-6', 'C-31'] }, () => {
    const backed = [
      paymentRow({ payment_id: 'RBF-1', evidencePackId: 'EP-1' }),
      paymentRow({ payment_id: 'RBF-2', evidencePackId: null }),
      paymentRow({ payment_id: 'RBF-3', evidencePackId: null }),
      paymentRow({ payment_id: 'RBF-4' }),
    ];
    const found = (backing: 'pack' | 'none') => filterPayments(backed, { ...everyPayment, backing }).map(({ payment_id }) => payment_id);
    expect([found('pack'), found('none')]).toEqual([['RBF-1'], ['RBF-2', 'RBF-3']]);
    expect(backingOptions(backed).map(({ label, hint }) => `${label} ${hint}`)).toEqual(['In an evidence pack 1', 'No evidence pack 2']);
    expect(unbackedLabels(backed)).toBe('2 without an evidence pack');
    expect(unbackedLabels(backed.slice(0, 1))).toBeNull();
    // No statement either way if the platform does not tell.
    expect(unbackedLabels(backed.slice(3))).toBeNull();
  });

  it('offers the sites and milestones that payments have, and keeps the one chosen', { tags: ['C-31'] }, () => {
    expect(milestoneOptions(payments, 'MS-GONE').map(({ value, label, hint }) => [value, label, hint])).toEqual([
      ['MS-1', 'Kitchen available on 95% of cooking days', '4'],
      ['MS-GONE', 'MS-GONE', '0'],
    ]);
    expect(siteOptions(payments, null).map(({ value }) => value)).toContain('KE-MRU-013');
  });
});

it('sums up each milestone: what it asks, what one is worth, and what it has paid in thousands', { tags: ['C-31'] }, () => {
  const milestone = { ...paymentRow().milestone, payment_amount: 8000, payment_type: 'fixed' } as const;
  const views = milestoneViews([
    paymentRow({ milestone_id: 'MS-1', milestone }, { amount: 8000 }),
    paymentRow({ milestone_id: 'MS-1', milestone }, { amount: 8000 }),
    paymentRow({ milestone_id: 'MS-1', milestone }, { amount: 8000, status: 'pending' }),
    paymentRow({ milestone_id: 'MS-0' }, { amount: 6000, status: 'failed' }),
  ]);
  expect(views).toEqual([
    expect.objectContaining({ id: 'MS-0', each: null, paid: 0, failed: 1, paidSum: ['KES 0'] }),
    {
      id: 'MS-1',
      description: 'Kitchen available on 95% of cooking days',
      condition: 'Uptime of 95.0% or more',
      each: 'KES 8,000',
      paid: 2,
      pending: 1,
      failed: 0,
      paidSum: ['KES 16k'],
    },
  ]);
});

it('draws what is paid, what waits and the completion rate', { tags: ['D-35', 'C-86'] }, () => {
  const trends = rbfTrends((metric) => [[1, metric === 'rbf.completionRate' ? 93.548 : 204_000]], 'KES');
  expect(trends.map(({ title, points, format }) => `${title} ${format(points[0]?.[1] ?? 0)}`)).toEqual([
    'Total paid KES 204k',
    'Total pending KES 204k',
    'Completion rate 93.5%',
  ]);
});
