import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { amina, brian } from '../../../../tests/builders/fakePlatform.ts';
import { fillDisk } from '../../../../tests/builders/fullDisk.ts';
import {
  closeDevices,
  endBrowser,
  holdClock,
  pass,
  passUntil,
  readIdentity,
  readRow,
  signedInAs,
  standStill,
} from '../../../../tests/builders/hubDevice.ts';
import { actOnLock as act, type Running, startAgain as again } from '../../../../tests/builders/lockActs.ts';
import type { HubStatus } from '../../../contracts/rpc.ts';
import { isEncrypted } from '../../../store/rowCipher.ts';
import { rewrapDataKey } from './keyWrap.ts';

const minute = 60_000;
const hour = 60 * minute;

beforeEach(holdClock);
afterEach(closeDevices);

const pinOf = (pin: string) => ({ kind: 'pin', pin }) as const;
const lockedBy = async (running: Running, pin = '48291357') => {
  expect(await act(running, { act: 'setUp', secret: pinOf(pin), passkey: null, escrow: null })).toEqual({ ok: true, value: null });
  return running;
};
/**
 * Turns until the rows are encrypted again. Encryption is the browser's own work and needs no fixed number of turns; no time passes on
 * the clock.
 */
async function gonOn({ status }: { readonly status: () => HubStatus }): Promise<void> {
  for (let lock = status().lock; lock.state !== 'open' || lock.rows !== 'sealed'; { lock } = status()) await pass(0);
}

describe('an app lock', () => {
  it('set up: rows are encrypted then and there, pages have the key, the service worker is told to keep nothing', {
    tags: ['D-31'],
  }, async () => {
    const running = await signedInAs(amina);
    expect(await readIdentity()).not.toBeNull();
    await lockedBy(running);
    expect(running.status().lock).toEqual({
      state: 'open',
      id: expect.any(String),
      kind: 'pin',
      rows: 'sealed',
      passkey: null,
      digits: true,
      weak: false,
    });
    expect(isEncrypted((await readRow(amina, 'kpis', 'kpis'))?.['payload'])).toBe(true);
    expect(await readIdentity()).toBeNull();
    expect(running.deletedCaches).toEqual(['ukweli-api:demo:' + amina.id]);
    const [told] = running.page.told.filter((message) => message.kind === 'lockKey');
    if (told?.key == null) throw new Error('no page was given the key');
    expect(told.key.extractable).toBe(false);
    expect(await running.api.lockKey()).toBe(told.key);
    expect(running.page.told.map(({ kind }) => kind).indexOf('lockKey')).toBeGreaterThan(-1);
  });

  it('needs the platform’s word, a PIN that is not guessed first, and is set up once', { tags: ['D-31'] }, async () => {
    const running = await signedInAs(amina);
    expect(await act(running, { act: 'setUp', secret: pinOf('123456'), passkey: null, escrow: null })).toMatchObject({
      ok: false,
      problem: { code: 'bad_request' },
    });
    await lockedBy(running);
    expect(await act(running, { act: 'setUp', secret: pinOf('48291357'), passkey: null, escrow: null })).toMatchObject({
      ok: false,
      problem: { code: 'conflict' },
    });
  });

  it('after half an hour without anybody the key is gone; opened without the platform, the rows are there, unconfirmed', {
    tags: ['D-31'],
  }, async () => {
    const running = await lockedBy(await signedInAs(amina));
    running.platform.up = false;
    await pass(31 * minute);
    expect(running.status()).toMatchObject({
      lock: { state: 'locked', wrong: 0 },
      session: { phase: 'signedOut', reason: 'timeout' },
    });
    expect(await running.api.lockKey()).toBeNull();
    expect(running.hub.sessionContext()).toBeNull();
    expect(await act(running, { act: 'open', secret: pinOf('48291357') })).toEqual({ ok: true, value: null });
    await pass(1500);
    expect(running.status()).toMatchObject({ lock: { state: 'open' }, session: { phase: 'signedIn', confirmed: false } });
    expect(await running.api.lockKey()).not.toBeNull();
  });

  it('the browser started anew without the platform: the lock first, then the console', { tags: ['D-31'] }, async () => {
    const running = await lockedBy(await signedInAs(amina));
    running.platform.up = false;
    await endBrowser(running);
    const next = await again(running);
    expect(next.status()).toMatchObject({ lock: { state: 'locked', heldUntil: expect.any(Number) } });
    await pass(5_000);
    expect(next.hub.sessionContext()).toBeNull();
    await act(next, { act: 'open', secret: pinOf('48291357') });
    await pass(1500);
    expect(next.status().session).toMatchObject({ phase: 'signedIn', user: { id: amina.id }, confirmed: false });
    expect(next.hub.sessionContext()).not.toBeNull();
  });

  it('with a session that is still good the lock stands before the rows all the same, and opened they are live', {
    tags: ['D-31'],
  }, async () => {
    const running = await lockedBy(await signedInAs(amina));
    await endBrowser(running);
    const next = await again(running);
    await pass(500);
    expect(next.status()).toMatchObject({ lock: { state: 'locked' }, session: { phase: 'signedIn', confirmed: true } });
    expect(next.hub.sessionContext()).toBeNull();
    await act(next, { act: 'open', secret: pinOf('48291357') });
    expect(next.hub.sessionContext()).not.toBeNull();
    expect(next.status().lock).toMatchObject({ state: 'open', rows: 'sealed' });
  });

  it('wrong PINs are counted over restarts, wait longer and longer, and the tenth takes everything', { tags: ['D-31'] }, async () => {
    const running = await lockedBy(await signedInAs(amina));
    running.platform.up = false;
    await endBrowser(running);
    let next = await again(running);
    for (let wrong = 1; wrong <= 3; wrong += 1) {
      expect(await act(next, { act: 'open', secret: pinOf('000001') })).toMatchObject({ ok: false, problem: { code: 'forbidden' } });
      if (wrong < 3) await pass(5_000);
    }
    expect(await act(next, { act: 'open', secret: pinOf('48291357') })).toMatchObject({ ok: false, problem: { code: 'rate_limited' } });
    await endBrowser(next);
    next = await again(running);
    expect(next.status().lock).toMatchObject({ state: 'locked', wrong: 3 });
    for (let wrong = 4; wrong <= 9; wrong += 1) {
      await pass(16 * minute);
      expect(await act(next, { act: 'open', secret: pinOf('000001') })).toMatchObject({ ok: false, problem: { code: 'forbidden' } });
    }
    expect(await running.holds(amina)).toBe(true);
    await pass(16 * minute);
    expect(await act(next, { act: 'open', secret: pinOf('000001') })).toMatchObject({ ok: false, problem: { code: 'rate_limited' } });
    await pass(15 * minute);
    expect(await act(next, { act: 'open', secret: pinOf('000001') })).toMatchObject({ ok: false, problem: { code: 'gone' } });
    expect(next.status()).toMatchObject({ lock: { state: 'none' }, session: { phase: 'signedOut' } });
    expect(await running.holds(amina)).toBe(false);
  });

  it('of the device’s count and the platform’s the larger holds, with its pause; a right try clears both, and without the platform the device counts alone', {
    tags: ['G-5', 'A-24'],
  }, async () => {
    const running = await lockedBy(await signedInAs(amina));
    await endBrowser(running);
    let next = await again(running);
    const tryWrong = () => act(next, { act: 'open', secret: pinOf('000001') });
    expect(await tryWrong()).toMatchObject({ ok: false, problem: { message: expect.stringContaining('9 attempts are left') } });
    expect(running.platform.lockTries).toBe(1);
    // Both stored counts were reset by hand; the platform's own count went on.
    running.platform.lockTries = 6;
    await pass(1000);
    expect(await tryWrong()).toMatchObject({ ok: false, problem: { message: expect.stringContaining('3 attempts are left') } });
    expect(await act(next, { act: 'open', secret: pinOf('48291357') })).toMatchObject({
      problem: { code: 'rate_limited', message: 'Try again in 10 minutes.' },
    });
    await pass(10 * minute);
    expect(await act(next, { act: 'open', secret: pinOf('48291357') })).toEqual({ ok: true, value: null });
    await pass(100);
    expect(running.platform.lockTries).toBe(0);
    running.platform.up = false;
    await endBrowser(next);
    next = await again(running);
    expect(await tryWrong()).toMatchObject({ ok: false, problem: { message: expect.stringContaining('9 attempts are left') } });
    expect(running.platform.lockTries).toBe(0);
  });

  it('the platform’s tenth is the last, whatever is left of the device’s count', { tags: ['G-5'] }, async () => {
    const running = await lockedBy(await signedInAs(amina));
    await endBrowser(running);
    const next = await again(running);
    running.platform.lockTries = 9;
    expect(await act(next, { act: 'open', secret: pinOf('000001') })).toMatchObject({ ok: false, problem: { code: 'gone' } });
    await pass(1000);
    expect(next.status()).toMatchObject({ lock: { state: 'none' }, session: { phase: 'signedOut' } });
    expect(await running.holds(amina)).toBe(false);
  });

  it('a count that was set back by hand is not known: said on the lock, one try is left after half an hour, and the right one opens it', {
    tags: ['G-5'],
  }, async () => {
    const running = await lockedBy(await signedInAs(amina));
    running.platform.up = false;
    await endBrowser(running);
    let next = await again(running);
    await act(next, { act: 'open', secret: pinOf('000001') });
    await endBrowser(next);
    const db = await new Dexie('ukweli-meta').open();
    const mark = await db.table('marks').get('lock');
    await db.table('marks').put({ ...mark, lock: { ...mark.lock, tries: { ...mark.lock.tries, wrong: 0, notBefore: 0 } } });
    db.close();
    next = await again(running);
    expect(next.status().lock).toMatchObject({ state: 'locked', wrong: 9, countLost: true });
    // A restart neither begins a new pause nor ends one.
    await pass(20 * minute);
    await endBrowser(next);
    next = await again(running);
    expect(await act(next, { act: 'open', secret: pinOf('48291357') })).toMatchObject({ ok: false, problem: { code: 'rate_limited' } });
    await pass(31 * minute);
    expect(await act(next, { act: 'open', secret: pinOf('48291357') })).toEqual({ ok: true, value: null });
    await endBrowser(next);
    next = await again(running);
    expect(next.status().lock).toMatchObject({ state: 'locked', wrong: 0 });
    expect(next.status().lock).not.toHaveProperty('countLost', true);
  });

  it('a lock of before, of six digits and fewer rounds, opens; its key is wrapped anew at once, and a stronger PIN is asked for until there is one', {
    tags: ['G-5'],
  }, async () => {
    const running = await lockedBy(await signedInAs(amina));
    await endBrowser(running);
    const db = await new Dexie('ukweli-meta').open();
    const read = async () => (await db.table('marks').get('lock')).lock;
    const { digits: _digits, weak: _weak, ...stored } = await read();
    const before = await rewrapDataKey(pinOf('48291357'), pinOf('482913'), stored, 500);
    await db.table('marks').put({ name: 'lock', lock: { ...stored, ...before } });
    let next = await again(running);
    expect(await act(next, { act: 'open', secret: pinOf('482913') })).toEqual({ ok: true, value: null });
    expect(next.status().lock).toMatchObject({ state: 'open', digits: true, weak: true });
    const anew = await read();
    expect(anew).toMatchObject({ iterations: 1_000, weak: true });
    expect(anew.wrapped).not.toBe(before?.wrapped);
    await endBrowser(next);
    next = await again(running);
    expect(await act(next, { act: 'open', secret: pinOf('482913') })).toEqual({ ok: true, value: null });
    expect((await read()).wrapped).toBe(anew.wrapped);
    expect(await act(next, { act: 'change', from: '482913', to: 'korongo mbili' })).toEqual({ ok: true, value: null });
    await pass(100);
    expect(next.status().lock).toMatchObject({ state: 'open', digits: false, weak: false });
    await endBrowser(next);
    next = await again(running);
    expect(next.status().lock).toMatchObject({ state: 'locked', digits: false });
    expect(await act(next, { act: 'open', secret: pinOf('korongo mbili') })).toEqual({ ok: true, value: null });
    db.close();
  });

  it('a password opens however its letters are composed', { tags: ['G-5'] }, async () => {
    const running = await lockedBy(await signedInAs(amina), 'café crème'.normalize('NFC'));
    await endBrowser(running);
    const next = await again(running);
    expect(await act(next, { act: 'open', secret: pinOf('café crème'.normalize('NFD')) })).toEqual({ ok: true, value: null });
  });

  it('a page that had it open a moment ago opens the next hub with the key it left, and with that lock’s alone', {
    tags: ['D-31'],
  }, async () => {
    const running = await lockedBy(await signedInAs(amina));
    const { lock } = running.status();
    const key = await running.api.lockKey();
    if (lock.state !== 'open' || key === null) throw new Error('not open');
    await endBrowser(running);
    const next = await again(running);
    expect(await act(next, { act: 'resume', lockId: 'another', key })).toEqual({ ok: true, value: null });
    expect(next.status().lock).toMatchObject({ state: 'locked', wrong: 0 });
    await act(next, { act: 'resume', lockId: lock.id, key });
    expect(next.status().lock).toMatchObject({ state: 'open' });
    expect(next.hub.sessionContext()).not.toBeNull();
  });

  it('a call that is made twice is one try', { tags: ['D-31'] }, async () => {
    const running = await lockedBy(await signedInAs(amina));
    await endBrowser(running);
    const next = await again(running);
    const twice = { act: 'open', secret: pinOf('000001'), id: 'same' } as const;
    const both = Promise.all([next.api.lock(twice), next.api.lock(twice)]);
    for (let turn = 0; turn < 60; turn += 1) await pass(5);
    await both;
    expect(next.status().lock).toMatchObject({ wrong: 1 });
  });

  it('a key that a page has left changes nothing where no lock is closed: neither without a lock, nor while it is open', {
    tags: ['D-31'],
  }, async () => {
    const running = await signedInAs(amina);
    const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
    expect(await running.api.lock({ act: 'resume', id: 'left1', lockId: 'l1', key })).toEqual({ ok: true, value: null });
    expect(running.status()).toMatchObject({ lock: { state: 'none' }, session: { phase: 'signedIn' } });
    await lockedBy(running);
    const held = await running.api.lockKey();
    const { lock } = running.status();
    if (lock.state !== 'open') throw new Error('not open');
    expect(await running.api.lock({ act: 'resume', id: 'left2', lockId: lock.id, key })).toEqual({ ok: true, value: null });
    expect(await running.api.lockKey()).toBe(held);
  });

  it('a lock that closed because nobody was there is opened by no key that a page still has, in this hub or in the next: a tab that stood still forgot nothing', {
    tags: ['D-31', 'F-35'],
  }, async () => {
    const running = await lockedBy(await signedInAs(amina));
    const key = await running.api.lockKey();
    const { lock } = running.status();
    if (lock.state !== 'open' || key === null) throw new Error('not open');
    running.platform.up = false;
    await pass(31 * minute);
    expect(running.status()).toMatchObject({ lock: { state: 'locked' }, session: { phase: 'signedOut', reason: 'timeout' } });
    expect(await act(running, { act: 'resume', lockId: lock.id, key })).toEqual({ ok: true, value: null });
    expect(running.status()).toMatchObject({ lock: { state: 'locked' }, session: { phase: 'signedOut' } });
    await endBrowser(running);
    const next = await again(running);
    await act(next, { act: 'resume', lockId: lock.id, key });
    expect(next.status().lock).toMatchObject({ state: 'locked' });
    expect(next.hub.sessionContext()).toBeNull();
    // Once the lock has been opened, a reload resumes as usual.
    expect(await act(next, { act: 'open', secret: pinOf('48291357') })).toEqual({ ok: true, value: null });
    await endBrowser(next);
    const reloaded = await again(running);
    await act(reloaded, { act: 'resume', lockId: lock.id, key });
    expect(reloaded.status().lock).toMatchObject({ state: 'open' });
  });

  it('who goes to another tenant does not lock themselves out: the lock stays, and stays open', { tags: ['D-31', 'C-59'] }, async () => {
    const running = await lockedBy(await signedInAs(brian));
    const held = await running.api.lockKey();
    const moved = running.api.switchTenant('kampala', true);
    await pass(3_000);
    expect(await moved).toEqual({ ok: true, value: null });
    expect(running.status()).toMatchObject({ lock: { state: 'open' }, session: { phase: 'signedIn', tenant: { tenantId: 'kampala' } } });
    expect(await running.api.lockKey()).toBe(held);
  });

  it('another PIN opens the same rows, the old one nothing', { tags: ['D-31'] }, async () => {
    const running = await lockedBy(await signedInAs(amina));
    expect(await act(running, { act: 'change', from: '482910', to: '71920483' })).toMatchObject({
      ok: false,
      problem: { code: 'forbidden' },
    });
    await pass(1000);
    expect(await act(running, { act: 'change', from: '48291357', to: '71920483' })).toEqual({ ok: true, value: null });
    await endBrowser(running);
    const next = await again(running);
    expect((await act(next, { act: 'open', secret: pinOf('48291357') })).ok).toBe(false);
    await pass(1000);
    expect((await act(next, { act: 'open', secret: pinOf('71920483') })).ok).toBe(true);
    expect(next.hub.sessionContext()).not.toBeNull();
  });

  it('taken off by whoever can open it: rows are open again, and the device is as one without a lock', { tags: ['D-31'] }, async () => {
    const running = await lockedBy(await signedInAs(amina));
    expect((await act(running, { act: 'takeOff', secret: pinOf('111222') })).ok).toBe(false);
    expect(running.status().lock).toMatchObject({ state: 'open' });
    running.page.told.length = 0;
    await pass(1000);
    expect(await act(running, { act: 'takeOff', secret: pinOf('48291357') })).toEqual({ ok: true, value: null });
    // Meanwhile pages know that rows are being decrypted.
    const locks = running.page.told.flatMap((message) => (message.kind === 'status' ? [message.status.lock] : []));
    expect(locks.some((lock) => lock.state === 'open' && lock.rows === 'opening')).toBe(true);
    expect(running.status().lock).toEqual({ state: 'none' });
    expect(isEncrypted((await readRow(amina, 'kpis', 'kpis'))?.['payload'])).toBe(false);
    expect(await readIdentity()).not.toBeNull();
    await endBrowser(running);
    expect((await again(running)).status()).toMatchObject({ lock: { state: 'none' }, session: { phase: 'signedIn' } });
  });

  it('signing out takes rows and lock; another person’s sign-in takes those of the one before', { tags: ['D-31'] }, async () => {
    const running = await lockedBy(await signedInAs(amina));
    void running.api.signOut(true);
    await pass(500);
    expect(running.status().lock).toEqual({ state: 'none' });
    expect(await running.holds(amina)).toBe(false);

    const device = await lockedBy(await signedInAs(amina));
    device.platform.up = false;
    await pass(31 * minute);
    device.platform.up = true;
    device.platform.signIn(brian);
    void device.api.signedIn();
    await pass(2000);
    expect(device.status()).toMatchObject({ lock: { state: 'none' }, session: { phase: 'signedIn', user: { id: brian.id } } });
    expect(await device.holds(amina)).toBe(false);
  });

  it('after 72 hours nothing is there to be opened, and a clock that is set back brings nothing back', { tags: ['D-31'] }, async () => {
    const running = await lockedBy(await signedInAs(amina));
    running.platform.up = false;
    await pass(31 * minute);
    expect(running.status().lock).toMatchObject({ state: 'locked' });
    standStill(70 * hour);
    await pass(2 * hour);
    // The hours passed in steps too large for a disk: work blocked by that is retried within a minute.
    await pass(2 * minute);
    await act(running, { act: 'open', secret: pinOf('48291357') });
    await pass(200);
    expect(running.hub.sessionContext()).toBeNull();
    expect(running.status().lock).toEqual({ state: 'none' });
    expect(await running.holds(amina)).toBe(false);
  });

  it('after 72 hours what waits to be sent stays encrypted: it is not opened without the platform, and is sent once its person has signed in and unlocked', {
    tags: ['M-3', 'D-31'],
  }, async () => {
    const running = await lockedBy(await signedInAs(brian));
    running.platform.up = false;
    running.platform.openStreams().forEach((stream) => stream.fail());
    await pass(100);
    const promote = [{ kind: 'promote' as const, items: [{ itemId: 'DLQ-1', version: 1 }] }];
    expect(await running.api.enqueue('decision-0000001', promote)).toMatchObject({ ok: true });
    await endBrowser(running);
    await pass(96 * hour);
    running.platform.up = true;
    running.platform.cookie = null;
    const next = await again(running);
    await pass(5_000);
    expect(next.status()).toMatchObject({ session: { phase: 'signedOut' }, unsentHeld: 1 });
    expect(await act(next, { act: 'open', secret: pinOf('48291357') })).toMatchObject({ ok: false, problem: { code: 'unauthenticated' } });
    expect(next.status().lock).toMatchObject({ state: 'locked', wrong: 0 });
    running.platform.replies.set('/api/dlq/DLQ-1/promote', { body: { promoted: [{ itemId: 'DLQ-1', version: 2 }] } });
    running.platform.signIn(brian);
    void next.api.signedIn();
    await pass(3_000);
    expect(next.status()).toMatchObject({ session: { phase: 'signedIn' }, lock: { state: 'locked' } });
    expect(await act(next, { act: 'open', secret: pinOf('48291357') })).toEqual({ ok: true, value: null });
    await pass(500);
    running.platform.hello();
    await passUntil(() => running.platform.count('/api/dlq/DLQ-1/promote') > 0);
    await pass(3_000);
    expect(running.platform.count('/api/dlq/DLQ-1/promote')).toBe(1);
  });

  it('a lock that cannot be read at the start is not none: nothing is opened without its key, nothing encrypted is taken for damaged, and it is read again', {
    tags: ['M-3', 'D-31'],
  }, async () => {
    const running = await lockedBy(await signedInAs(brian));
    running.platform.up = false;
    running.platform.openStreams().forEach((stream) => stream.fail());
    await pass(100);
    const promote = [{ kind: 'promote' as const, items: [{ itemId: 'DLQ-1', version: 1 }] }];
    expect(await running.api.enqueue('decision-0000001', promote)).toMatchObject({ ok: true });
    await endBrowser(running);
    running.trouble.lock = true;
    running.platform.up = true;
    const next = await again(running);
    await passUntil(() => next.status().storageProblem !== null);
    expect(next.hub.sessionContext()).toBeNull();
    expect(next.status().storageProblem).toMatchObject({ code: 'storage', retry: true });
    expect(await readRow(brian, 'setAside', 1)).toBeUndefined();
    running.trouble.lock = false;
    await passUntil(() => next.status().lock.state === 'locked' && next.status().storageProblem === null);
    expect(next.status()).toMatchObject({ session: { phase: 'signedIn' }, lock: { state: 'locked' }, storageProblem: null });
    running.platform.replies.set('/api/dlq/DLQ-1/promote', { body: { promoted: [{ itemId: 'DLQ-1', version: 2 }] } });
    expect(await act(next, { act: 'open', secret: pinOf('48291357') })).toEqual({ ok: true, value: null });
    await pass(500);
    running.platform.hello();
    await passUntil(() => running.platform.count('/api/dlq/DLQ-1/promote') > 0);
    await pass(3_000);
    expect(running.platform.count('/api/dlq/DLQ-1/promote')).toBe(1);
  });

  it('encrypting that was cut short, as by a full disk, is gone on with by whoever opens the lock next: no row stays in the clear', {
    tags: ['D-31'],
  }, async () => {
    const running = await signedInAs(amina);
    let disk: ReturnType<typeof fillDisk> | null = null;
    // From the moment pages have the key, before the first row is encrypted.
    await running.api.attach({ pageId: 'p3', lockName: 'p3', build: 'b' }, (message) => {
      if (message.kind === 'lockKey' && disk === null) disk = fillDisk('request');
    });
    expect(await act(running, { act: 'setUp', secret: pinOf('48291357'), passkey: null, escrow: null })).toMatchObject({
      ok: false,
      problem: { code: 'storage' },
    });
    (disk as ReturnType<typeof fillDisk> | null)?.end();
    expect(running.status().lock).toMatchObject({ state: 'open', rows: 'sealing' });
    expect(isEncrypted((await readRow(amina, 'kpis', 'kpis'))?.['payload'])).toBe(false);
    await endBrowser(running);
    running.platform.up = false;
    const next = await again(running);
    expect(await act(next, { act: 'open', secret: pinOf('48291357') })).toEqual({ ok: true, value: null });
    await gonOn(next);
    expect(next.status().lock).toMatchObject({ state: 'open', rows: 'sealed' });
    expect(isEncrypted((await readRow(amina, 'kpis', 'kpis'))?.['payload'])).toBe(true);
  });

  it('a browser that ends as a lock is set up leaves nothing in the clear once it is opened: what the service worker kept goes then', {
    tags: ['D-31', 'D-55'],
  }, async () => {
    const running = await signedInAs(amina);
    running.trouble.cache = true;
    void running.api.lock({ act: 'setUp', id: 'cut', secret: pinOf('48291357'), passkey: null, escrow: null });
    while (running.status().lock.state !== 'open') await pass(0);
    // No row waits for it, and nothing is reported as encrypted that is not.
    while (!isEncrypted((await readRow(amina, 'kpis', 'kpis'))?.['payload'])) await pass(0);
    await pass(4_000);
    expect(running.status().lock).toMatchObject({ rows: 'sealing' });
    await endBrowser(running);
    running.trouble.cache = false;
    running.platform.up = false;
    const next = await again(running);
    expect(await act(next, { act: 'open', secret: pinOf('48291357') })).toEqual({ ok: true, value: null });
    await gonOn(next);
    expect(next.status().lock).toMatchObject({ state: 'open', rows: 'sealed' });
    // However often it is repeated: after unlocking, and by the store that opens meanwhile.
    expect(new Set(running.deletedCaches)).toEqual(new Set(['ukweli-api:demo:' + amina.id]));
  });

  it('after the platform has ended the session the lock stays open for ten minutes, for the sign-in that follows, and no longer', {
    tags: ['D-31'],
  }, async () => {
    const running = await lockedBy(await signedInAs(amina));
    running.platform.cookie = null;
    await running.api.refresh(['health']);
    await passUntil(() => running.status().session.phase === 'signedOut');
    expect(running.status()).toMatchObject({ session: { phase: 'signedOut', reason: 'expired' }, lock: { state: 'open' } });
    await pass(9 * minute);
    expect(running.status().lock).toMatchObject({ state: 'open' });
    await pass(minute + 1_000);
    expect(running.status().lock).toMatchObject({ state: 'locked' });
    expect(await running.api.lockKey()).toBeNull();
  });

  /** Brian under a lock, without a link, with an encrypted unsent command. */
  const withOneEncrypted = async () => {
    const running = await lockedBy(await signedInAs(brian));
    running.platform.up = false;
    running.platform.openStreams().forEach((stream) => stream.fail());
    await pass(100);
    await running.api.enqueue('decision-0000001', [{ kind: 'note', incidentId: 'INC-1', text: 'Called the site.' }]);
    expect(isEncrypted((await readRow(brian, 'outbox', 1))?.['payload'])).toBe(true);
    return running;
  };

  it('what waits encrypted is named whole to whoever is put out: the hub that encrypted it knows it', {
    tags: ['M-3', 'F-38', 'D-31'],
  }, async () => {
    const running = await withOneEncrypted();
    running.hub.session.send({ type: 'revoked' });
    await passUntil(() => running.status().unsentGone != null);
    expect(running.status().session).toMatchObject({ phase: 'signedOut', reason: 'revoked' });
    expect(running.status().unsentGone).toMatchObject({ userId: brian.id, unread: 0, items: [{ key: 'decision-0000001.0' }] });
  });
});
