import { expect, it } from 'vitest';
import { refuse } from './problem.ts';

it('whoever is refused because the platform is in need is told a time of their own, from what was meant to twice that; a person’s own limit is told as it is', {
  tags: ['S-13'],
}, () => {
  const waits = Array.from({ length: 200 }, () => refuse('unavailable', undefined, 5000).retryAfterMs ?? 0);
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(5000);
  expect(Math.max(...waits)).toBeLessThan(10_000);
  // Retry-After is in whole seconds: expect several values, none given to more than half of the callers.
  const seconds = waits.map((wait) => Math.ceil(wait / 1000));
  const told = [...new Set(seconds)].map((one) => seconds.filter((wait) => wait === one).length);
  expect(told.length).toBeGreaterThanOrEqual(5);
  expect(Math.max(...told)).toBeLessThan(100);
  expect(refuse('rate_limited', undefined, 7000).retryAfterMs).toBe(7000);
  expect(refuse('unavailable').retryAfterMs).toBeUndefined();
});
