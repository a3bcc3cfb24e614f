// Long: a simulated device for each fault.
// Faults between any two steps of a session bound to a key of this device, and of the app lock over it (issue 17, points 3 to 5; D-55).
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { amina, brian, escrowKey } from '../../../../tests/builders/fakePlatform.ts';
import { fillDisk } from '../../../../tests/builders/fullDisk.ts';
import {
  closeDevices,
  countRows,
  endBrowser,
  holdClock,
  pass,
  passUntil,
  readRow,
  signedInAs,
  turning,
} from '../../../../tests/builders/hubDevice.ts';
import { actOnLock as act, askLock as begin, type Running, startAgain as again } from '../../../../tests/builders/lockActs.ts';
import { deviceKeyHeaders } from '../../../contracts/deviceKey.ts';
import type { LockAct } from '../../../contracts/lock.ts';
import { databaseName } from '../../../store/schema.ts';

const minute = 60_000;
beforeEach(holdClock);
afterEach(closeDevices);

const secret = { kind: 'pin', pin: '48291375' } as const;
const done = { ok: true, value: null };
const bound = () => signedInAs(amina, { bound: true });
const lockedBy = async (running: Running, escrow: Extract<LockAct, { act: 'setUp' }>['escrow'] = null) => {
  expect(await act(running, { act: 'setUp', secret, passkey: null, escrow })).toEqual(done);
  await passUntil(() => running.platform.cookie?.bound?.locked !== false);
  return running;
};
/** The answer of work that may need time to pass; null if it does not come within this time. */
const within = async <T>(work: Promise<T>, ms: number): Promise<T | null> => {
  let answer: { readonly value: T } | null = null;
  void work.then((value) => (answer = { value }));
  for (let left = ms; left > 0 && answer === null; left -= 100) await pass(100);
  return (answer as { readonly value: T } | null)?.value ?? null;
};
const extended = (running: Pick<Running, 'api'>) => within(running.api.extendSession(), 30_000);
const signIn = async (running: Pick<Running, 'api' | 'platform'>, who = amina) => {
  const nonce = running.platform.signIn(who, await turning(running.api.introduction()));
  return within(running.api.signedIn(nonce), 10_000);
};

describe('faults of the session’s key', { tags: ['G-3', 'D-55'] }, () => {
  it('a platform that says `again` for ever is asked once more, and the hub goes on', async () => {
    const running = await bound();
    running.platform.replies.set('/api/auth/refresh', {
      body: { user: amina, expiresAt: new Date(Date.now() + 15 * minute).toISOString() },
      more: { [deviceKeyHeaders.nonce]: 'the-same', [deviceKeyHeaders.again]: '1' },
    });
    const asked = running.platform.count('/api/auth/refresh');
    await extended(running);
    expect(running.platform.count('/api/auth/refresh') - asked).toBeLessThanOrEqual(2);
    expect(running.status().session.phase).toBe('signedIn');
  });

  it('two tabs that sign in at the same time: whichever the platform heard last, and whichever came back last, nobody is put out', async () => {
    for (const order of ['first comes back first', 'last comes back first'] as const) {
      const running = await bound();
      const one = await turning(running.api.introduction());
      const other = await turning(running.api.introduction());
      const nonces = [running.platform.signIn(amina, one), running.platform.signIn(amina, other)];
      for (const nonce of order === 'first comes back first' ? nonces : nonces.toReversed())
        expect(await within(running.api.signedIn(nonce), 10_000)).toMatchObject({ ok: true });
      expect(await extended(running), order).toEqual(done);
      expect(running.status().session.phase).toBe('signedIn');
      await closeDevices();
      holdClock();
    }
  });

  it('a sign-in of another tab that was given up in between puts nobody out', async () => {
    const running = await bound();
    const mine = await turning(running.api.introduction());
    await turning(running.api.introduction());
    const nonce = running.platform.signIn(amina, mine);
    expect(await within(running.api.signedIn(nonce), 10_000)).toMatchObject({ ok: true });
    expect(await extended(running)).toEqual(done);
  });

  it('a worker that stands still and holds the key’s lock keeps nobody from leaving, locking or coming in', async () => {
    const running = await lockedBy(await bound());
    running.deviceKeys.standStill();
    expect(await within(begin(running, { act: 'close' }), 10_000)).toEqual(done);
    expect(running.status().lock.state).toBe('locked');
    expect(await within(begin(running, { act: 'startAnew' }), 20_000)).toEqual(done);
    expect(running.status()).toMatchObject({ lock: { state: 'none' }, session: { phase: 'signedOut' } });
    expect(await countRows(databaseName('demo', amina.id))).toBeNull();
    expect(await within(running.api.introduction(), 10_000)).toEqual({});
    running.platform.signIn(amina);
    expect(await within(running.api.signedIn(null), 10_000)).toMatchObject({ ok: true });
    expect(await within(running.api.signOut(true), 20_000)).toEqual(done);
    expect(running.status().session.phase).toBe('signedOut');
  });

  it('a worker that stands still during a refresh: it is told as failed and tried again', async () => {
    const running = await bound();
    running.deviceKeys.standStill();
    expect(await within(running.api.extendSession(), 60_000)).not.toBeNull();
    expect(running.status().session.phase).toBe('signedIn');
    running.deviceKeys.goOn();
    await pass(minute);
    expect(await extended(running)).toEqual(done);
  });

  it('signed out on a disk that does not let go of the key: not said that the cookie ends by itself, and the next start takes the key', async () => {
    const running = await bound();
    running.platform.up = false;
    running.deviceKeys.fails = true;
    await within(running.api.signOut(true), 30_000);
    expect(running.status()).toMatchObject({ session: { phase: 'signedOut' }, cookieUntil: null });
    running.deviceKeys.fails = false;
    await endBrowser(running);
    await again(running);
    expect(running.deviceKeys.held()).toEqual({ held: null, next: null });
  });

  it('a browser that ends right after the mark of an offline log-out leaves no key to refresh with', async () => {
    const running = await bound();
    running.platform.up = false;
    // The browser ends before its turn comes: nothing after it happens.
    running.deviceKeys.standStill();
    void running.api.signOut(true);
    await pass(300);
    await endBrowser(running);
    running.deviceKeys.goOn();
    running.deviceKeys.free();
    const next = await again(running);
    await passUntil(() => running.deviceKeys.held().held === null);
    expect(next.status().session).toMatchObject({ phase: 'signedOut', logoutPending: true });
    expect(running.deviceKeys.held()).toEqual({ held: null, next: null });
  });
});

describe('faults of the app lock over it', { tags: ['G-3', 'A-24', 'D-55'] }, () => {
  it('a refresh while the lock is taken off leaves no key under a lock that is gone', async () => {
    const running = await lockedBy(await bound());
    const taking = begin(running, { act: 'takeOff', secret });
    for (let turn = 0; turn < 60 && running.status().lock.state !== 'none'; turn += 1) {
      void running.hub.device.refresh();
      await pass(0);
    }
    expect(await turning(taking)).toEqual(done);
    await pass(500);
    const { held } = running.deviceKeys.held();
    expect(held !== null && 'pair' in held).toBe(true);
    expect(await extended(running)).toEqual(done);
  });

  it('is not taken off while no nonce comes through: the session goes on', async () => {
    const running = await lockedBy(await bound());
    running.platform.withholds = (header) => header === deviceKeyHeaders.nonce;
    expect(await act(running, { act: 'takeOff', secret })).toMatchObject({ ok: false, problem: { code: 'unavailable' } });
    running.platform.withholds = () => false;
    expect(await extended(running)).toEqual(done);
  });

  it('a refresh that is on its way as the lock closes opens nothing behind it: the session is parked in the end', async () => {
    const running = await lockedBy(await bound());
    running.platform.arrivesAfterMs = (path) => (path === '/api/auth/refresh' ? 2_000 : 0);
    void running.api.extendSession();
    const before = running.platform.count('/api/auth/refresh');
    await passUntil(() => running.platform.count('/api/auth/refresh') > before);
    await act(running, { act: 'close' });
    await pass(10_000);
    expect(running.status().lock.state).toBe('locked');
    expect(running.platform.cookie?.bound?.parked).toBe(true);
  });

  it('a refresh that is just being signed as the lock closes is not sent behind it', async () => {
    const running = await lockedBy(await bound());
    for (let turns = 0; turns < 40; turns += 4) {
      void running.api.extendSession();
      for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      await act(running, { act: 'close' });
      await pass(2_000);
      expect(running.platform.cookie?.bound?.parked, `${turns} turns`).toBe(true);
      expect(await act(running, { act: 'open', secret })).toEqual(done);
      await passUntil(() => running.status().session.phase === 'signedIn' && running.platform.cookie?.bound?.parked === false);
    }
  });

  it('set up where the second place of the count takes only its first number: told as failed, and no lock meets the next start', {
    tags: ['G-5'],
  }, async () => {
    let puts = 0;
    const cache = {
      match: async () => {},
      put: async () => {
        puts += 1;
        if (puts > 1) throw new DOMException('no room', 'QuotaExceededError');
      },
    };
    vi.stubGlobal('caches', { open: async () => cache, delete: async () => true });
    try {
      const running = await bound();
      expect(await act(running, { act: 'setUp', secret, passkey: null, escrow: null })).toMatchObject({ ok: false });
      expect(running.status().lock.state).toBe('none');
      await endBrowser(running);
      const next = await again(running);
      expect(next.status().lock.state).toBe('none');
      expect(await extended(next)).toEqual(done);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('‘Lock now’ locks, though who has just opened it is not heard of by the platform yet', async () => {
    const running = await lockedBy(await bound());
    await act(running, { act: 'close' });
    running.platform.slowMs = 60_000;
    expect(await act(running, { act: 'open', secret })).toEqual(done);
    expect(await act(running, { act: 'close' })).toEqual(done);
    expect(running.status().lock.state).toBe('locked');
    expect(await running.api.lockKey()).toBeNull();
    await pass(5_000);
    expect(running.hub.sessionContext()).toBeNull();
    expect(running.status().lock.state).toBe('locked');
  });

  it('‘Lock now’ locks, though the session has ended and the key waits for the next sign-in', async () => {
    const ended = await lockedBy(await bound());
    ended.platform.cookie = null;
    await ended.api.refresh(['health']);
    await passUntil(() => ended.status().session.phase === 'signedOut');
    expect(ended.status()).toMatchObject({ session: { phase: 'signedOut', reason: 'expired' }, lock: { state: 'open' } });
    expect(await act(ended, { act: 'close' })).toEqual(done);
    expect(ended.status().lock.state).toBe('locked');
  });

  it('signed in before the closed lock, and the browser ended: the key is lost with it, and whoever opens the lock is led to the door at once', async () => {
    const running = await lockedBy(await bound());
    await act(running, { act: 'close' });
    await pass(1_000);
    expect(await signIn(running)).toMatchObject({ ok: true });
    await passUntil(() => running.platform.cookie?.bound?.parked === true);
    await endBrowser(running);
    const next = await again(running);
    await pass(8_000);
    await act(next, { act: 'open', secret });
    const isExpired = () => {
      const { session } = next.status();
      return session.phase === 'signedOut' && session.reason === 'expired';
    };
    await passUntil(isExpired);
    expect(isExpired()).toBe(true);
    expect(await signIn({ ...running, api: next.api })).toMatchObject({ ok: true });
    expect(await extended(next)).toEqual(done);
  });
});

describe('faults of a lock that is given up', { tags: ['G-3', 'A-24', 'M-3'] }, () => {
  const id = 'lock-of-this-device';
  const escrow = { id, keys: [escrowKey(brian.id, id)] };
  const withUnsent = async () => {
    const running = await lockedBy(await signedInAs(brian, { bound: true }), escrow);
    running.platform.up = false;
    running.platform.openStreams().forEach((stream) => stream.fail());
    await pass(100);
    await running.api.enqueue('decision-0000001', [{ kind: 'note', incidentId: 'INC-1', text: 'Called the site.' }]);
    await act(running, { act: 'close' });
    await pass(2_000);
    expect(running.status()).toMatchObject({ unsentHeld: 1, lock: { state: 'locked', keepsUnsent: true } });
    return running;
  };
  const giveUp = async (running: Pick<Running, 'api'>) => within(begin(running, { act: 'startAnew' }), 20_000);
  const sent = ({ platform }: Pick<Running, 'platform'>) =>
    platform.answered.map(({ path }) => path).filter((path) => path.includes('/notes'));

  it('on a full disk: what was not sent is not lost unasked', async () => {
    const running = await withUnsent();
    const disk = fillDisk('commit');
    await giveUp(running);
    disk.end();
    await pass(2 * minute);
    running.platform.up = true;
    expect(await signIn(running, brian)).toMatchObject({ ok: true });
    await pass(10_000);
    if (running.status().lock.state === 'locked') expect(await act(running, { act: 'open', secret })).toEqual(done);
    await passUntil(() => sent(running).length > 0);
    expect(sent(running)).toHaveLength(1);
  });

  it('a mark that could not be read at the start is not none: it is read again at the sign-in', async () => {
    const running = await withUnsent();
    await giveUp(running);
    await endBrowser(running);
    running.trouble.givenUp = true;
    const next = await again(running);
    running.trouble.givenUp = false;
    running.platform.up = true;
    expect(await signIn({ ...running, api: next.api }, brian)).toMatchObject({ ok: true });
    await pass(10_000);
    await passUntil(() => sent(running).length > 0);
    expect(sent(running)).toHaveLength(1);
  });

  it('what its owner has discarded beside it is not kept with it, not readable, and never sent', async () => {
    const running = await withUnsent();
    await giveUp(running);
    running.platform.replies.set('/api/auth/lock-escrow', {
      status: 503,
      body: { error: { code: 'unavailable', message: 'Not now.', correlationId: 'c' } },
    });
    running.platform.up = true;
    expect(await signIn(running, brian)).toMatchObject({ ok: true });
    await pass(1_000);
    running.platform.up = false;
    running.platform.openStreams().forEach((stream) => stream.fail());
    await pass(100);
    await running.api.enqueue('decision-0000002', [{ kind: 'note', incidentId: 'INC-2', text: 'Never mind.' }]);
    await within(running.api.signOut(true), 20_000);
    const rows = await Promise.all([1, 2, 3].map((key) => readRow(brian, 'outbox', key)));
    expect(JSON.stringify(rows)).not.toContain('Never mind.');
    running.platform.replies.delete('/api/auth/lock-escrow');
    running.platform.up = true;
    expect(await signIn(running, brian)).toMatchObject({ ok: true });
    await pass(10_000);
    await passUntil(() => sent(running).length > 0);
    await pass(5_000);
    expect(sent(running)).toEqual(['/api/incidents/INC-1/notes']);
  });

  it('cut short between the last of the session and the lock: another person who signs in is not covered by it', async () => {
    const running = await withUnsent();
    await endBrowser(running);
    const db = await new Dexie('ukweli-meta').open();
    await db.table('marks').bulkDelete(['session', 'identity', 'word']);
    db.close();
    const next = await again(running);
    running.platform.up = true;
    expect(await signIn({ ...running, api: next.api }, amina)).toMatchObject({ ok: true, value: { id: amina.id } });
    await passUntil(() => next.status().lock.state === 'none' && next.hub.sessionContext() !== null);
    expect(next.status()).toMatchObject({ lock: { state: 'none' }, session: { phase: 'signedIn' } });
    expect(next.hub.sessionContext()).not.toBeNull();
    expect(await extended(next)).toEqual(done);
  });
});
