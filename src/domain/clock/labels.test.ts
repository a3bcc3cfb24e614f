import { expect, it } from 'vitest';
import { clockSince } from './labels.ts';

it('says since when nobody has confirmed the clock, by the platform’s own moment with its year', { tags: ['M-5', 'F-36'] }, () => {
  const heardAt = Date.UTC(2026, 10, 21, 11, 2);
  expect(clockSince({ confirmed: false, heardAt, why: 'start' }, 'Africa/Nairobi')).toBe('Clock not confirmed since 21 Nov 2026, 14:02');
  expect(clockSince({ confirmed: false, heardAt: null, why: 'start' }, 'Africa/Nairobi')).toBe('Clock never confirmed');
});
