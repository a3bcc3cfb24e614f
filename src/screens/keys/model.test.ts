import { expect, it } from 'vitest';
import { keyViews, signedLabels } from './model.ts';

const none = { packs: 0, portfolios: 0, payments: 0, reports: 0 };
const key = {
  kid: 'ukweli-2025-05-02-one',
  state: 'withdrawn',
  notBefore: '2025-05-02T11:26:06.000Z',
  stoppedAt: '2025-11-01T11:26:06.000Z',
  retiredAt: null,
  withdrawnAt: '2025-11-18T11:26:06.000Z',
  reason: 'The backup was stolen',
  signed: { ...none, packs: 25, reports: 1 },
} as const;

it('a withdrawn key is shown with its dates, its reason and what is lost with it', { tags: ['P-6'] }, () => {
  const [view] = keyViews([key], { kind: 'live', at: 0 });
  expect(view).toMatchObject({
    standing: { answer: 'no', word: 'Withdrawn' },
    signed: '25 packs, 1 report',
    worth: 'No signature is valid any more: shown as “Unknown kid”',
    reason: 'The backup was stolen',
    lost: true,
    dates: [{ name: 'Valid from' }, { name: 'Signed until' }, { name: 'Withdrawn' }],
  });
  expect(keyViews([{ ...key, signed: none }], { kind: 'live', at: 0 })[0]?.lost).toBe(false);
  expect(signedLabels(none)).toBe('No stored records');
});
