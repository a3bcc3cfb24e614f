import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { amina, brian } from '../../../tests/builders/fakePlatform.ts';
import { closeDevices, holdClock, pass, signedInAs } from '../../../tests/builders/hubDevice.ts';
import { actOnLock } from '../../../tests/builders/lockActs.ts';
import { signInEndpoints } from '../../contracts/signInEndpoints.ts';

const minute = 60_000;

beforeEach(holdClock);
afterEach(closeDevices);

type Running = Pick<Awaited<ReturnType<typeof signedInAs>>, 'hub'>;
const end = async ({ hub }: Running) => {
  const ended = hub.end();
  await pass(1_500);
  await ended;
};

/** A worker whose hub ended lives on as a follower: anything still running there would be a second hub. */
describe('a hub that has ended waits for nothing any more', () => {
  it('with somebody in, and a gap in the events that is being filled just then', { tags: ['K-4', 'K-7'] }, async () => {
    const device = await signedInAs(amina);
    device.platform.hangs = (path) => path === '/api/health';
    const [stream] = device.platform.openStreams();
    stream?.speak('resync', { kind: 'resync', epoch: device.platform.epoch, topics: { health: 90 }, reason: 'gap' });
    const asked = device.platform.count('/api/health');
    await pass(500);
    expect(device.platform.count('/api/health')).toBeGreaterThan(asked);
    expect(device.timers.size).toBeGreaterThan(0);
    await end(device);
    expect(device.timers.size).toBe(0);
    // Also not when the request under way is answered.
    delete device.platform.hangs;
    await pass(1_000);
    expect(device.timers.size).toBe(0);
  });

  it('nor does it know the key of an app lock: a worker that another one has replaced opens nothing', {
    tags: ['D-31', 'K-7'],
  }, async () => {
    const device = await signedInAs(amina);
    let isSet = false;
    void device.api
      .lock({ id: 'a1', act: 'setUp', secret: { kind: 'pin', pin: '48291357' }, passkey: null, escrow: null })
      .then(({ ok }) => {
        isSet = ok;
      });
    while (!isSet) await pass(0);
    expect(await device.api.lockKey()).not.toBeNull();
    await end(device);
    expect(await device.api.lockKey()).toBeNull();
    expect(device.timers.size).toBe(0);
  });

  it('behind a lock that closed out of the platform’s reach: it parks no session that the next leader may have resumed by then', {
    tags: ['M-13', 'K-7', 'D-55'],
  }, async () => {
    const device = await signedInAs(amina, { bound: true });
    const secret = { kind: 'pin', pin: '48291357' } as const;
    expect(await actOnLock(device, { act: 'setUp', secret, passkey: null, escrow: null })).toMatchObject({ ok: true });
    device.platform.up = false;
    expect(await actOnLock(device, { act: 'close' })).toMatchObject({ ok: true });
    await pass(12_000);
    const parks = () => device.platform.count(signInEndpoints.parkSession.path);
    const before = parks();
    await end(device);
    device.platform.up = true;
    await pass(minute);
    expect([parks() - before, device.platform.cookie?.bound?.parked, device.timers.size]).toEqual([0, false, 0]);
  });

  it('with nobody in, and decisions on the device that wait for their person', { tags: ['K-4', 'K-7', 'F-17'] }, async () => {
    const device = await signedInAs(brian);
    device.platform.up = false;
    device.platform.openStreams().forEach((stream) => stream.fail());
    await pass(100);
    await device.api.enqueue('decision-0000001', [{ kind: 'promote', items: [{ itemId: 'DLQ-1', version: 1 }] }]);
    await pass(31 * minute);
    await pass(minute); // at the pace of the disk
    expect(device.status()).toMatchObject({ session: { phase: 'signedOut' }, unsentHeld: 1 });
    expect(device.timers.size).toBeGreaterThan(0);
    await end(device);
    expect(device.timers.size).toBe(0);
  });
});
