import { describe, expect, it } from 'vitest';
import { leavesOf, paymentBinding, pick, sameFigure } from './recordFields.ts';

describe('the values of a record', { tags: ['P-2'] }, () => {
  it('stand under their paths, each once; a list of texts is one, and names that are no words are quoted', { tags: ['P-2'] }, () => {
    const record = {
      a: { b: 1, 'c.d': null },
      'a.b': 2,
      sites: ['x', 'y'],
      none: [],
      empty: {},
      rows: [{ n: 1 }, { n: true }],
      gone: undefined,
      jws: 'signature',
    };
    expect([...leavesOf(record, ['jws'])]).toEqual([
      ['a.b', 1],
      ['a."c.d"', null],
      ['"a.b"', 2],
      ['sites', 'x, y'],
      ['none', ''],
      ['empty', ''],
      ['rows[0].n', 1],
      ['rows[1].n', true],
    ]);
    // Skipped at the top level only, not in nested parts.
    expect(leavesOf({ part: { jws: 'x' } }, ['jws']).get('part.jws')).toBe('x');
  });

  it('become a payload by their table; what the record does not say is not in it', { tags: ['P-2'] }, () => {
    const leaves = leavesOf({ payment_id: 'RBF-1', payment: { amount: 5, currency: null } });
    expect(pick(paymentBinding, leaves)).toEqual({ paymentId: 'RBF-1', amount: 5 });
  });

  it('figures are one by twelve digits, and nothing else is by fewer than all', { tags: ['P-2'] }, () => {
    expect(sameFigure(0.1 + 0.2, 0.3)).toBe(true);
    expect([sameFigure(0.97, 0.970001), sameFigure('0.97', 0.97), sameFigure(undefined, 0), sameFigure(null, null)]).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });
});
