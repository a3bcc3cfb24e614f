import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { takeOver } from './takeOver.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('asks the waiting worker once, and makes the browser look again every second until it is stopped', { tags: ['D-30'] }, () => {
  const waiting = { postMessage: vi.fn() };
  const ended: number[] = [];
  let begun = 0;
  const stop = takeOver(waiting, () => {
    const mine = (begun += 1);
    return () => ended.push(mine);
  });
  expect(waiting.postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'SKIP_WAITING' });
  vi.advanceTimersByTime(900);
  // Usually it has taken over by now.
  expect(begun).toBe(0);
  vi.advanceTimersByTime(2_200);
  expect([begun, ended]).toEqual([3, [1, 2]]);
  stop();
  vi.advanceTimersByTime(10_000);
  expect([begun, ended]).toEqual([3, [1, 2, 3]]);
});
