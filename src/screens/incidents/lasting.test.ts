import { expect, it } from 'vitest';
import { lastedThenLabels, lastingLabels, takenUpLabels } from './lasting.ts';

it('tells how long an incident has lasted, and not by a clock that nobody has confirmed', { tags: ['M-5', 'F-36'] }, () => {
  expect(lastingLabels('active', 7 * 60_000, true)).toBe('active 7 min');
  expect(lastingLabels('active', 80 * 3_600_000, false)).toBe('active · clock not confirmed');
});

it('once nobody knows whether it lasts, it is told how long it had, and what was done about it by then', { tags: ['T-8', 'D-15'] }, () => {
  expect(lastedThenLabels(40 * 60_000)).toBe('had lasted 40 min');
  expect([takenUpLabels(null, 0, false), takenUpLabels(null, 0, true)]).toEqual(['unassigned', 'was unassigned']);
  expect(takenUpLabels('Amina', 2, false)).toBe('acknowledged by Amina · 2 more');
  expect(takenUpLabels('Amina', 2, true)).toBe('acknowledged by Amina · 2 more then');
});
