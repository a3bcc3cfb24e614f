import { describe, expect, it } from 'vitest';
import { paymentRow } from '../../../tests/builders/programme.ts';
import { addressFrom, filterPayments, paramsOf, progressOf, rbfViewOf, statusOptions } from './model.ts';

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

describe('a milestone against its limit', () => {
  it('[C-31] draws uptime out of 100 and others on a scale that holds both', () => {
    expect(progressOf(paymentRow().milestone)).toEqual({ metric: 'Uptime', actual: '97.4%', limit: '95.0%', max: 100, reached: true });
    expect(progressOf({ description: '', metric: 'emissionReduction', threshold: 1.5, actualPerformance: 1 })).toEqual({
      metric: 'Emission reduction',
      actual: '1.00 t',
      limit: '1.50 t',
      max: 2.25,
      reached: false,
    });
  });

  it('[C-31] is reached at the limit', () => {
    expect(progressOf({ description: '', metric: 'fuelSavings', threshold: 20, actualPerformance: 20 }).reached).toBe(true);
  });
});

describe('the list of payments', () => {
  it('[D-28] its address says all and survives the way there and back', () => {
    const address = { search: 'mru', status: 'paid', open: 'RBF-2' } as const;
    expect(addressFrom(new URLSearchParams(paramsOf(address)))).toEqual(address);
    expect(addressFrom(new URLSearchParams('status=gone'))).toEqual({ search: '', status: null, open: null });
  });

  it('[C-31] finds by site, transaction and status', () => {
    const found = (search: string, status: 'paid' | 'failed' | null) =>
      filterPayments(payments, { search, status, open: null }).map(({ payment_id }) => payment_id);
    expect(found('mru', null)).toEqual(['RBF-2']);
    expect(found('tx-77', 'paid')).toEqual(['RBF-2']);
    expect(found('', 'failed')).toEqual(['RBF-4']);
    expect(statusOptions(payments).map(({ label, hint }) => `${label} ${hint}`)).toEqual(['Pending 1', 'Paid 2', 'Failed 1']);
  });
});
