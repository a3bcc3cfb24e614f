import { expect, it } from 'vitest';
import { notHeldWords, unreadableProblem, unreadWords } from './unreadWords.ts';

it('[T-9] [F-25] says how many rows of a list are damaged here, and that nothing beside counts them', () => {
  expect(unreadWords(1, 'payment')).toBe(
    '1 payment on this device could not be read. It is neither shown nor counted here and is fetched again.',
  );
  expect(unreadableProblem(2)).toEqual({
    code: 'storage',
    message: '2 rows on this device could not be read. They are neither shown nor counted here and are fetched again.',
    retry: true,
  });
});

it('[T-1] says how many the platform counts beyond those that it listed', () => {
  expect(notHeldWords(1, 'portfolio')).toBe(
    '1 more portfolio is at the platform and not on this device: what is counted and added up here is without it.',
  );
  expect(notHeldWords(1200)).toMatch(/^1,200 more rows are at the platform and not on this device: .* without them\.$/);
});
