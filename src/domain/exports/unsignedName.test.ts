import { expect, it } from 'vitest';
import { unsignedFileName } from './tableExport.ts';

it('a file of this device’s own rows is named by the moment as of which they are, not by the one at which it was made', {
  tags: ['P-3', 'D-15', 'K-9'],
}, () => {
  const madeAt = Date.parse('2026-11-21T11:26:08Z');
  const at = Date.parse('2026-11-21T08:02:00Z');
  expect(unsignedFileName('rbf_payments', { kind: 'stale', at }, madeAt, 'csv')).toBe('rbf-payments-20261121T080200Z.unsigned.csv');
  expect(unsignedFileName('rbf_payments', { kind: 'live', at: madeAt - 2_000 }, madeAt, 'json')).toBe(
    'rbf-payments-20261121T112606Z.unsigned.json',
  );
  expect(unsignedFileName('rbf_payments', { kind: 'never' }, madeAt, 'csv')).toBe('rbf-payments-20261121T112608Z.unsigned.csv');
});
