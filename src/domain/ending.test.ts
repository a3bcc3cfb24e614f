import { expect, it, vi } from 'vitest';
import { endingOf } from './ending.ts';

const never = new Promise<never>(() => {});
/** An end that comes when it is told to. */
function told() {
  let come = () => {};
  const end = new Promise<void>((resolve) => (come = resolve));
  return { end, come: () => come() };
}

it('work is waited for until its end comes, and has its value or its failure before that', async () => {
  const { end, come } = told();
  const { orEnd } = endingOf(end);
  expect(await orEnd(Promise.resolve(7))).toEqual({ value: 7 });
  await expect(orEnd(Promise.reject(new Error('refused')))).rejects.toThrow('refused');
  const waits = [orEnd(never), orEnd(never)];
  come();
  expect(await Promise.all(waits)).toEqual([null, null]);
  expect(await orEnd(never)).toBeNull();
});

it('what fails after the end has come disturbs nobody', async () => {
  const { end, come } = told();
  let fail = (_why: Error) => {};
  const late = endingOf(end).orEnd(new Promise((_resolve, reject) => (fail = reject)));
  come();
  expect(await late).toBeNull();
  fail(new Error('too late'));
});

it('however many waits are over, one reaction stays at an end that has not come', { tags: ['F-29'] }, async () => {
  const { end } = told();
  const added = vi.spyOn(end, 'then');
  const { orEnd } = endingOf(end);
  for (let wait = 0; wait < 1_000; wait += 1) await orEnd(Promise.resolve(wait));
  expect(added).toHaveBeenCalledTimes(1);
});
