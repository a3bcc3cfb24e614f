import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { amina, brian } from '../../../tests/builders/fakePlatform.ts';
import { closeDevices, countRows, endBrowser, holdClock, holdOpen, pass, signedInAs } from '../../../tests/builders/hubDevice.ts';
import { frameOf } from '../../../tests/builders/operations.ts';

/** Signing out with a suspended tab on the device: it has the database open, receives nothing and releases nothing. */
const rowsOf = ({ id }: { readonly id: string }, generation = '') => `ukweli:demo:${id}${generation}`;
type Running = Awaited<ReturnType<typeof signedInAs>>;

/** Signs the next person in, which must succeed within five seconds of the clock. */
async function comesIn(device: Pick<Running, 'platform' | 'api' | 'status'>, who: typeof amina): Promise<void> {
  device.platform.signIn(who);
  const entered = device.api.signedIn();
  await pass(5_000);
  expect(await entered).toMatchObject({ ok: true, value: { id: who.id } });
  expect(device.status().session).toMatchObject({ phase: 'signedIn', user: { id: who.id }, confirmed: true });
}

beforeEach(holdClock);
afterEach(closeDevices);

describe('leaving beside a tab that stands still', () => {
  it('the platform is told, no row is left to read, nothing is called gone that is not, the next person is in within 5 s; it goes once the tab lets go', {
    tags: ['M-2', 'F-35', 'D-51'],
  }, async () => {
    const device = await signedInAs(amina);
    const letGo = await holdOpen(rowsOf(amina));
    expect(await countRows(rowsOf(amina))).toBeGreaterThan(0);
    const left = device.api.signOut(false);
    await pass(100);
    expect(device.platform.count('/api/auth/logout'), 'told before the device is cleared').toBe(1);
    await pass(4_900);
    expect(await left).toEqual({ ok: true, value: null });
    expect(device.platform.cookie).toBeNull();
    expect(device.status()).toMatchObject({ session: { phase: 'signedOut', logoutPending: false }, leftBehind: 'cleared' });

    await comesIn(device, brian);
    expect(device.status().leftBehind).toBe('cleared');
    letGo();
    await pass(500);
    expect(device.status().leftBehind).toBe('gone');
    expect(await device.holds(amina)).toBe(false);
    expect(await device.holds(brian)).toBe(true);
  });

  it('stopped in the middle of a transaction, so that not even clearing goes: the name is abandoned, the same person comes back to other rows', {
    tags: ['M-2', 'F-35'],
  }, async () => {
    const device = await signedInAs(amina);
    const letGo = await holdOpen(rowsOf(amina), true);
    const left = device.api.signOut(false);
    await pass(8_000);
    expect(await left).toEqual({ ok: true, value: null });
    expect(device.platform.cookie).toBeNull();
    expect(device.status()).toMatchObject({ leftBehind: 'kept' });

    await comesIn(device, amina);
    expect(device.status()).toMatchObject({ storeGeneration: 1, leftBehind: 'kept' });
    expect(await countRows(rowsOf(amina, '~1'))).toBeGreaterThan(0);
    letGo();
    await pass(1_000);
    expect(device.status().leftBehind).toBe('gone');
    expect((await Dexie.getDatabaseNames()).filter((name) => name.startsWith('ukweli:'))).toEqual([rowsOf(amina, '~1')]);
  });

  it('what a hub could not remove the next start removes, and says so before', { tags: ['M-2', 'F-35'] }, async () => {
    const device = await signedInAs(amina);
    const letGo = await holdOpen(rowsOf(amina));
    const left = device.api.signOut(false);
    await pass(5_000);
    await left;
    await endBrowser(device);
    const next = device.start();
    await next.hub.begin();
    expect(next.status().leftBehind, 'not known before the device was looked at').toBe('notKnown');
    await pass(3_000);
    expect(next.status().leftBehind).toBe('cleared');
    await endBrowser(next);
    letGo();
    const last = device.start();
    await last.hub.begin();
    await pass(3_000);
    expect(last.status().leftBehind).toBe('gone');
    expect(await device.holds(amina)).toBe(false);
  });

  it('revoked, in another role, in another tenant, locked out while another signs in: each in bounded time beside the same tab', {
    tags: ['M-2', 'F-35', 'C-73', 'C-69'],
  }, async () => {
    const device = await signedInAs(brian);
    await holdOpen(rowsOf(brian), true);
    device.platform.signIn({ ...brian, role: 'auditor' });
    device.platform.emit(frameOf('system.role_changed', brian.id, { userId: brian.id, role: 'auditor' }, { seq: 2, prev: 0 }));
    await pass(7_000);
    expect(device.status()).toMatchObject({ session: { phase: 'signedIn', user: { role: 'auditor' } }, leftBehind: 'kept' });
    expect(device.hub.sessionContext()?.store.tenantId).toBe('demo');

    device.platform.signIn(brian);
    const back = device.api.invalidate();
    device.hub.session.send({ type: 'moved' });
    await pass(7_000);
    await back;
    await holdOpen(rowsOf(brian, `~${device.status().storeGeneration}`), true);
    const moved = device.api.switchTenant('kampala', true);
    await pass(9_000);
    expect(await moved).toEqual({ ok: true, value: null });

    // The session expires, and another person signs in over the kept rows.
    await holdOpen(`ukweli:kampala:${brian.id}`, true);
    device.platform.cookie = null;
    device.hub.session.send({ type: 'unauthenticated' });
    await pass(3_000);
    expect(device.status().session).toMatchObject({ phase: 'signedOut', reason: 'expired' });
    await comesIn(device, amina);

    await holdOpen(rowsOf(amina), true);
    device.hub.session.send({ type: 'revoked' });
    await pass(5_000);
    expect(device.status()).toMatchObject({ session: { phase: 'signedOut', reason: 'revoked' }, leftBehind: 'kept' });
    await comesIn(device, brian);
  });
});
