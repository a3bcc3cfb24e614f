import { expect, it } from 'vitest';
import { figuresLabels } from './figuresLabels.ts';

const now = Date.parse('2026-11-21T11:26:08Z');
const at = now - 12_000;

it.each([
  [{ count: 8, aged: 0, stale: 0, halted: 0, oldestAt: at }, 'All figures live · oldest 12 s'],
  [{ count: 8, aged: 3, stale: 0, halted: 0, oldestAt: at }, '5 of 8 figures live · oldest as of 14:25'],
  [{ count: 8, aged: 8, stale: 0, halted: 0, oldestAt: at }, 'No figure live · oldest as of 14:25'],
  [{ count: 8, aged: 8, stale: 1, halted: 0, oldestAt: now - 86_400_000 }, '1 of 8 figures stale · oldest as of 20 Nov, 14:26'],
  [{ count: 8, aged: 8, stale: 8, halted: 0, oldestAt: null }, 'All figures stale · nothing loaded yet'],
  [{ count: 8, aged: 8, stale: 0, halted: 8, oldestAt: at }, 'All figures halted · oldest as of 14:25'],
  [{ count: 8, aged: 7, stale: 0, halted: 7, oldestAt: at }, '7 of 8 figures halted · oldest as of 14:25'],
])('sums up all ages in one line, and calls nothing live that is not: %o', { tags: ['K-10', 'D-15', 'T-5'] }, (view, words) => {
  expect(figuresLabels(view, now, 'Africa/Nairobi')).toBe(words);
});

it.each([
  [{ count: 8, aged: 0, stale: 0, halted: 0, oldestAt: at }, 'All figures live · oldest as of 21 Nov, 14:25 · clock not confirmed'],
  [
    { count: 8, aged: 8, stale: 8, halted: 0, oldestAt: now - 400 * 86_400_000 },
    'All figures stale · oldest as of 17 Oct, 14:26 · clock not confirmed',
  ],
  [{ count: 8, aged: 8, stale: 8, halted: 0, oldestAt: null }, 'All figures stale · nothing loaded yet · clock not confirmed'],
])('tells no age by a clock that nobody has confirmed, and says so: %o', { tags: ['M-5', 'F-36'] }, (view, words) => {
  expect(figuresLabels(view, now, 'Africa/Nairobi', false)).toBe(words);
});
