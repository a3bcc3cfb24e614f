import type { VerificationDetail } from '../../contracts/verification.ts';

type PaymentStatus = NonNullable<VerificationDetail['payment']>['status'];

/** The states of a results-based payment as people read them (C-60). */
export const paymentStates: Readonly<Record<PaymentStatus, { readonly word: string; readonly look: 'ok' | 'pending' | 'bad' }>> = {
  paid: { word: 'Paid', look: 'ok' },
  pending: { word: 'Pending', look: 'pending' },
  failed: { word: 'Failed', look: 'bad' },
};

/** The milestone metrics of the document (section 3) in a sentence. */
export const metricWords: Readonly<Record<string, string>> = {
  uptime: 'uptime',
  fuelSavings: 'fuel savings',
  emissionReduction: 'emission reduction',
};
