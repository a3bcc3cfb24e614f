import { expect, it } from 'vitest';
import { coalesceMs, createPacer } from './coalesce.ts';

it('gathers 250 ms, pipeline 500, health 1000', { tags: ['C-76'] }, () => {
  expect(coalesceMs).toEqual({ kpis: 250, verifications: 250, pipeline: 500, health: 1000, system: 250 });
});

it('a lone event goes at once, a burst once an interval', { tags: ['C-76'] }, () => {
  const timers: (() => void)[] = [];
  const delivered: (readonly number[])[] = [];
  const pacer = createPacer<number>(
    250,
    (_, run) => {
      timers.push(run);
      return () => {};
    },
    (items) => delivered.push(items),
  );
  pacer.add([1]);
  pacer.add([2]);
  pacer.add([3, 4]);
  expect(delivered).toEqual([[1]]);
  timers.shift()?.();
  expect(delivered).toEqual([[1], [2, 3, 4]]);
  timers.shift()?.();
  pacer.add([5]);
  expect(delivered).toEqual([[1], [2, 3, 4], [5]]);
});
