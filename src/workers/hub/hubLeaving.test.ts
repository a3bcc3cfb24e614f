import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { amina, brian } from '../../../tests/builders/fakePlatform.ts';
import { closeDevices, endBrowser, holdClock, pass, passing, signedInAs } from '../../../tests/builders/hubDevice.ts';
import { frameOf } from '../../../tests/builders/operations.ts';

const minute = 60_000;

beforeEach(holdClock);
afterEach(closeDevices);

describe('leaving', () => {
  it('signing out offline wipes at once, and tells the platform before anything else is asked of it', { tags: ['D-21'] }, async () => {
    const device = await signedInAs(amina);
    device.platform.up = false;
    const left = device.api.signOut(false);
    await pass(4000);
    expect(await left).toEqual({ ok: true, value: null });
    expect(device.page.leaves()).toEqual([{ kind: 'leave', reason: 'user', wiped: true }]);
    expect(await device.holds(amina)).toBe(false);
    expect(device.deletedCaches).toContain('ukweli-api:demo:u-amina');
    // The mark goes first: an answer under way in the service worker then belongs to nobody and cannot refill the cache.
    expect(device.identityAtDelete).toEqual([null]);
    expect(device.status().session).toEqual({ phase: 'signedOut', reason: 'user', logoutPending: true });
    expect(device.platform.openStreams()).toEqual([]);
    await endBrowser(device);

    // The cookie is still valid at the platform, and the device starts again.
    device.platform.up = true;
    device.platform.requests.length = 0;
    const again = device.start();
    await again.hub.begin();
    await pass(2000);
    const paths = device.platform.requests.map((request) => request.path).filter((path) => path !== '/api/config');
    expect(paths[0]).toBe('/api/auth/logout');
    expect(paths).not.toContain('/api/auth/me');
    expect(device.platform.streams.at(-1)?.closed).toBe(true);
    expect(device.platform.cookie).toBeNull();
    expect(again.status().session).toMatchObject({ phase: 'signedOut', logoutPending: false });
  });

  it('does not throw away what is unsent unless the person says so; a lock keeps it for them', { tags: ['D-31'] }, async () => {
    const device = await signedInAs(brian);
    device.platform.up = false;
    device.platform.openStreams().forEach((stream) => stream.fail());
    await pass(100);
    const promote = [{ kind: 'promote' as const, items: [{ itemId: 'DLQ-1', version: 1 }] }];
    expect(await device.api.enqueue('decision-0000001', promote)).toEqual({ ok: true, value: null });
    expect(await device.api.enqueue('decision-0000001', promote)).toEqual({ ok: true, value: null });
    expect(await device.api.signOut(false)).toMatchObject({ ok: false, problem: { code: 'conflict' } });
    expect(device.status().session).toMatchObject({ phase: 'signedIn' });
    await pass(31 * minute);
    expect(device.status().session).toMatchObject({ phase: 'signedOut', reason: 'timeout' });

    // The same person and the platform are back: the command is sent, once.
    device.platform.up = true;
    device.platform.replies.set('/api/dlq/DLQ-1/promote', { body: { promoted: [{ itemId: 'DLQ-1', version: 2 }] } });
    device.platform.signIn(brian);
    const entered = device.api.signedIn();
    await pass(2000);
    await passing(entered);
    device.platform.hello();
    await pass(2000);
    expect(device.platform.count('/api/dlq/DLQ-1/promote')).toBe(1);

    // Discarding needs the user's decision.
    device.platform.up = false;
    device.platform.openStreams().forEach((stream) => stream.fail());
    await pass(100);
    expect(await device.api.enqueue('decision-0000002', promote)).toMatchObject({ ok: true });
    const left = device.api.signOut(true);
    await pass(5000);
    expect(await left).toEqual({ ok: true, value: null });
    expect(await device.holds(brian)).toBe(false);
  });

  it.each([
    [1_200, 2_000],
    [60_000, 4_500],
  ])(
    'who signs out is answered as soon as the platform has confirmed it, which takes %i ms, or after three seconds',
    { tags: ['M-13', 'D-21'] },
    async (takesMs, answeredBy) => {
      const device = await signedInAs(amina);
      const begun = Date.now();
      device.platform.hangs = (path) => path === '/api/auth/logout' && Date.now() - begun < takesMs;
      let answered: number | null = null;
      void device.api.signOut(true).then(() => (answered = Date.now() - begun));
      await pass(Math.min(takesMs, 2_900) - 300);
      expect(answered).toBeNull();
      await pass(3_000);
      expect(answered).not.toBeNull();
      expect(answered).toBeLessThan(answeredBy);
    },
  );

  it('no page hears signed in again once it was told to leave: it would open the rows while they are wiped', {
    tags: ['D-21'],
  }, async () => {
    const { api, page } = await signedInAs(amina);
    const left = api.signOut(false);
    await pass(5000);
    await left;
    const after = page.told.slice(page.told.findIndex((message) => message.kind === 'leave'));
    const phases = after.flatMap((message) => (message.kind === 'status' ? [message.status.session.phase] : []));
    expect(phases.length).toBeGreaterThan(0);
    expect(phases.filter((phase) => phase === 'signedIn')).toEqual([]);
  });

  it('a write under way when the person leaves does not bring their rows back', { tags: ['D-21'] }, async () => {
    const device = await signedInAs(amina);
    await device.api.subscribe('p1', ['pipeline', 'health', 'dlq']);
    void device.api.refresh(['pipeline', 'health', 'dlq', 'kpis']);
    const left = device.api.signOut(false);
    await pass(5000);
    await left;
    expect(await device.holds(amina)).toBe(false);
  });

  it('who signs out while they are being put out hears that they are out once nothing of theirs is here any more', {
    tags: ['D-51', 'D-21'],
  }, async () => {
    const device = await signedInAs(amina);
    const gone = () => device.deletedCaches.includes(`ukweli-api:demo:${amina.id}`);
    device.hub.session.send({ type: 'revoked' });
    const left = device.api.signOut(true).then((answer) => [answer, gone()]);
    expect(gone()).toBe(false);
    await pass(5_000);
    expect(await left).toEqual([{ ok: true, value: null }, true]);
    expect(await device.holds(amina)).toBe(false);
  });

  it('warns at 25 minutes, times out at 30: views are told, the platform is told, rows stay', { tags: ['C-53', 'D-31'] }, async () => {
    const { platform, status, page, holds, api, logged } = await signedInAs(amina);
    await pass(10 * minute);
    await api.activity('p2');
    const actedAt = Date.now();
    await pass(24 * minute);
    expect(status().session).toMatchObject({ phase: 'signedIn', warningEndsAt: null });
    await pass(1.5 * minute);
    expect(status().session).toMatchObject({ phase: 'signedIn', warningEndsAt: actedAt + 30 * minute });
    await pass(5 * minute);
    expect(status().session).toMatchObject({ phase: 'signedOut', reason: 'timeout' });
    expect(page.leaves()).toEqual([{ kind: 'leave', reason: 'timeout', wiped: false }]);
    expect(platform.requests.find((request) => request.path === '/api/auth/logout')?.body).toBe('{"reason":"timeout"}');
    expect(await holds(amina)).toBe(true);
    expect(logged).toContain('session_timeout');
    expect(platform.openStreams()).toEqual([]);
  });

  it('Extend Session refreshes and closes the warning; a refusal signs out', { tags: ['C-53'] }, async () => {
    const { platform, status, api } = await signedInAs(amina);
    await pass(26 * minute);
    expect(status().session).toMatchObject({ warningEndsAt: expect.any(Number) });
    const extended = api.extendSession();
    await pass(100);
    expect(await extended).toEqual({ ok: true, value: null });
    expect(status().session).toMatchObject({ phase: 'signedIn', warningEndsAt: null });
    await pass(26 * minute);
    platform.cookie = null;
    const refused = api.extendSession();
    await pass(500);
    expect(await refused).toMatchObject({ ok: false, problem: { code: 'unauthenticated' } });
    expect(status().session).toMatchObject({ phase: 'signedOut', reason: 'expired' });
  });

  it('a session is not called extended while the platform has not said so', { tags: ['C-53', 'D-51'] }, async () => {
    const { platform, api } = await signedInAs(amina);
    await pass(26 * minute);
    platform.onItsWayMs = (path) => (path === '/api/auth/refresh' ? 60 * minute : 0);
    const extended = api.extendSession();
    await pass(30_000);
    expect(await extended).toMatchObject({ ok: false, problem: { code: 'timeout' } });
  });

  it('a revoked account loses its rows; another device’s revocation changes nothing here', { tags: ['C-73'] }, async () => {
    const { platform, status, holds, page } = await signedInAs(amina);
    platform.emit(frameOf('system.revoked', amina.id, { userId: amina.id }, { seq: 2, prev: 0 }));
    await pass(1000);
    expect(status().session).toMatchObject({ phase: 'signedIn' });
    platform.cookie = null;
    platform.emit(frameOf('system.revoked', amina.id, { userId: amina.id }, { seq: 3, prev: 2 }));
    await pass(2000);
    expect(status().session).toMatchObject({ phase: 'signedOut', reason: 'revoked' });
    expect(page.leaves()).toEqual([{ kind: 'leave', reason: 'revoked', wiped: true }]);
    expect(await holds(amina)).toBe(false);
  });
});

describe('a log-out that is told late', () => {
  it('ends nobody’s session but that of who left: not of whoever has signed in since, before their page said so, nor after the browser was started anew', {
    tags: ['D-21', 'F-22'],
  }, async () => {
    for (const restart of [false, true]) {
      const device = await signedInAs(amina);
      device.platform.up = false;
      void device.api.signOut(false);
      await pass(10_000);
      expect(device.status().session).toMatchObject({ phase: 'signedOut', logoutPending: true });
      if (restart) await endBrowser(device);
      device.platform.up = true;
      device.platform.signIn(brian);
      const next = restart ? device.start() : device;
      if (restart) await next.hub.begin();
      await pass(40_000);
      expect(device.platform.count('/api/auth/logout'), 'told').toBeGreaterThan(1);
      expect(device.platform.cookie?.user.id).toBe(brian.id);
      expect(next.status().session).toMatchObject({ phase: 'signedOut', logoutPending: false });
      const entered = next.api.signedIn();
      await pass(2_000);
      expect(await passing(entered)).toMatchObject({ ok: true, value: { id: brian.id } });
      await closeDevices();
      holdClock();
    }
  });
});

describe('leaving while a hub has only just taken over', () => {
  const promote = [{ kind: 'promote' as const, items: [{ itemId: 'DLQ-1', version: 1 }] }];
  /** Brian's hub ended with an unsent command; the next one has started, and the platform has not said yet who is signed in. */
  async function takenOver() {
    const device = await signedInAs(brian);
    device.platform.up = false;
    device.platform.openStreams().forEach((stream) => stream.fail());
    await pass(100);
    expect(await device.api.enqueue('decision-0000001', promote)).toEqual({ ok: true, value: null });
    await endBrowser(device);
    device.platform.up = true;
    device.platform.hangs = (path) => path === '/api/auth/me';
    const next = device.start();
    const page = await next.openPage('p2');
    void next.hub.begin();
    return { ...device, ...next, page };
  }
  /** Requests under way are answered before any hub ends. */
  const answers = async ({ platform }: Awaited<ReturnType<typeof takenOver>>) => {
    platform.hangs = () => false;
    await pass(1_000);
  };

  it('is asked about what is unsent as at any other time: a hub that knows nobody yet has counted nothing', {
    tags: ['M-3', 'D-21'],
  }, async () => {
    const next = await takenOver();
    const counted = next.api.unsent();
    const left = next.api.signOut(false);
    await pass(3_000);
    expect(await counted).toEqual({ count: null });
    expect(await left).toMatchObject({ ok: false, problem: { code: 'conflict' } });
    expect(next.status().session).toMatchObject({ phase: 'signedIn', user: { id: brian.id } });
    expect(await next.api.unsent()).toEqual({ count: 1 });
    await answers(next);
  });

  it('is out where it was said that they are: the rows are gone and the platform is told', { tags: ['M-2', 'D-21'] }, async () => {
    const next = await takenOver();
    const left = next.api.signOut(true);
    await pass(9_000);
    expect(await left).toEqual({ ok: true, value: null });
    expect(next.status().session).toEqual({ phase: 'signedOut', reason: 'user', logoutPending: false });
    expect(next.page.leaves()).toEqual([{ kind: 'leave', reason: 'user', wiped: true }]);
    expect(next.platform.cookie).toBeNull();
    expect(await next.holds(brian)).toBe(false);
    await answers(next);
  });
});
