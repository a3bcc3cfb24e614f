import { describe, expect, it } from 'vitest';
import { verificationRow } from '../../../tests/builders/operations.ts';
import { paymentRow } from '../../../tests/builders/programme.ts';
import { claimFit } from './claim.ts';

const hash = 'ab'.repeat(32);
const payment = paymentRow({ site_code: 'KE-KLF-011', covenant_hash: hash });
const verified = (change: Parameters<typeof verificationRow>[1] = {}) =>
  verificationRow(1, {
    siteCode: 'KE-KLF-011',
    covenantHash: hash,
    status: 'verified',
    performanceKpis: { uptime: 97.4, fuelSavings: 20, emissionReduction: 1 },
    ...change,
  });

describe('a claim against its verification', () => {
  it('agrees where site, covenant, status and the measured figure are those of the verification', () => {
    expect(claimFit(payment, verified())).toEqual({ kind: 'agrees' });
    expect(claimFit(payment, null)).toEqual({ kind: 'notHeld' });
  });

  it.each([
    [{ siteCode: 'KE-NKR-018' }, 'The verification is of site KE-NKR-018.'],
    [{ covenantHash: 'cd'.repeat(32) }, 'The verification was made under another covenant.'],
    [{ status: 'disputed' }, 'The verification is disputed.'],
    [{ performanceKpis: { uptime: 94.9, fuelSavings: 20, emissionReduction: 1 } }, 'The verification measured another figure.'],
  ] as const)('differs and says why: %o', (change, reason) => {
    expect(claimFit(payment, verified(change))).toEqual({ kind: 'differs', reasons: [reason] });
  });
});
