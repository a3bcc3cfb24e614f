import { expect, it } from 'vitest';
import type { Result } from '../../contracts/problem.ts';
import type { WriteStore } from '../../store/types.ts';
import { openStore } from './opening.ts';

it('[M-3] a store that is given up between two tries is no store, and is not opened behind anybody’s back', async () => {
  const timers = new Set<() => void>();
  const failed: Result<WriteStore> = { ok: false, problem: { code: 'storage', message: 'The disk did not answer.', retry: true } };
  let tries = 0;
  let tellTold = () => {};
  const told = new Promise<void>((resolve) => {
    tellTold = resolve;
  });
  const opening = openStore(
    async () => {
      tries += 1;
      return failed;
    },
    (_delayMs, run) => {
      timers.add(run);
      return () => timers.delete(run);
    },
    tellTold,
  );
  await told;
  opening.giveUp();
  expect([await opening.store, tries, timers.size]).toEqual([null, 1, 0]);
});
