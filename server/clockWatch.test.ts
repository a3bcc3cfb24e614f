import Fastify from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createBarePlatform } from '../tests/builders/barePlatform.ts';
import { lookEveryMs, registerClockWatch } from './clockWatch.ts';
import type { Platform } from './context.ts';

let running: Platform | null = null;
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(async () => {
  vi.useRealTimers();
  await running?.close();
  running = null;
});

/** A platform with the clock watch. `look`: the result of the next looks. */
async function watched(look: () => Promise<number | null> = async () => null) {
  const bare = createBarePlatform();
  running = bare.platform;
  const looks = vi.spyOn(bare.platform.clock, 'look').mockImplementation(look);
  registerClockWatch(Fastify(), bare.platform);
  await bare.platform.start();
  const after = async (ms: number): Promise<void> => void (await vi.advanceTimersByTimeAsync(ms));
  await after(0);
  const figure = async (name: string): Promise<string | undefined> =>
    new RegExp(`^${name} (.*)$`, 'm').exec(await bare.platform.metrics.text())?.[1];
  return { ...bare, looks, after, figure };
}

it('says once that the machine’s clock is off, again when it was set to something else, and once that it agrees', {
  tags: ['S-6'],
}, async () => {
  const { noted, setAhead, after, figure } = await watched();
  for (const [aheadMs, told] of [
    [1900, []],
    [-2000, []],
    [600_000, ['clock.off']],
    [600_500, []],
    [-600_000, ['clock.off']],
    [1500, ['clock.agrees']],
    [2100, ['clock.off']],
    // It stays near the threshold: nothing new is logged.
    [1900, []],
    [2050, []],
    [900, ['clock.agrees']],
  ] as const) {
    setAhead(aheadMs);
    const before = noted.length;
    await after(5 * lookEveryMs);
    expect([aheadMs, noted.slice(before)]).toEqual([aheadMs, told]);
    expect(await figure('ukweli_clock_ahead_seconds')).toBe(String(aheadMs / 1000));
  }
});

it('says each time that the clock by which the platform goes was set, and counts it', { tags: ['S-6'] }, async () => {
  const found = [null, -600_000, null, 7000];
  const { noted, after, figure } = await watched(async () => found.shift() ?? null);
  expect([noted, await figure('ukweli_clock_set_total')]).toEqual([[], '0']);
  await after(lookEveryMs);
  expect([noted, await figure('ukweli_clock_set_total')]).toEqual([['clock.set'], '1']);
  await after(5 * lookEveryMs);
  expect([noted, await figure('ukweli_clock_set_total')]).toEqual([['clock.set', 'clock.set'], '2']);
});

it('asks sooner while the database is away, so that one which comes back with another clock is followed; a line when it goes, one when it is back', {
  tags: ['S-6'],
}, async () => {
  let away = false;
  const { noted, looks, after } = await watched(() => (away ? Promise.reject(new Error('gone')) : Promise.resolve(null)));
  expect(looks).toHaveBeenCalledTimes(1);
  away = true;
  await after(lookEveryMs);
  await after(lookEveryMs);
  expect(looks.mock.calls.length).toBeGreaterThan(4);
  away = false;
  await after(lookEveryMs);
  expect(noted).toEqual(['clock.unanswered', 'clock.answered']);
});

it('asks no more once the platform is closed, and leaves no timer', async () => {
  const { platform, looks, after } = await watched();
  await platform.close();
  const before = looks.mock.calls.length;
  await after(5 * lookEveryMs);
  expect([looks.mock.calls.length, vi.getTimerCount()]).toEqual([before, 0]);
});
