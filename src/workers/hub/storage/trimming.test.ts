import { expect, it } from 'vitest';
import { beginTrimming } from './trimming.ts';

it('age is judged by a confirmed clock only, at once and every ten minutes, until it ends', { tags: ['D-61', 'D-12', 'M-3'] }, () => {
  const asked: (readonly [string, number])[] = [];
  const timers: { readonly delayMs: number; readonly run: () => void; cancelled: boolean }[] = [];
  let confirmed: number | null = null;
  const trim = (name: string) => async (at: number) => void asked.push([name, at]);
  const trimming = beginTrimming(
    [trim('segments'), trim('drafts')],
    () => confirmed,
    (delayMs, run) => {
      const timer = { delayMs, run, cancelled: false };
      timers.push(timer);
      return () => void (timer.cancelled = true);
    },
  );
  expect(asked.splice(0)).toEqual([
    ['segments', 0],
    ['drafts', 0],
  ]);
  confirmed = 5_000;
  timers[0]?.run();
  expect(asked.splice(0)).toEqual([
    ['segments', 5_000],
    ['drafts', 5_000],
  ]);
  trimming.end();
  expect(timers.map(({ delayMs, cancelled }) => [delayMs, cancelled])).toEqual([
    [30_000, false],
    [600_000, true],
  ]);
});
