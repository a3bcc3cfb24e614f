import { expect, it } from 'vitest';
import type { Result } from '../../../contracts/problem.ts';
import type { WriteStore } from '../../../store/types.ts';
import { openStore } from './opening.ts';

it('a store that is given up between two tries is no store, and is not opened behind anybody’s back', { tags: ['M-3'] }, async () => {
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

it('a lock that turns out to be closed leaves nobody with a store, and what stood in the way before is said no more', {
  tags: ['M-3', 'D-31'],
}, async () => {
  const said: (string | null)[] = [];
  const answers: (Result<WriteStore> | null)[] = [{ ok: false, problem: { code: 'storage', message: 'Busy.', retry: true } }, null];
  const opening = openStore(
    async () => answers.shift() ?? null,
    (delayMs, run) => {
      // The pause between two attempts; nothing here takes so long that it is reported as blocked.
      if (delayMs < 10_000) queueMicrotask(run);
      return () => {};
    },
    (problem) => void said.push(problem?.message ?? null),
  );
  expect(await opening.store).toBeNull();
  expect(said).toEqual(['Busy.', null]);
  expect(opening.isImpossible()).toBe(false);
});

it('a browser without any storage is asked once, which is said: nothing was ever kept in it', { tags: ['M-3'] }, async () => {
  const said: (string | null)[] = [];
  let tries = 0;
  const opening = openStore(
    async () => {
      tries += 1;
      return { ok: false, problem: { code: 'storage', message: 'No storage here.', retry: false } };
    },
    () => () => {},
    (problem) => void said.push(problem?.message ?? null),
  );
  expect(await opening.store).toBeNull();
  expect([tries, said, opening.isImpossible()]).toEqual([1, ['No storage here.'], true]);
});
