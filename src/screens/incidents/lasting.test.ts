import { expect, it } from 'vitest';
import { lastingWords } from './lasting.ts';

it('[M-5] [F-36] tells how long an incident has lasted, and not by a clock that nobody has confirmed', () => {
  expect(lastingWords('active', 7 * 60_000, true)).toBe('active 7 min');
  expect(lastingWords('active', 80 * 3_600_000, false)).toBe('active · clock not confirmed');
});
