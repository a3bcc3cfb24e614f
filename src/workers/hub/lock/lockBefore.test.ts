// Long: opens the device of an earlier build at each of some fifty steps.
import { Dexie } from 'dexie';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { brian } from '../../../../tests/builders/fakePlatform.ts';
import { closeDevices, endBrowser, holdClock, pass, passing, passUntil } from '../../../../tests/builders/hubDevice.ts';
import { type Cut, cutsOf, deviceBefore, pinBefore } from '../../../../tests/builders/lockBefore.ts';
import { actOnLock, startAgain } from '../../../../tests/builders/lockActs.ts';
import { databaseName } from '../../../store/schema.ts';
import { closeReadStore, openReadStore, readSync } from '../../../store/read.ts';
import { readDraft } from '../../../store/readDraft.ts';
import { readVerification } from '../../../store/readVerifications.ts';
import { isEncrypted } from '../../../store/rowCipher.ts';

/** A lock of an earlier build, whose names on the disk are this one's, wherever that build was cut short (F-18). */

beforeEach(holdClock);
afterEach(async () => {
  closeReadStore();
  await closeDevices();
});

const promotion = '/api/dlq/DLQ-1/promote';
const acknowledgement = '/api/incidents/INC-1/acknowledge';

/** The forms of all rows with a payload, and how many were set aside. */
async function onDisk() {
  const db = await new Dexie(databaseName('demo', brian.id)).open();
  const forms = new Set<boolean>();
  for (const { name } of db.tables.filter(({ name: each }) => !['sync', 'cursors', 'setAside'].includes(each)))
    for (const { payload } of await db.table<{ readonly payload: unknown }>(name).toArray()) forms.add(isEncrypted(payload));
  const setAside = await db.table('setAside').count();
  db.close();
  return { areEncrypted: [...forms], setAside };
}

/** The browser after the one that was cut short: opened with the PIN, signed in anew if the session's key was not under the lock yet. */
async function opened(device: Awaited<ReturnType<typeof deviceBefore>>) {
  const next = await startAgain(device);
  // A wrong try may have been counted that was never made.
  await pass(1_500);
  if (next.status().lock.state === 'locked')
    expect(await actOnLock(next, { act: 'open', secret: { kind: 'pin', pin: pinBefore } })).toEqual({ ok: true, value: null });
  const isBrought = () => {
    const { lock } = next.status();
    return lock.state === 'none' || (lock.state === 'open' && (lock.rows === 'sealed' || !device.platform.up));
  };
  // A session whose key the platform does not know any more ends, and the rows wait for the next one.
  await passUntil(() => isBrought() || next.status().session.phase === 'signedOut');
  await pass(2_000);
  if (next.status().session.phase === 'signedOut') {
    const nonce = device.platform.signIn(brian, await passing(next.api.introduction()));
    expect(await passing(next.api.signedIn(nonce))).toMatchObject({ ok: true });
    await passUntil(() => next.hub.sessionContext() !== null);
  }
  await passUntil(isBrought);
  expect(isBrought(), JSON.stringify(next.status().lock)).toBe(true);
  return next;
}

async function expectWhole(cut: Cut): Promise<void> {
  const where = JSON.stringify(cut);
  const device = await deviceBefore(cut);
  for (const path of [promotion, acknowledgement])
    device.platform.replies.set(path, { status: 503, body: { error: { code: 'unavailable', message: 'no', correlationId: 'c' } } });
  const next = await opened(device);
  const status = next.status();
  expect(status.session, where).toMatchObject({ phase: 'signedIn', user: { id: brian.id, name: brian.name } });
  expect(await next.api.unsent(), where).toEqual({ count: 2 });
  const store = next.hub.sessionContext()?.store;
  expect(await store?.audit(), where).toEqual({ ok: true, value: { setAside: 0, refetch: [] } });
  expect(await onDisk(), where).toEqual({ areEncrypted: [status.lock.state === 'open'], setAside: 1 });
  openReadStore('demo', brian.id, (await next.api.lockKey()) as CryptoKey | null); // the browser's own
  expect(await readDraft('incidents.act:INC-1'), where).toMatchObject({ texts: { text: 'Pump' } });
  expect(await readVerification('VRF-00000'), where).toMatchObject({ siteCode: 'KE-NBO-000' });
  expect(await readSync('rbfPayments'), where).toMatchObject({ totals: { totalPaid: 4200 }, cameDamaged: ['PAY-0007'] });
  closeReadStore();
  device.platform.replies.set(promotion, { body: { promoted: [{ itemId: 'DLQ-1', version: 2 }] } });
  await next.api.retryNow();
  await passUntil(() => device.platform.answered.some(({ path, status: code }) => path === promotion && code === 200));
  await pass(1_000);
  const keys = device.platform.requests.filter(({ path }) => path === promotion).map(({ headers }) => headers['Idempotency-Key']);
  expect([...new Set(keys)], where).toEqual(['decision-0000001.0']);
  expect(await passing(next.api.extendSession()), where).toEqual({ ok: true, value: null });
  await endBrowser(next);
  await closeDevices();
  holdClock();
}

it('a lock that an earlier build was setting up opens whole, whichever of its writes was the last', {
  tags: ['F-18', 'D-31', 'F-15'],
}, async () => {
  for (const cut of cutsOf('setUp')) await expectWhole(cut);
});

it('a lock that an earlier build was taking off opens whole, whichever of its writes was the last', {
  tags: ['F-18', 'D-31', 'F-15'],
}, async () => {
  for (const cut of cutsOf('takeOff')) await expectWhole(cut);
});
