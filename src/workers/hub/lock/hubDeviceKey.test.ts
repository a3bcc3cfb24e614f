// Long: signs in on a simulated device some forty times; `hubLock` covers the lock itself.
// A session bound to a key of this device, and the app lock over both (issue 17, point 3; D-55).
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { amina, brian, escrowKey } from '../../../../tests/builders/fakePlatform.ts';
import {
  closeDevices,
  countRows,
  endBrowser,
  holdClock,
  pass,
  readRow,
  signedInAs,
  standStill,
  turning,
} from '../../../../tests/builders/hubDevice.ts';
import { actOnLock as act, askLock, type Running, startAgain as again } from '../../../../tests/builders/lockActs.ts';
import { deviceKeyHeaders } from '../../../contracts/deviceKey.ts';
import { databaseName } from '../../../store/schema.ts';
import { isEncrypted } from '../../../store/rowCipher.ts';

const minute = 60_000;
beforeEach(holdClock);
afterEach(closeDevices);

const secret = { kind: 'pin', pin: '48291375' } as const;
const lockedBy = async (running: Running) => {
  expect(await act(running, { act: 'setUp', secret, passkey: null, escrow: null })).toEqual({ ok: true, value: null });
  return running;
};
const refreshes = ({ platform }: Running) => platform.requests.filter(({ path }) => path === '/api/auth/refresh');
const isConfirmed = ({ status }: Pick<Running, 'status'>): boolean => {
  const { session } = status();
  return session.phase === 'signedIn' && session.confirmed;
};
const statusesOf = ({ platform }: Pick<Running, 'platform'>, path: string) =>
  platform.answered.filter((one) => one.path === path).map(({ status }) => status);
/** Turns until the condition holds; the browser's own computing takes no time of the clock. */
const until = async (so: () => boolean) => {
  for (let turns = 0; !so(); turns += 1) {
    if (turns > 5_000) throw new Error('it did not come about');
    await pass(0);
  }
};
const extended = async (running: Running) => {
  const extending = running.api.extendSession();
  await pass(10);
  return turning(extending);
};
describe('a session that is bound to a key of this device', { tags: ['G-3', 'A-7', 'D-55'] }, () => {
  it('is refreshed by it: with the nonce that the answer before carried, its body empty, the key not to be taken out', async () => {
    const running = await signedInAs(amina, { bound: true });
    for (let go = 0; go < 3; go += 1) expect(await extended(running)).toEqual({ ok: true, value: null });
    const proofs = refreshes(running).map(({ headers }) => headers[deviceKeyHeaders.proof]?.split('.')[0]);
    expect(new Set(proofs).size).toBe(3);
    expect(refreshes(running).every(({ body, headers }) => body === 'null' && headers[deviceKeyHeaders.key] === undefined)).toBe(true);
    const { held, next } = running.deviceKeys.held();
    expect(next).toBeNull();
    if (held === null || !('pair' in held)) throw new Error('no key is held');
    expect(held.pair.privateKey.extractable).toBe(false);
    expect(statusesOf(running, '/api/auth/refresh')).toEqual([200, 200, 200]);
  });

  it('what was lost on the way is asked for again, and nobody is put out', async () => {
    const running = await signedInAs(amina, { bound: true });
    running.platform.loses = (path) => path === '/api/auth/refresh';
    await extended(running);
    running.platform.loses = () => false;
    expect(await extended(running)).toEqual({ ok: true, value: null });
    await until(() => isConfirmed(running));
  });

  it.each(['signOut', 'revoked', 'expired'] as const)('left by %s: the key is gone, whatever the platform has heard', async (how) => {
    const running = await signedInAs(amina, { bound: true });
    if (how === 'signOut') {
      running.platform.up = false;
      const leaving = running.api.signOut(true);
      await pass(30_000);
      await turning(leaving);
    } else {
      running.platform.replies.set('/api/auth/me', {
        status: how === 'revoked' ? 410 : 401,
        body: { error: { code: how === 'revoked' ? 'gone' : 'unauthenticated', message: '', correlationId: 'c' } },
      });
      running.hub.session.send({ type: 'unauthenticated' });
      await pass(1_000);
    }
    expect(running.status().session.phase).toBe('signedOut');
    expect(running.deviceKeys.held()).toEqual({ held: null, next: null });
    // Until then the cookie still opens the session, but nobody can extend it; after an end by the platform nothing is reported.
    expect(running.status().cookieUntil).toBe(how === 'signOut' ? running.platform.cookie?.expiresAt : null);
  });

  it.each([
    ['bound', { bound: true }, 'number'],
    ['not bound', {}, 'object'],
  ] as const)(
    'signed out without a link, %s: not said until when a cookie lasts that whoever has it could refresh, and nothing once the platform has heard',
    { tags: ['D-51'] },
    async (_name, how, said) => {
      const running = await signedInAs(amina, how);
      running.platform.up = false;
      const leaving = running.api.signOut(true);
      await pass(30_000);
      await turning(leaving);
      expect(typeof running.status().cookieUntil).toBe(said);
      running.platform.up = true;
      await pass(2 * minute);
      expect([running.platform.cookie, running.status().cookieUntil]).toEqual([null, null]);
    },
  );

  it('a sign-in whose answer was lost, or that was given up, leaves the session before it as it was', async () => {
    const running = await signedInAs(amina, { bound: true });
    await turning(running.api.introduction());
    expect(running.deviceKeys.held().next).not.toBeNull();
    expect(await extended(running)).toEqual({ ok: true, value: null });
    expect(running.deviceKeys.held().next).toBeNull();
  });

  it('a hub that ended between the sign-in and its nonce is gone on from: the platform gives it again', async () => {
    const running = await signedInAs(amina, { bound: true });
    running.platform.signIn(amina, await turning(running.api.introduction()));
    await endBrowser(running);
    const next = await again(running);
    expect(next.status().session.phase).toBe('signedIn');
    const extending = next.api.extendSession();
    await pass(10);
    expect(await turning(extending)).toEqual({ ok: true, value: null });
  });

  it('where the disk keeps no key the session is one without, and goes on as documented', async () => {
    const running = await signedInAs(amina);
    running.deviceKeys.fails = true;
    expect(await turning(running.api.introduction())).toEqual({});
    running.platform.signIn(amina);
    const entered = running.api.signedIn(null);
    await pass(100);
    expect(await turning(entered)).toMatchObject({ ok: true });
    expect(await extended(running)).toEqual({ ok: true, value: null });
  });

  it('a sign-in without a key takes away the key of the session before it: that one signs nothing more, and the new session does not count as bound', {
    tags: ['M-13'],
  }, async () => {
    const running = await signedInAs(amina, { bound: true });
    running.platform.signIn(amina);
    const entered = running.api.signedIn(null);
    await pass(100);
    expect(await turning(entered)).toMatchObject({ ok: true });
    expect(running.deviceKeys.held()).toEqual({ held: null, next: null });
    const before = refreshes(running).length;
    expect(await extended(running)).toEqual({ ok: true, value: null });
    expect(
      refreshes(running)
        .slice(before)
        .map(({ headers }) => headers[deviceKeyHeaders.proof]),
    ).toEqual([undefined]);
  });

  it('one that the platform has told of is not asked about without it: a disk that fails for a moment puts nobody out', async () => {
    const running = await signedInAs(amina, { bound: true });
    expect(await extended(running)).toEqual({ ok: true, value: null });
    running.deviceKeys.fails = true;
    expect((await extended(running)).ok).toBe(false);
    expect(running.status().session.phase).toBe('signedIn');
    running.deviceKeys.fails = false;
    expect(await extended(running)).toEqual({ ok: true, value: null });
  });
});

describe('the app lock and the session', { tags: ['G-3', 'A-24', 'D-55'] }, () => {
  it('set up, it stands over another key, which the one before signs, and the platform ends the cookie with the browser; taken off, likewise', async () => {
    const running = await signedInAs(amina, { bound: true });
    const before = running.platform.cookie?.bound?.key;
    await lockedBy(running);
    await until(() => running.platform.cookie?.bound?.locked === true);
    expect(running.platform.cookie?.bound?.key).not.toBe(before);
    const { held } = running.deviceKeys.held();
    expect(held !== null && 'sealed' in held).toBe(true);
    expect(await extended(running)).toEqual({ ok: true, value: null });
    expect(await act(running, { act: 'takeOff', secret })).toEqual({ ok: true, value: null });
    expect(running.platform.cookie?.bound?.locked).toBe(false);
    const bare = running.deviceKeys.held().held;
    expect(bare !== null && 'pair' in bare).toBe(true);
    expect(await extended(running)).toEqual({ ok: true, value: null });
  });

  it('is changed and taken off with the platform alone', async () => {
    const running = await lockedBy(await signedInAs(amina, { bound: true }));
    running.platform.up = false;
    void running.api.extendSession();
    await until(() => !isConfirmed(running));
    for (const what of [{ act: 'change', from: secret.pin, to: '97315824' } as const, { act: 'takeOff', secret } as const])
      expect(await act(running, what)).toMatchObject({ ok: false, problem: { code: 'unavailable' } });
    expect(running.status().lock.state).toBe('open');
  });

  it('closed by hand it covers everything, parks the session, and nothing is asked behind it; opened, the session goes on', async () => {
    const running = await lockedBy(await signedInAs(amina, { bound: true }));
    expect(await act(running, { act: 'close' })).toEqual({ ok: true, value: null });
    await until(() => running.platform.cookie?.bound?.parked === true);
    expect(running.status()).toMatchObject({ lock: { state: 'locked' }, session: { phase: 'signedOut', reason: 'locked' } });
    expect(running.page.leaves().at(-1)).toMatchObject({ reason: 'locked', wiped: false });
    const asked = running.platform.requests.length;
    await pass(5 * minute);
    expect(running.platform.requests.slice(asked).map(({ path }) => path)).toEqual([]);
    expect(running.platform.openStreams()).toHaveLength(0);

    expect(await act(running, { act: 'open', secret })).toEqual({ ok: true, value: null });
    await until(() => running.status().session.phase === 'signedIn');
    expect(running.platform.cookie?.bound?.parked).toBe(false);
    expect(running.status().lock.state).toBe('open');
  });

  it('a refresh that was on its way when it closed, and comes after the platform was told, opens nothing', { tags: ['A-24'] }, async () => {
    const running = await lockedBy(await signedInAs(amina, { bound: true }));
    running.platform.hangs = (path) => path === '/api/auth/refresh';
    const extending = running.api.extendSession();
    await pass(10);
    await act(running, { act: 'close' });
    await until(() => running.platform.cookie?.bound?.parked === true);
    running.platform.hangs = () => false;
    await pass(1_000);
    await turning(extending);
    expect(statusesOf(running, '/api/auth/refresh').slice(-1)).toEqual([200]);
    expect(running.platform.cookie?.bound?.parked).toBe(true);
    expect(await act(running, { act: 'open', secret })).toEqual({ ok: true, value: null });
    await until(() => running.status().session.phase === 'signedIn' && running.platform.cookie?.bound?.parked === false);
  });

  it('closed without a link, it is told once there is one; and nobody refreshes the session meanwhile', async () => {
    const running = await lockedBy(await signedInAs(amina, { bound: true }));
    running.platform.up = false;
    await act(running, { act: 'close' });
    await pass(minute);
    expect(running.platform.cookie?.bound?.parked).toBe(false);
    running.platform.up = true;
    await pass(11_000);
    expect(running.platform.cookie?.bound?.parked).toBe(true);
    expect(statusesOf(running, '/api/auth/refresh').slice(-1)).toEqual([200]);
  });

  it.each(['closed', 'killed'] as const)(
    'set up as the platform went away, and %s before the key was another: the one that the lock does not encrypt is gone from the disk, and nobody refreshes by it',
    async (how) => {
      const running = await signedInAs(amina, { bound: true });
      const away = { status: 503, body: { error: { code: 'unavailable', message: 'Not now.', correlationId: 'c' } } };
      running.platform.replies.set('/api/auth/refresh', away);
      await lockedBy(running);
      const { held } = running.deviceKeys.held();
      expect(held !== null && 'pair' in held).toBe(true);
      if (how === 'closed') await act(running, { act: 'close' });
      else {
        await endBrowser(running);
        await again(running);
      }
      await pass(7_000);
      await until(() => running.platform.cookie?.bound?.parked === true);
      expect(running.deviceKeys.held()).toEqual({ held: null, next: null });
    },
  );

  it('a session that is bound to no key cannot be parked: it ends with the lock', async () => {
    const running = await lockedBy(await signedInAs(amina));
    await act(running, { act: 'close' });
    await pass(1_000);
    expect(running.platform.cookie).toBeNull();
    expect(running.status().lock.state).toBe('locked');
  });

  it('a browser that begins behind a closed lock parks what it finds; opened, the session goes on by the key', async () => {
    const running = await lockedBy(await signedInAs(amina, { bound: true }));
    await until(() => running.platform.cookie?.bound?.locked === true);
    await endBrowser(running);
    const next = await again(running);
    expect(next.status().lock.state).toBe('locked');
    await pass(7_000);
    await until(() => running.platform.cookie?.bound?.parked === true);
    const opening = next.api.lock({ id: 'opened', act: 'open', secret });
    expect(await turning(opening)).toEqual({ ok: true, value: null });
    await until(() => next.status().session.phase === 'signedIn' && running.platform.cookie?.bound?.parked === false);
    const extending = next.api.extendSession();
    await pass(10);
    expect(await turning(extending)).toEqual({ ok: true, value: null });
  });

  it('whoever signs in before the closed lock is parked until it is open; the key waits in memory alone, and is under the lock then', async () => {
    const running = await lockedBy(await signedInAs(amina, { bound: true }));
    await act(running, { act: 'close' });
    await until(() => running.platform.cookie?.bound?.parked === true);
    const before = running.deviceKeys.held();
    const nonce = running.platform.signIn(amina, await turning(running.api.introduction()));
    const entered = running.api.signedIn(nonce);
    await pass(200);
    expect(await turning(entered)).toMatchObject({ ok: true });
    await until(() => running.platform.cookie?.bound?.parked === true);
    expect(running.platform.cookie?.bound?.locked).toBe(true);
    expect(running.deviceKeys.held()).toEqual(before);
    expect(await act(running, { act: 'open', secret })).toEqual({ ok: true, value: null });
    await until(() => running.platform.cookie?.bound?.parked === false);
    await pass(500);
    expect(await extended(running)).toEqual({ ok: true, value: null });
    const { held } = running.deviceKeys.held();
    expect(held !== null && 'sealed' in held).toBe(true);
  });

  it('another person before it takes lock and rows off, and has a key of their own', async () => {
    const running = await lockedBy(await signedInAs(amina, { bound: true }));
    await act(running, { act: 'close' });
    const nonce = running.platform.signIn(brian, await turning(running.api.introduction()));
    const entered = running.api.signedIn(nonce);
    await pass(2_000);
    expect(await turning(entered)).toMatchObject({ ok: true, value: { id: brian.id } });
    await until(() => running.status().lock.state === 'none');
    await pass(500);
    expect(await extended(running)).toEqual({ ok: true, value: null });
    const { held } = running.deviceKeys.held();
    expect(held !== null && 'pair' in held).toBe(true);
    expect(await countRows(databaseName('demo', amina.id))).toBeNull();
  });

  it.each(['parked', 'signedIn', 'offline'] as const)(
    'given up while %s: the session ends first, the rows go, and it leads to the door',
    async (how) => {
      const running = await lockedBy(await signedInAs(amina, { bound: true }));
      await act(running, { act: 'close' });
      if (how === 'signedIn') {
        const nonce = running.platform.signIn(amina, await turning(running.api.introduction()));
        const entered = running.api.signedIn(nonce);
        await pass(200);
        await turning(entered);
      }
      running.platform.up = how !== 'offline';
      const giving = running.api.lock({ id: `given-up-${how}`, act: 'startAnew' });
      await pass(10_000);
      expect(await turning(giving)).toEqual({ ok: true, value: null });
      expect(running.status()).toMatchObject({ lock: { state: 'none' }, session: { phase: 'signedOut', reason: 'user' } });
      expect(await countRows(databaseName('demo', amina.id))).toBeNull();
      expect(running.deviceKeys.held()).toEqual({ held: null, next: null });
      if (how === 'offline') running.platform.up = true;
      await pass(minute);
      expect(running.platform.cookie).toBeNull();
    },
  );
});

describe('what was not sent behind a lock that is given up', { tags: ['G-3', 'A-24', 'M-3'] }, () => {
  const id = 'lock-of-this-device';
  const hour = 60 * minute;
  /** Brian behind a lock with escrow, with an unsent command and no link. */
  const withUnsent = async () => {
    const running = await signedInAs(brian, { bound: true });
    const escrow = { id, keys: [escrowKey(brian.id, id)] };
    expect(await act(running, { act: 'setUp', secret, passkey: null, escrow })).toEqual({ ok: true, value: null });
    await until(() => running.platform.cookie?.bound?.locked === true);
    running.platform.up = false;
    running.platform.openStreams().forEach((stream) => stream.fail());
    await pass(100);
    await running.api.enqueue('decision-0000001', [{ kind: 'note', incidentId: 'INC-1', text: 'Called the site.' }]);
    await act(running, { act: 'close' });
    await pass(2_000);
    expect(running.status()).toMatchObject({ unsentHeld: 1, lock: { state: 'locked', keepsUnsent: true } });
    return running;
  };
  const giveUp = async (running: Pick<Running, 'api'>) => {
    const giving = askLock(running, { act: 'startAnew' });
    await pass(10_000);
    expect(await turning(giving)).toEqual({ ok: true, value: null });
  };
  const signIn = async (running: Pick<Running, 'api' | 'platform'>, who: typeof brian) => {
    running.platform.up = true;
    const nonce = running.platform.signIn(who, await turning(running.api.introduction()));
    const entered = running.api.signedIn(nonce);
    await pass(200);
    return turning(entered);
  };
  const sent = ({ platform }: Pick<Running, 'platform'>) => platform.requests.filter(({ path }) => path.includes('/notes'));

  it('stays encrypted, is counted, and is sent once the same person has signed in', async () => {
    const running = await withUnsent();
    await giveUp(running);
    await pass(1_000);
    expect(running.status()).toMatchObject({ lock: { state: 'none' }, session: { phase: 'signedOut' }, unsentHeld: 1, unsentSealed: true });
    const rows = await readRow(brian, 'outbox', 1);
    expect(isEncrypted(rows?.['payload'])).toBe(true);
    expect(await readRow(brian, 'kpis', 'kpis')).toBeUndefined();
    await pass(11 * minute);
    expect(await signIn(running, brian)).toMatchObject({ ok: true });
    await pass(5_000);
    await until(() => sent(running).length === 1);
    expect(running.status().lock.state).toBe('none');
    expect(running.status().unsentGone).toBeNull();
  });

  it('is known to a browser that begins anew', async () => {
    const running = await withUnsent();
    await giveUp(running);
    await endBrowser(running);
    const next = await again(running);
    await pass(500);
    expect(next.status()).toMatchObject({ unsentHeld: 1, unsentSealed: true });
    expect(await signIn({ ...running, api: next.api }, brian)).toMatchObject({ ok: true });
    await pass(5_000);
    await until(() => sent(running).length === 1);
  });

  it('is opened by nobody else who signs in here: it is removed, and they are told how many there were', async () => {
    const running = await withUnsent();
    await giveUp(running);
    expect(await signIn(running, amina)).toMatchObject({ ok: true });
    await pass(5_000);
    expect(running.platform.requests.filter(({ path }) => path === '/api/auth/lock-escrow')).toHaveLength(0);
    expect(running.page.told).toContainEqual(expect.objectContaining({ kind: 'notice', title: '1 action of another person removed' }));
    expect(await countRows(databaseName('demo', brian.id))).toBeNull();
    expect(running.status().unsentSealed).toBe(false);
  });

  it('is removed after 72 hours, by the platform’s time', async () => {
    const running = await withUnsent();
    await giveUp(running);
    running.platform.up = true;
    standStill(71 * hour);
    await pass(2 * hour);
    expect(await signIn(running, brian)).toMatchObject({ ok: true });
    await pass(5_000);
    expect(sent(running)).toHaveLength(0);
    expect(running.status()).toMatchObject({ unsentHeld: null, unsentSealed: false });
  });

  it('what the platform does not open now waits for the next sign-in, and no lock is set up over it', async () => {
    const running = await withUnsent();
    await giveUp(running);
    running.platform.replies.set('/api/auth/lock-escrow', {
      status: 503,
      body: { error: { code: 'unavailable', message: 'Not now.', correlationId: 'c' } },
    });
    expect(await signIn(running, brian)).toMatchObject({ ok: true });
    await pass(5_000);
    expect(sent(running)).toHaveLength(0);
    expect(await act(running, { act: 'setUp', secret, passkey: null, escrow: null })).toMatchObject({
      ok: false,
      problem: { code: 'conflict' },
    });
    running.platform.replies.delete('/api/auth/lock-escrow');
    const leaving = running.api.signOut(true);
    await pass(10_000);
    await turning(leaving);
    // The user was asked about readable commands only; nobody was asked about the encrypted ones.
    expect(running.status()).toMatchObject({ unsentHeld: 1, unsentSealed: true });
    expect(await signIn(running, brian)).toMatchObject({ ok: true });
    await pass(5_000);
    await until(() => sent(running).length === 1);
  });

  it.each(['after the mark', 'after the session ended'] as const)('cut short %s: nobody is in without secret or sign-in', async (when) => {
    const running = await withUnsent();
    running.platform.up = true;
    void running.api.lock({ id: `cut-${when}`, act: 'startAnew' });
    if (when === 'after the session ended') await pass(400);
    else await pass(0);
    await endBrowser(running);
    const next = await again(running);
    await pass(8_000);
    const { lock, session } = next.status();
    expect(lock.state === 'locked' || session.phase === 'signedOut').toBe(true);
    expect(next.hub.sessionContext()).toBeNull();
  });

  it('goes with a lock that has no escrow, and the lock says so', async () => {
    const running = await lockedBy(await signedInAs(brian, { bound: true }));
    await act(running, { act: 'close' });
    expect(running.status().lock).toMatchObject({ state: 'locked', keepsUnsent: false });
    await giveUp(running);
    expect(await countRows(databaseName('demo', brian.id))).toBeNull();
    expect(running.status()).toMatchObject({ unsentHeld: null, unsentSealed: false });
  });
});
