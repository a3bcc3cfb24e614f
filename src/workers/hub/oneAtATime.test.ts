import { expect, it } from 'vitest';
import { oneAtATime } from './oneAtATime.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('runs one piece at a time, and one more for all who wanted it meanwhile', { tags: ['M-10', 'M-13'] }, async () => {
  const ends: ((failure?: Error) => void)[] = [];
  const run = oneAtATime(
    () => new Promise((resolve, reject) => ends.push((failure) => (failure === undefined ? resolve() : reject(failure)))),
  );
  const first = run();
  const second = run();
  expect(run()).toBe(second);
  let isSecondDone = false;
  void second.then(() => (isSecondDone = true));
  await turn();
  expect(ends).toHaveLength(1);
  ends[0]?.(new Error('lost'));
  await expect(first).rejects.toThrow('lost');
  await turn();
  expect(ends).toHaveLength(2);
  // Callers during a run continue when their own run has ended, not before.
  expect(isSecondDone).toBe(false);
  const third = run();
  ends[1]?.();
  await second;
  await turn();
  expect(ends).toHaveLength(3);
  ends[2]?.();
  await third;
  await turn();
  void run();
  expect(ends).toHaveLength(4);
});
