import { expect, it } from 'vitest';
import { lastedThenWords, lastingWords, takenUpWords } from './lasting.ts';

it('[M-5] [F-36] tells how long an incident has lasted, and not by a clock that nobody has confirmed', () => {
  expect(lastingWords('active', 7 * 60_000, true)).toBe('active 7 min');
  expect(lastingWords('active', 80 * 3_600_000, false)).toBe('active · clock not confirmed');
});

it('[T-8] [D-15] once nobody knows whether it lasts, it is told how long it had, and what was done about it by then', () => {
  expect(lastedThenWords(40 * 60_000)).toBe('had lasted 40 min');
  expect([takenUpWords(null, 0, false), takenUpWords(null, 0, true)]).toEqual(['nobody has taken it up', 'nobody had taken it up']);
  expect(takenUpWords('Amina', 2, false)).toBe('taken up by Amina · 2 more');
  expect(takenUpWords('Amina', 2, true)).toBe('taken up by Amina · 2 more then');
});
