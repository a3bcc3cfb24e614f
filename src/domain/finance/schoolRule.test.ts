import { expect, it } from 'vitest';
import { schoolStandingOf } from './schoolRule.ts';

it.each([
  [15, 95, true, []],
  [22.8, 97.4, true, []],
  [14.99, 95, false, ['fuelSavings']],
  [15, 94.99, false, ['uptime']],
  [3, 40, false, ['fuelSavings', 'uptime']],
  [Number.NaN, 99, false, ['fuelSavings']],
])('savings %d and uptime %d: performing %s', { tags: ['C-86', 'C-32'] }, (fuelSavingsPercent, uptime, performing, missed) => {
  expect(schoolStandingOf({ fuelSavingsPercent, uptime })).toEqual({ performing, missed });
});
