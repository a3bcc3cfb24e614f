import { expect, it } from 'vitest';
import { memoryDeviceKeys } from '../../../../tests/builders/deviceKeys.ts';
import type { Call } from '../../../domain/api/client.ts';
import { createBoundSession } from './boundSession.ts';

/** A session whose lock has closed, which the platform knows, and has been opened again. */
async function parkedSession() {
  const platform = { up: true };
  const asked: string[] = [];
  const call = (async (id: string) => {
    asked.push(id);
    if (!platform.up) return { ok: false, problem: { code: 'network', message: '', retry: true } };
    return { ok: true, value: { value: null, header: () => null } };
  }) as unknown as Call<AbortSignal>; // the two calls that are made
  const session = createBoundSession({
    store: memoryDeviceKeys(),
    call,
    storage: () => {},
    isClosed: () => false,
    setTimer: () => () => {},
  });
  session.parking.now();
  await expect.poll(() => session.parking.isParked()).toBe(true);
  await session.device.unlockedForGood();
  return { ...session, platform, refreshes: () => asked.filter((id) => id === 'refresh').length };
}

it('a session counts as parked until the platform has resumed it, and no longer: otherwise whoever comes in next meets one that is still locked', {
  tags: ['M-13', 'D-55'],
}, async () => {
  const { platform, parking, unpark, refreshes } = await parkedSession();
  platform.up = false;
  expect((await unpark()).ok).toBe(false);
  expect(parking.isParked()).toBe(true);
  platform.up = true;
  expect(await Promise.all([unpark(), unpark()])).toMatchObject([{ ok: true }, { ok: true }]);
  expect([parking.isParked(), refreshes()]).toEqual([false, 2]);
});
