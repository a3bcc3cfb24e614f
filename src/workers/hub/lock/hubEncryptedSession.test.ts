import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { amina, brian } from '../../../../tests/builders/fakePlatform.ts';
import { closeDevices, endBrowser, holdClock, pass, passUntil, readRow, signedInAs } from '../../../../tests/builders/hubDevice.ts';
import { actOnLock, startAgain as again } from '../../../../tests/builders/lockActs.ts';

/** What the device's marks reveal of a person behind a lock (G-4): that somebody is remembered, and no more than the database names do. */

beforeEach(holdClock);
afterEach(closeDevices);

const pin = { kind: 'pin', pin: '48291357' } as const;
/** One act that succeeds. */
const act = async (...asked: Parameters<typeof actOnLock>): Promise<void> =>
  expect(await actOnLock(...asked)).toEqual({ ok: true, value: null });

/** Everything in `ukweli-meta`, as one text. */
async function marks(): Promise<string> {
  const db = await new Dexie('ukweli-meta').open();
  const rows = await Promise.all(db.tables.map((table) => table.toArray()));
  db.close();
  return JSON.stringify(rows);
}
const kpis = async () => (await readRow(amina, 'kpis', 'kpis'))?.['payload'] as { readonly iv: Uint8Array } | undefined; // encrypted under the lock
const told = ['Amina', 'amina@', '"operator"', 'Nairobi', 'KES'];
const expectNobody = async (): Promise<void> => {
  const text = await marks();
  expect(told.filter((value) => text.includes(value))).toEqual([]);
};

describe('the remembered session', () => {
  it('says under a lock neither name nor address nor role nor tenant’s name, from the moment the lock is set up, over time-out, end and sign-in', {
    tags: ['G-4', 'A-23', 'D-31'],
  }, async () => {
    const running = await signedInAs(amina);
    expect(told.filter((value) => !JSON.stringify([amina]).includes(value))).toHaveLength(2);
    expect(await marks()).toContain(amina.email);
    await act(running, { act: 'setUp', secret: pin, passkey: null, escrow: null });
    await expectNobody();
    await pass(31 * 60_000);
    expect(running.status()).toMatchObject({ lock: { state: 'locked' }, session: { phase: 'signedOut' } });
    expect(JSON.stringify(running.status())).not.toContain(amina.name);
    await expectNobody();
    await endBrowser(running);
    running.platform.signIn(amina);
    const next = await again(running);
    await pass(500);
    // Confirmed behind the closed lock.
    expect(next.status()).toMatchObject({ lock: { state: 'locked' }, session: { phase: 'signedIn' } });
    await expectNobody();
    await act(next, { act: 'open', secret: pin });
    await expectNobody();
  });

  it('is whole again once the lock is open, with the platform gone', { tags: ['G-4', 'D-31'] }, async () => {
    const running = await signedInAs(amina);
    await act(running, { act: 'setUp', secret: pin, passkey: null, escrow: null });
    running.platform.up = false;
    await endBrowser(running);
    const next = await again(running);
    expect(JSON.stringify(next.status())).not.toContain(amina.name);
    await act(next, { act: 'open', secret: pin });
    await pass(1_500);
    expect(next.status().session).toMatchObject({
      phase: 'signedIn',
      user: amina,
      tenant: { tenantId: 'demo', currency: 'KES' },
      confirmed: false,
    });
  });

  it('stands in the clear again once the lock is taken off', { tags: ['G-4'] }, async () => {
    const running = await signedInAs(amina);
    await act(running, { act: 'setUp', secret: pin, passkey: null, escrow: null });
    await act(running, { act: 'takeOff', secret: pin });
    expect(running.status().lock).toEqual({ state: 'none' });
    expect(await marks()).toContain(amina.email);
  });

  it('a role that changed behind the lock takes what was read under the other once it is open', { tags: ['G-4', 'C-73'] }, async () => {
    const running = await signedInAs(amina);
    await act(running, { act: 'setUp', secret: pin, passkey: null, escrow: null });
    await endBrowser(running);
    running.platform.signIn({ ...amina, role: 'auditor' });
    const next = await again(running);
    await pass(500);
    const read = await kpis();
    await act(next, { act: 'open', secret: pin });
    await passUntil(() => next.status().lock.state === 'open');
    await pass(500);
    expect((await kpis())?.iv).not.toEqual(read?.iv);
    expect(next.status().session).toMatchObject({ phase: 'signedIn', user: { role: 'auditor' } });
  });

  it('another person who signs in is told apart by the id alone, and what was here of the first goes', {
    tags: ['G-4', 'D-31'],
  }, async () => {
    const running = await signedInAs(amina);
    await act(running, { act: 'setUp', secret: pin, passkey: null, escrow: null });
    await endBrowser(running);
    running.platform.signIn(brian);
    const next = await again(running);
    await pass(500);
    expect(next.status()).toMatchObject({ lock: { state: 'none' }, session: { phase: 'signedIn', user: { id: brian.id } } });
    expect(await running.holds(amina)).toBe(false);
  });
});
