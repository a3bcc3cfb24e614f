import { expect, it } from 'vitest';
import { readBudgets } from './budgets.ts';
import { type Finding, readTried, resultsOf, shown, tableOf, withKept } from './report.ts';

const facts = { machine: 'a machine', day: '2026-11-21', commit: 'abc', rounds: 5, flags: '--flag', loadBefore: 0.1, minutes: 20 };
const findings: readonly Finding[] = [
  {
    bench: 'one',
    judged: [
      { name: 'fast', value: 1.234, detail: '2 to 1', budget: { bench: 'one', unit: '×', most: 2, what: 'speed' }, met: true },
      { name: 'slow', value: 345.6, detail: '9 ms', budget: { bench: 'one', unit: 'ms', most: 50, what: 'a task' }, met: false },
    ],
    notes: ['beside it'],
  },
];

it('writes figures short', () => {
  expect([1.234, 12.34, 123.4, 0, Number.NaN].map(shown)).toEqual(['1.23', '12.3', '123', '0.00', 'NaN']);
});

it('prints one row a figure, with its limit', () => {
  const [, first, second] = tableOf(findings).split('\n');
  expect(first).toMatch(/^met +fast +1.23 +≤ 2 × +speed/);
  expect(second).toMatch(/^MISSED +slow +346 +≤ 50 ms/);
});

it('records machine, flags, rounds and every figure, and says of a missed one what was tried', () => {
  const text = resultsOf(findings, facts, { slow: 'all of it.', fast: 'not asked for' });
  for (const part of ['a machine', 'abc', '5 rounds', '--flag', '| met | fast', '| **missed** | slow', '- one: beside it'])
    expect(text).toContain(part);
  expect(text).toContain('- **slow**: all of it.');
  expect(text).not.toContain('not asked for');
  expect(resultsOf([], facts, {})).toContain('None.');
});

it('what was tried is said of budgets that there are', () => {
  const names = Object.keys(readBudgets());
  for (const name of Object.keys(readTried())) expect(names).toContain(name);
});

it('leaves the part that is written by hand as it is, and adds none', () => {
  const text = resultsOf(findings, facts, {});
  const byHand = '\n## Asked for by name\n\n### failover\n\n| 1 | 2 |\n';
  const kept = withKept(text, `# Results\n\nold figures\n${byHand}`);
  expect(kept.endsWith(byHand)).toBe(true);
  expect(kept).not.toContain('old figures');
  expect(kept.startsWith(text.trimEnd())).toBe(true);
  expect(withKept(text, kept)).toBe(kept);
  expect(withKept(text, '# Results\n')).toBe(text);
});
