import { expect, it } from 'vitest';
import type { Call } from '../../../domain/api/client.ts';
import { createPlatformTries } from './platformTries.ts';

/** A controlled platform: what it was told, and what it answers. */
function told(hasSession = true) {
  const calls: string[] = [];
  const world = { answers: true, hangs: false };
  const timers: (() => void)[] = [];
  const call = (async (endpoint: { readonly method: string }, input?: { readonly body?: { readonly wrong: number } }) => {
    calls.push(`${endpoint.method} ${input?.body?.wrong ?? ''}`.trim());
    if (world.hangs) return new Promise(() => {});
    if (!world.answers) return { ok: false, problem: { code: 'network', message: 'No.', retry: true } };
    return { ok: true, value: { value: input?.body === undefined ? null : { wrong: input.body.wrong + 3 } } };
  }) as unknown as Call<AbortSignal>; // only this is called
  const setTimer = (_delayMs: number, run: () => void) => {
    timers.push(run);
    return () => {};
  };
  return { ...createPlatformTries(call, { setTimer, hasSession: () => hasSession }), calls, world, timers };
}

it('answers the platform’s count; nothing of the PIN is told', { tags: ['G-5'] }, async () => {
  const platform = told();
  expect(await platform.wrong(2)).toBe(5);
  expect(platform.calls).toEqual(['POST 2']);
});

it('without the platform, or with one that does not answer in time, the device’s count stands', { tags: ['G-5'] }, async () => {
  const platform = told();
  platform.world.answers = false;
  expect(await platform.wrong(2)).toBe(0);
  platform.world.hangs = true;
  const hung = platform.wrong(3);
  await expect.poll(() => platform.timers.length).toBe(2);
  for (const run of platform.timers) run();
  expect(await hung).toBe(0);
});

it('a right try that did not get through is told before the next wrong one', { tags: ['G-5'] }, async () => {
  const platform = told();
  platform.world.answers = false;
  platform.right();
  await expect.poll(() => platform.calls).toEqual(['DELETE']);
  platform.world.answers = true;
  expect(await platform.wrong(1)).toBe(4);
  expect(await platform.wrong(2)).toBe(5);
  expect(platform.calls).toEqual(['DELETE', 'DELETE', 'POST 1', 'POST 2']);
});

it('where there is no session nothing is told', { tags: ['G-5'] }, async () => {
  const platform = told(false);
  platform.right();
  expect([await platform.wrong(1), platform.calls]).toEqual([0, []]);
});
