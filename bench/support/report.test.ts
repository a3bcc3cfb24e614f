import { expect, it } from 'vitest';
import { sectionOf, shown, withSection } from './report.ts';

const facts = { machine: 'a machine', day: '2026-11-21', commit: 'abc1234', rounds: 5, flags: 'none' };
const judged = (value: number) =>
  [{ name: 'x', value, detail: '2 of 1', met: value <= 2, budget: { bench: 'b', unit: 'ms', most: 2, what: 'a thing' } }] as const;

it('says of each figure whether its limit was met, on which machine and from how many rounds', () => {
  const section = sectionOf('b', judged(3), ['also seen'], facts);
  expect(section).toContain('| **missed** | x: a thing | 3.00 | ≤ 2 ms | 2 of 1 |');
  expect(section).toContain('a machine; none; 5 rounds.');
  expect(section).toContain('- also seen');
});

it('replaces one section and leaves the others, in a fixed order', () => {
  const first = withSection('', 'b', sectionOf('b', judged(1), [], facts), ['a', 'b']);
  const both = withSection(first, 'a', sectionOf('a', judged(1), [], facts), ['a', 'b']);
  const again = withSection(both, 'b', sectionOf('b', judged(9), [], facts), ['a', 'b']);
  expect(again.indexOf('## a')).toBeLessThan(again.indexOf('## b'));
  expect(again.match(/^## /gm)).toHaveLength(2);
  expect(again).toContain('| **missed** | x: a thing | 9.00 |');
});

it('shows three significant digits', () => {
  expect([1234.56, 12.345, 1.2345, Number.NaN].map(shown)).toEqual(['1235', '12.3', '1.23', 'NaN']);
});
