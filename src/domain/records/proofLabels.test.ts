import { describe, expect, it } from 'vitest';
import { proofFieldName } from './proofLabels.ts';
import { fieldName } from './recordLabels.ts';

/** Names inherited by every object: a file's author may use them as member names. */
const inherited = Object.getOwnPropertyNames(Object.prototype);

describe('what a value is called', () => {
  it('by its screen where we know it, of a record and of what stands beside it', { tags: ['P-10'] }, () => {
    expect([proofFieldName('savedBy.name'), proofFieldName('record.payment.amount'), fieldName('payment.amount')]).toEqual([
      'Saved by, name',
      'Amount',
      'Amount',
    ]);
  });

  it('by its path where nobody knows it, whatever every object calls one of its own members', { tags: ['A-12', 'P-10'] }, () => {
    for (const name of [...inherited, 'tonnesCertified'])
      for (const field of [name, `record.${name}`, `verification.${name}`]) expect(proofFieldName(field)).toBe(field);
    for (const name of inherited) expect(fieldName(name)).toBe(name);
  });
});
