import { describe, expect, it } from 'vitest';
import { makeKey } from '../../../tests/builders/evidencePack.ts';
import { makePayment, makePortfolio } from '../../../tests/builders/signedRecords.ts';
import { exportTypes } from '../../contracts/export.ts';
import { csvOf, jsonOf } from './csv.ts';
import { milestoneTotals } from './finance.ts';
import { covenantsOf, exportSheets, sheetOf } from './sheets.ts';
import { exportFileName } from './tableExport.ts';

const key = makeKey('ukweli-2025-11');

describe('what is exported', () => {
  it('[D-28] names each column of a sheet once, in JSON and in CSV', () => {
    for (const type of exportTypes) {
      const { columns } = exportSheets[type];
      const [ids, headers] = [columns.map(({ id }) => id), columns.map(({ header }) => header)];
      expect(new Set(ids).size, type).toBe(ids.length);
      expect(new Set(headers).size, type).toBe(headers.length);
    }
  });

  it('[C-50] has of a payment what its own signature covers, so that a row can be checked by itself', () => {
    const payment = makePayment(key);
    const [row] = JSON.parse(jsonOf(sheetOf('rbf_payments').columns, [payment]));
    expect(row).toMatchObject({
      paymentId: payment.payment_id,
      amount: 7500,
      currency: 'KES',
      covenantHash: payment.covenant_hash,
      jwsSignature: payment.jws_signature,
      dueAt: null,
    });
    expect(csvOf(sheetOf('rbf_payments').columns, [payment]).split('\r\n')[0]).toContain('Payment,Verification,Milestone');
  });

  it('[D-24] [D-28] has no payload of a dead letter: it holds what people sent', () => {
    const letter = {
      itemId: 'DLQ-1',
      errorCode: 'BANK_TIMEOUT',
      errorMessage: 'No answer',
      retryCount: 3,
      correlationId: 'c-1',
      failedAt: '2025-11-18T08:45:08.000Z',
      payload: { beneficiary: 'canary-7f3a' },
      version: 1,
    };
    expect(jsonOf(sheetOf('dead_letters').columns, [letter])).not.toContain('canary-7f3a');
  });

  it('[C-50] names the covenants of the rows, each once, in order', () => {
    const rows = [makePortfolio(key, 'b'.repeat(64)), makePortfolio(key, 'a'.repeat(64)), makePortfolio(key, 'b'.repeat(64))];
    expect(covenantsOf('refinance_portfolios', rows)).toEqual(['a'.repeat(64), 'b'.repeat(64)]);
    expect(covenantsOf('evidence_packs', [])).toEqual([]);
  });

  it('[C-49] counts milestones by currency and never adds two of them', () => {
    const payment = makePayment(key);
    const shillings = { ...payment, payment: { ...payment.payment, currency: 'UGX', amount: 90_000 } };
    const pending = { ...payment, payment: { ...payment.payment, status: 'pending' as const } };
    expect(
      milestoneTotals([payment, shillings, pending, payment]).map(({ currency, counts, paidAmount }) => [currency, counts, paidAmount]),
    ).toEqual([
      ['KES', { paid: 2, pending: 1, failed: 0 }, 15_000],
      ['UGX', { paid: 1, pending: 0, failed: 0 }, 90_000],
    ]);
  });

  it('[D-28] names a file by its kind and moment', () => {
    expect(exportFileName('rbf_payments', '2025-11-18T11:26:06.000Z')).toBe('rbf-payments-20251118T112606Z');
  });
});
