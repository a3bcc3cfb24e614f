// Long: days of a simulated device.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { amina, brian } from '../../../tests/builders/fakePlatform.ts';
import {
  closeDevices,
  createDevice,
  endBrowser,
  holdClock,
  pass,
  passing,
  readRow,
  signedInAs,
} from '../../../tests/builders/hubDevice.ts';
import type { LockAct } from '../../contracts/lock.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

beforeEach(holdClock);
afterEach(closeDevices);

type Device = Awaited<ReturnType<typeof signedInAs>>;
const shownNow = (status: { readonly serverOffsetMs: number }) => Date.now() + status.serverOffsetMs;

describe('the device’s clock', () => {
  it('set 40 minutes forward or years either way, it locks nobody at work, and the platform’s next answer puts the time right', {
    tags: ['M-5', 'F-20'],
  }, async () => {
    for (const byMs of [40 * minute, 20 * 365 * day, -20 * 365 * day]) {
      const device = await signedInAs(amina);
      await pass(minute);
      await device.api.activity('p1');
      device.setClock(byMs);
      await device.api.activity('p1');
      await pass(5_000);
      expect(device.status()).toMatchObject({
        session: { phase: 'signedIn', confirmed: true, warningEndsAt: null },
        clock: { confirmed: true },
      });
      expect(Math.abs(shownNow(device.status()) - device.trueNow())).toBeLessThan(100);
      expect(device.page.leaves()).toEqual([]);
      device.setClock(-byMs);
      await endBrowser(device);
    }
  });

  it('without the platform it is noticed within seconds, marked with when it was last confirmed, and still locks nobody at work', {
    tags: ['M-5', 'F-20'],
  }, async () => {
    const device = await signedInAs(amina);
    const heardAt = device.trueNow();
    device.platform.up = false;
    device.setClock(40 * minute);
    await pass(3_000);
    expect(device.status()).toMatchObject({ session: { phase: 'signedIn' }, clock: { confirmed: false, why: 'jump' } });
    const { clock } = device.status();
    if (clock.confirmed || clock.heardAt === null) throw new Error('confirmed by whom?');
    expect(Math.abs(clock.heardAt - heardAt)).toBeLessThan(3_000);
    for (let acts = 0; acts < 6; acts += 1) {
      await device.api.activity('p1');
      await pass(10 * minute);
    }
    expect(device.status().session).toMatchObject({ phase: 'signedIn', warningEndsAt: null });
    // No more activity: by the monotonic clock the time limit is unchanged.
    await pass(25 * minute);
    expect(device.status().session).toMatchObject({ phase: 'signedOut', reason: 'timeout' });
  });

  it('set back by a day it keeps no idle person in', { tags: ['M-5', 'F-20'] }, async () => {
    const device = await signedInAs(amina);
    device.platform.up = false;
    device.setClock(-day);
    await pass(31 * minute);
    expect(device.status().session).toMatchObject({ phase: 'signedOut', reason: 'timeout' });
  });

  it('asleep for eight hours, it shows its age at once and locks as soon as the platform is heard, though somebody clicks first', {
    tags: ['M-5', 'F-21', 'D-34'],
  }, async () => {
    const device = await signedInAs(amina);
    await device.api.activity('p1');
    device.sleep(8 * hour);
    expect(Math.abs(shownNow(device.status()) - device.trueNow())).toBeLessThan(100);
    await device.api.activity('p1');
    await pass(1_000);
    expect(device.status().session).toMatchObject({ phase: 'signedOut' });
    expect(device.page.leaves()).toEqual([expect.objectContaining({ wiped: false })]);
  });

  it('started without the platform and 3 hours wrong, it goes by what it kept, says that nobody confirms it, and since when', {
    tags: ['M-5', 'F-36'],
  }, async () => {
    const device = createDevice();
    device.setClock(3 * hour);
    const first = device.start();
    await first.openPage('p1');
    await first.hub.begin();
    await pass(100);
    device.platform.signIn(amina);
    const entered = first.api.signedIn();
    await pass(2_000);
    await passing(entered);
    expect(first.status().clock).toEqual({ confirmed: true });
    const heardAt = device.trueNow();
    await endBrowser(first);
    await pass(4 * hour);
    device.platform.up = false;
    const next = device.start();
    await next.openPage('p2');
    await next.hub.begin();
    await pass(3_000);
    const { clock } = next.status();
    if (clock.confirmed || clock.heardAt === null) throw new Error('confirmed by whom?');
    expect(clock.why).toBe('start');
    expect(Math.abs(clock.heardAt - heardAt)).toBeLessThan(3_000);
    expect(Math.abs(shownNow(next.status()) - device.trueNow())).toBeLessThan(1_100);
    expect(next.status().session).toMatchObject({ phase: 'signedIn', confirmed: false });
    device.platform.up = true;
    device.platform.signIn(amina);
    await next.api.retryNow();
    await pass(20_000);
    expect(next.status().clock).toEqual({ confirmed: true });
  });

  it('what was heard while the clock was ahead has no age from the future once it is right', { tags: ['M-5', 'F-20'] }, async () => {
    const device = await signedInAs(amina);
    device.setClock(3 * hour);
    // A heartbeat arrives before the platform has explained the jump.
    const beat = { kind: 'heartbeat', at: new Date(device.trueNow()).toISOString(), topics: device.platform.topics };
    device.platform.openStreams().forEach((stream) => stream.speak('heartbeat', beat));
    await pass(1_000);
    expect(device.status().clock).toEqual({ confirmed: true });
    const moments = () => {
      const { newestAt, heardAt } = device.status().connection;
      return [newestAt, ...Object.values(heardAt ?? {})].map((at) => Math.round((device.trueNow() - (at ?? 0)) / 1_000));
    };
    expect(
      moments().filter((age) => age < 0 || age > 5),
      'seconds',
    ).toEqual([]);
    await pass(20_000);
    device.platform.openStreams().forEach((stream) => stream.speak('heartbeat', beat));
    await pass(1_000);
    expect(
      moments().filter((age) => age < 0 || age > 5),
      'seconds',
    ).toEqual([]);
  });

  it('when something was decided is put right before it is sent, whether the clock was set or the device slept', {
    tags: ['M-5', 'M-7', 'D-56', 'F-20'],
  }, async () => {
    for (const gap of ['set', 'slept'] as const) {
      const device = await signedInAs(brian);
      const busy = { status: 503, body: { error: { code: 'unavailable', message: 'Busy', correlationId: 'c' } } };
      device.platform.replies.set('/api/incidents/INC-1/notes', busy);
      device.platform.up = false;
      device.platform.openStreams().forEach((stream) => stream.fail());
      await pass(1_000);
      if (gap === 'set') device.setClock(3 * hour);
      else device.sleep(15 * minute);
      await pass(3_000);
      const decidedAt = device.trueNow();
      const note = [{ kind: 'note' as const, incidentId: 'INC-1', text: 'Called the site.' }];
      expect(await device.api.enqueue('decision-0000001', note)).toEqual({ ok: true, value: null });
      await pass(5 * minute);
      device.platform.up = true;
      device.platform.signIn(brian);
      await device.api.retryNow();
      await pass(20_000);
      expect(device.platform.count('/api/incidents/INC-1/notes'), gap).toBeGreaterThan(0);
      const payload = (await readRow(brian, 'outbox', 1))?.['payload'];
      expect(Math.abs(Number(Object(payload)['decidedAt']) - decidedAt), gap).toBeLessThan(10_000);
      await closeDevices();
      holdClock();
    }
  });

  it('a hub that takes over from another goes on waiting where it was', { tags: ['M-5', 'D-34'] }, async () => {
    const device = await signedInAs(amina);
    await device.api.activity('p1');
    await pass(14 * minute);
    await endBrowser(device);
    const next = device.start();
    await next.openPage('p2');
    await next.hub.begin();
    await pass(12 * minute);
    expect(next.status().session).not.toMatchObject({ warningEndsAt: null });
  });
});

describe('an app lock and the clock', () => {
  let acts = 0;
  type Unnamed<A> = A extends unknown ? Omit<A, 'id'> : never;
  async function act(running: Pick<Device, 'api'>, what: Unnamed<LockAct>) {
    acts += 1;
    let answer: Awaited<ReturnType<Device['api']['lock']>> | null = null;
    void running.api.lock({ ...what, id: `clock${acts}` } as LockAct).then((given) => {
      answer = given;
    });
    while (answer === null) await pass(0);
    return answer as Awaited<ReturnType<Device['api']['lock']>>;
  }
  const open = (pin: string) => ({ act: 'open', secret: { kind: 'pin', pin } }) as const;
  async function lockedDevice() {
    const device = await signedInAs(amina);
    await act(device, { act: 'setUp', secret: { kind: 'pin', pin: '48291357' }, passkey: null, escrow: null });
    await endBrowser(device);
    device.platform.up = false;
    const next = device.start();
    await next.openPage('p2');
    await next.hub.begin();
    await pass(300);
    return { ...device, ...next };
  }

  it('no setting of the clock shortens a wait, in one hub or over a restart', { tags: ['M-5', 'D-31'] }, async () => {
    const device = await lockedDevice();
    for (let wrong = 0; wrong < 5; wrong += 1) {
      await act(device, open('999999'));
      await pass(125_000);
    }
    await act(device, open('999999')); // the sixth wrong try: five minutes
    device.setClock(2 * hour);
    expect(await act(device, open('48291357'))).toMatchObject({ ok: false, problem: { code: 'rate_limited' } });
    await endBrowser(device);
    device.setClock(40 * hour);
    const next = device.start();
    await next.openPage('p3');
    await next.hub.begin();
    await pass(300);
    expect(await act(next, open('48291357'))).toMatchObject({ ok: false, problem: { code: 'rate_limited' } });
    await pass(11 * minute);
    expect(await act(next, open('48291357'))).toEqual({ ok: true, value: null });
  });

  it('72 hours by a clock that nobody confirms keep it closed and take nothing away', { tags: ['M-5', 'D-31', 'F-36'] }, async () => {
    const device = await lockedDevice();
    await endBrowser(device);
    device.sleep(71 * hour);
    const next = device.start();
    await next.openPage('p3');
    await next.hub.begin();
    await pass(90 * minute);
    expect(await act(next, open('48291357'))).toMatchObject({ ok: false, problem: { code: 'unavailable' } });
    expect(await device.holds(amina)).toBe(true);
  });
});
