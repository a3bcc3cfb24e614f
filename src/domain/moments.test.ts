import { expect, it } from 'vitest';
import { areApart } from './moments.ts';

it('a decision and its receipt are two moments from a minute on, either way, and one where nobody told', { tags: ['M-7', 'D-56'] }, () => {
  const received = '2026-11-23T15:02:00.000Z';
  const apart = (decidedAt?: string) => areApart(decidedAt, received);
  expect([apart(), apart('yesterday'), apart(received), apart('2026-11-23T15:01:00.000Z')]).toEqual([false, false, false, false]);
  expect([apart('2026-11-23T15:00:59.999Z'), apart('2026-11-23T06:10:00.000Z'), apart('2026-11-23T15:03:01.000Z')]).toEqual([
    true,
    true,
    true,
  ]);
});
