import { describe, expect, it } from 'vitest';
import { paymentRow } from '../../../tests/builders/programme.ts';
import {
  addressFrom,
  everyPayment,
  filterPayments,
  milestoneOptions,
  milestoneViews,
  paramsOf,
  type RbfFilter,
  rbfTrends,
  rbfViewOf,
  siteOptions,
  statusOptions,
} from './model.ts';

const payments = [
  paymentRow({ payment_id: 'RBF-1' }, { amount: 8000 }),
  paymentRow({ payment_id: 'RBF-2', site_code: 'KE-MRU-013' }, { amount: 7500.4, transactionId: 'TX-77' }),
  paymentRow({ payment_id: 'RBF-3' }, { status: 'pending', amount: 6500, paidAt: null, transactionId: null }),
  paymentRow({ payment_id: 'RBF-4' }, { status: 'failed', amount: 9000, paidAt: null, transactionId: null }),
];

describe('the summary of payments', () => {
  it('[C-31] [C-86] counts and sums what is paid and pending, money without decimals', () => {
    expect(rbfViewOf(payments)).toEqual({
      total: 4,
      paid: 2,
      pending: 1,
      failed: 1,
      totalPaid: ['KES 15,500'],
      totalPending: ['KES 6,500'],
      completion: 50,
    });
  });

  it('[C-31] keeps currencies apart, and writes a zero where nothing is pending', () => {
    const mixed = [paymentRow(), paymentRow({}, { currency: 'UGX', amount: 240_000 })];
    expect(rbfViewOf(mixed)).toMatchObject({ totalPaid: ['KES 22,000', 'UGX 240,000'], totalPending: ['KES 0', 'UGX 0'] });
  });
});

describe('the list of payments', () => {
  it('[D-28] its address says all and survives the way there and back', () => {
    const address = {
      search: 'mru',
      status: 'paid',
      site: 'KE-MRU-013',
      milestone: 'MS-CO2-15',
      window: '24h',
      sort: '-amount',
      open: 'RBF-2',
    } as const;
    expect(addressFrom(new URLSearchParams(paramsOf(address)))).toEqual(address);
    const usual = { ...everyPayment, window: '30d', sort: null, open: null };
    expect(addressFrom(new URLSearchParams('status=gone&site=a%20b&milestone=../x&window=0'))).toEqual(usual);
    expect(paramsOf({ ...everyPayment, window: '30d', sort: null, open: null })).toBe('');
  });

  it('[C-31] finds by site, transaction, status and milestone, and by all of them together', () => {
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

  it('[C-31] offers the sites and milestones that payments have, and keeps the one chosen', () => {
    expect(milestoneOptions(payments, 'MS-GONE').map(({ value, label, hint }) => [value, label, hint])).toEqual([
      ['MS-1', 'Kitchen available on 95% of cooking days', '4'],
      ['MS-GONE', 'MS-GONE', '0'],
    ]);
    expect(siteOptions(payments, null).map(({ value }) => value)).toContain('KE-MRU-013');
  });
});

it('[C-31] sums up each milestone: what it asks, what one is worth, and what it has paid in thousands', () => {
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

it('[D-35] [C-86] draws what is paid, what waits and the completion rate', () => {
  const trends = rbfTrends((metric) => [[1, metric === 'rbf.completionRate' ? 93.548 : 204_000]], 'KES');
  expect(trends.map(({ title, points, format }) => `${title} ${format(points[0]?.[1] ?? 0)}`)).toEqual([
    'Total paid KES 204k',
    'Total pending KES 204k',
    'Completion rate 93.5%',
  ]);
});
