import { expect, it } from 'vitest';
import { exponentialDelayMs, websocketDelayMs } from './backoff.ts';

it('websocket delays are 1, 2, 4, 8, then 30 s, plus up to 1 s', { tags: ['C-55'] }, () => {
  expect([1, 2, 3, 4, 5, 10].map((attempt) => websocketDelayMs(attempt, 0))).toEqual([1000, 2000, 4000, 8000, 30_000, 30_000]);
  expect(websocketDelayMs(1, 0.999)).toBeCloseTo(1999);
});

it('server-sent events double from 1 s to 30 s and stay there', { tags: ['C-56'] }, () => {
  expect([1, 2, 3, 4, 5, 6, 7, 500].map(exponentialDelayMs)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
});
