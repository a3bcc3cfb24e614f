import { expect, it } from 'vitest';
import { covenantLimits } from './covenantTerms.ts';

it('reads the limits of a covenant in words, shares as percent, and nothing that is no number', { tags: ['D-33'] }, () => {
  const terms = { title: 'x', minimumConfidence: 0.75, minimumUptime: 92, minimumFuelSavings: '12', advanceRatePercent: 80, other: 4 };
  expect(covenantLimits({ terms })).toEqual([
    { name: 'Advance rate', value: '80%' },
    { name: 'Minimum uptime', value: '92%' },
    { name: 'Minimum confidence', value: '75%' },
  ]);
  for (const none of [{}, { minimumUptime: Number.NaN }]) expect(covenantLimits({ terms: none })).toEqual([]);
});
