import { expect, it } from 'vitest';
import { createRoomMade, gatherFreedMs, quietMs } from './roomMade.ts';

it('what was removed to make room is told gathered, and what goes later too, though not at once', { tags: ['M-13', 'M-4', 'F-16'] }, () => {
  const told: string[] = [];
  const timers: { readonly delayMs: number; readonly run: () => void }[] = [];
  const pass = (): number | undefined => {
    const timer = timers.shift();
    timer?.run();
    return timer?.delayMs;
  };
  const { freed } = createRoomMade(
    (delayMs, run) => {
      timers.push({ delayMs, run });
      return () => {};
    },
    ({ text }) => void told.push(/first: (.*?)\./u.exec(text)?.[1] ?? text),
  );
  freed({ table: 'series', rows: 2 });
  freed({ table: 'series', rows: 1 });
  expect([pass(), told]).toEqual([gatherFreedMs, ['3 trends']]);
  freed({ table: 'packs', rows: 5 });
  expect(told).toHaveLength(1);
  expect([pass(), told]).toEqual([quietMs, ['3 trends', '5 evidence packs']]);
  // Nothing was removed during the quiet time: the next removal is reported like the first.
  expect([pass(), told.length]).toEqual([quietMs, 2]);
  freed({ table: 'packs', rows: 1 });
  expect([pass(), told.at(-1)]).toEqual([gatherFreedMs, '1 evidence pack']);
});
