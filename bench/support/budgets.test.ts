import { expect, it } from 'vitest';
import { askedForNames, benchNames } from '../names.ts';
import { type Budget, judge, meets, readBudgets } from './budgets.ts';

const budget: Budget = { bench: 'one', unit: 'ms', most: 10, what: 'a test' };

it('every budget has one limit and belongs to a bench, and every bench has a budget', () => {
  const budgets = Object.entries(readBudgets());
  for (const [name, { most, least }] of budgets) expect([name, most, least].filter((value) => typeof value === 'number')).toHaveLength(1);
  expect(new Set(budgets.map(([, row]) => row.bench))).toEqual(new Set([...benchNames, ...askedForNames]));
});

it('meets a limit from its right side only, and never without a value', () => {
  expect([meets(10, { most: 10 }), meets(10.1, { most: 10 }), meets(3, { least: 3 }), meets(2.9, { least: 3 })]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  expect([meets(Number.NaN, { most: 10 }), meets(Number.NaN, { least: 0 })]).toEqual([false, false]);
});

it('refuses a budget that nothing measures and a figure that has no budget', () => {
  expect(() => judge('one', [], { a: budget })).toThrow('did not measure a');
  expect(() => judge('one', [{ name: 'b', value: 1, detail: '' }], { a: { ...budget, bench: 'two' } })).toThrow("measured 'b'");
  expect(judge('one', [{ name: 'a', value: 11, detail: '' }], { a: budget })[0]?.met).toBe(false);
});
