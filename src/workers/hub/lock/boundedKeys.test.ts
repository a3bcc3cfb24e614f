import { expect, it } from 'vitest';
import { boundedKeys } from './boundedKeys.ts';

it.each([
  ['are gone', async () => {}, true],
  ['stay, since the disk refuses', () => Promise.reject(new Error('refused')), false],
  ['stay for all that is known, since the disk does not answer', () => new Promise<void>(() => {}), false],
])('is told that the keys of a session are gone only once they are: they %s', { tags: ['M-13', 'G-3'] }, async (_, remove, gone) => {
  const timers: (() => void)[] = [];
  const keys = boundedKeys(
    { read: async () => ({ held: null, next: null }), write: async () => {}, remove, alone: async (work) => work() },
    (_delayMs, run) => {
      timers.push(run);
      return () => {};
    },
  );
  const told = keys.removeInTurn();
  await new Promise((resolve) => setImmediate(resolve));
  for (const run of timers) run();
  expect(await told).toBe(gone);
});
