import { expect, it, vi } from 'vitest';
import { amina, tenants } from '../../../../tests/builders/fakePlatform.ts';
import { lostTries, noTries, type Tries } from '../../../domain/lock/tries.ts';
import { knownForMs } from '../../../domain/session/limits.ts';
import type { SessionState } from '../../../domain/session/types.ts';
import type { MetaStore, WriteStore } from '../../../store/types.ts';
import type { StoredLock } from '../../../store/storedLock.ts';
import { newDataKey } from './keyWrap.ts';
import { createDeviceLock } from './lock.ts';
import type { LockDeps } from './lockFace.ts';

/** A device whose session is not bound to a key. */
const device = {
  opened: () => {},
  closed: () => {},
  unlockedForGood: async () => {},
  replace: async () => ({ ok: true, value: null }) as const,
  isBound: async () => false,
};
const confirmedAt = Date.UTC(2026, 10, 21, 8);
const done = { ok: true, value: null } as const;
const secret = { kind: 'pin', pin: '48291357' } as const;

/** Amina, confirmed by the platform. */
const signedIn = { name: 'signedIn', confirmed: true, confirmedAt, user: amina, tenant: tenants['demo'] } as const;

/** Nobody is remembered. */
const noSession = { readSession: async () => ({ ok: true, value: null }) as const, writeSession: async () => done };

/** Amina's closed lock, this long after the platform's last confirmation, by a confirmed or an unconfirmed clock. */
async function lockAt(
  now: number,
  heard: boolean,
  tries: Tries = noTries,
  writeLock: MetaStore['writeLock'] = async () => done,
  state: object = { name: 'signedOut', remembered: { user: amina, tenant: tenants['demo'], confirmedAt } },
  kept: LockDeps['givenUp']['kept'] = async () => done,
  platformTries: LockDeps['platformTries'] = { wrong: async () => 0, right: () => {} },
) {
  const { wrapping } = await newDataKey(secret, null, 1_000);
  const stored: StoredLock = {
    id: 'l1',
    userId: amina.id,
    kind: 'pin',
    ...wrapping,
    credentialId: null,
    rows: 'sealed',
    digits: true,
    weak: false,
    tries,
  };
  const timers = new Map<() => void, number>();
  const lock = createDeviceLock({
    meta: { readLock: async () => ({ ok: true, value: stored }), writeLock, ...noSession },
    now: () => now,
    monotonic: () => 0,
    heardHere: () => heard,
    pinIterations: 1_000,
    newId: () => 'l2',
    setTimer: (delayMs, run) => {
      timers.set(run, delayMs);
      return () => timers.delete(run);
    },
    session: () => ({ state: () => state as SessionState, send: () => {}, settled: async () => {} }),
    store: () => null,
    tellPages: async () => {},
    publish: () => {},
    device,
    givenUp: { keep: async () => {}, kept, forget: async () => {}, held: () => null },
    platformTries,
    removeAnswers: async () => {},
    storage: () => {},
  });
  await lock.recall();
  return Object.assign(lock, { timers });
}

it.each([
  [true, 'unauthenticated'],
  [false, 'unavailable'],
])(
  'a lock opens up to the moment until which it says that it can be opened, and not after it: a clock that the platform has told is %s',
  { tags: ['M-13', 'D-31'] },
  async (heard, code) => {
    const last = await lockAt(confirmedAt + knownForMs, heard);
    expect(await last.act({ id: 'a1', act: 'open', secret })).toEqual({ ok: true, value: null });
    expect(last.key()).not.toBeNull();
    const after = await lockAt(confirmedAt + knownForMs + 1, heard);
    expect(await after.act({ id: 'a1', act: 'open', secret })).toMatchObject({ ok: false, problem: { code } });
    expect(after.key()).toBeNull();
  },
);

it.each([
  ['who has signed in', signedIn],
  ['of whom the device remembers no moment', { name: 'signedOut', remembered: null }],
])('%s opens their lock, though the device’s clock once stood days ahead', { tags: ['M-13', 'D-31', 'D-55'] }, async (_, state) => {
  const ahead = { ...noTries, seenAt: confirmedAt + 2 * knownForMs };
  const lock = await lockAt(confirmedAt, true, ahead, async () => done, state);
  expect(await lock.act({ id: 'a1', act: 'open', secret })).toEqual(done);
  expect(lock.key()).not.toBeNull();
});

it('a lock that was opened over a session that turns out to be over closes again: the key waits ten minutes for the sign-in, and no longer', {
  tags: ['D-31'],
}, async () => {
  const lock = await lockAt(confirmedAt, true);
  expect(await lock.act({ id: 'a1', act: 'open', secret })).toEqual({ ok: true, value: null });
  expect([...lock.timers.values()]).toEqual([600_000]);
  expect(lock.key()).not.toBeNull();
  for (const run of lock.timers.keys()) run();
  expect(lock.key()).toBeNull();
});

it.each([
  [1, 'a second'],
  [59_001, 'a minute'],
  [58_001, '59 seconds'],
  [60_000, 'a minute'],
  [60_001, '2 minutes'],
])(
  'who has to wait %i ms for the next try is told so in whole seconds or minutes, and never less',
  { tags: ['D-31'] },
  async (waitMs, words) => {
    const lock = await lockAt(confirmedAt, true, { wrong: 5, notBefore: confirmedAt + waitMs, seenAt: confirmedAt });
    const refused = { code: 'rate_limited', message: `Try again in ${words}.`, retry: false };
    expect(await lock.act({ id: 'a1', act: 'open', secret })).toEqual({ ok: false, problem: refused });
    expect(lock.key()).toBeNull();
  },
);

it('a lock that closes while another PIN is being written keeps both: nobody is left with the old one, and no page opens it', {
  tags: ['M-13', 'F-35', 'D-31'],
}, async () => {
  let disk: StoredLock | null = null;
  const writes: (() => void)[] = [];
  let isSlow = false;
  const lock = await lockAt(
    confirmedAt,
    true,
    noTries,
    async (next) => {
      if (isSlow) await new Promise<void>((resolve) => void writes.push(resolve));
      disk = next;
      return done;
    },
    signedIn,
  );
  const on = (): StoredLock | null => disk;
  expect(await lock.act({ id: 'a1', act: 'open', secret })).toEqual(done);
  const before = on()?.wrapped;
  isSlow = true;
  const changed = lock.act({ id: 'a2', act: 'change', from: secret.pin, to: '60418273' });
  // The writes: the counted try, its success, and the new PIN.
  for (let write = 0; write < 2; write += 1) {
    await expect.poll(() => writes.length).toBe(1);
    writes.shift()?.();
  }
  await expect.poll(() => writes.length).toBe(1);
  lock.left('timeout');
  isSlow = false;
  for (const go of writes.splice(0)) go();
  expect(await changed).toEqual(done);
  await expect.poll(() => on()?.shut).toBe(true);
  expect(on()?.wrapped).not.toBe(before);
});

it.each([
  ['tenant', 'open'],
  ['role', 'open'],
  ['user', 'closed'],
] as const)(
  'leaving by `%s` leaves the lock %s: who only moves to another tenant or role is not asked for the secret',
  { tags: ['M-13', 'D-31'] },
  async (reason, left) => {
    const lock = await lockAt(confirmedAt, true, noTries, async () => done, signedIn);
    expect(await lock.act({ id: 'a1', act: 'open', secret })).toEqual(done);
    lock.left(reason);
    expect(lock.key() === null ? 'closed' : 'open').toBe(left);
  },
);

it('whoever ended the browser in the tenth try finds no eleventh, and what was encrypted goes', { tags: ['G-5'] }, async () => {
  let disk: StoredLock | null | undefined;
  const lock = await lockAt(confirmedAt, true, { wrong: 10, notBefore: 0, seenAt: 0 }, async (next) => {
    disk = next;
    return done;
  });
  expect(await lock.act({ id: 'a1', act: 'open', secret })).toMatchObject({ ok: false, problem: { code: 'gone' } });
  expect([disk, lock.key()]).toEqual([null, null]);
});

it('a count that is not known is kept as the worst, from now on: the right secret too waits out the longest pause', {
  tags: ['G-5'],
}, async () => {
  const written: (StoredLock | null)[] = [];
  const lock = await lockAt(confirmedAt, true, lostTries, async (next) => {
    written.push(next);
    return done;
  });
  expect(written.at(-1)?.tries).toEqual({ wrong: 9, notBefore: confirmedAt + 30 * 60_000, seenAt: confirmedAt, lost: true });
  expect(await lock.act({ id: 'a1', act: 'open', secret })).toMatchObject({
    ok: false,
    problem: { code: 'rate_limited', message: 'Try again in 30 minutes.' },
  });
});

/** A device without a lock or with a passkey lock; the test decides who is signed in and whether the platform has confirmed it. */
async function lockWith(
  stored: StoredLock | null,
  state: Partial<SessionState>,
  now = () => confirmedAt,
  removeAnswers = async (): Promise<void> => {},
  readLock: MetaStore['readLock'] = async () => ({ ok: true, value: stored }),
) {
  const written: (StoredLock | null)[] = [];
  const lock = createDeviceLock({
    meta: {
      readLock,
      writeLock: async (next) => {
        written.push(next);
        return done;
      },
      ...noSession,
    },
    now,
    monotonic: () => 0,
    heardHere: () => true,
    pinIterations: 1_000,
    newId: () => 'l2',
    setTimer: () => () => {},
    session: () => ({ state: () => state as SessionState, send: () => {}, settled: async () => {} }), // only this is read here
    store: () => ({ encrypt: async () => done }) as unknown as WriteStore, // only this is called here
    tellPages: async () => {},
    publish: () => {},
    device,
    givenUp: { keep: async () => {}, kept: async () => ({ ok: true, value: null }), forget: async () => {}, held: () => null },
    platformTries: { wrong: async () => 0, right: () => {} },
    removeAnswers,
    storage: () => {},
  });
  await lock.recall();
  return Object.assign(lock, { written });
}

it('nobody sets a lock up while the platform has not confirmed who is in: whoever found the device open would shut its owner out', {
  tags: ['M-13', 'G-3', 'D-31'],
}, async () => {
  const lock = await lockWith(null, { ...signedIn, confirmed: false });
  expect(await lock.act({ id: 'a1', act: 'setUp', secret, passkey: null, escrow: null })).toMatchObject({
    ok: false,
    problem: { code: 'unavailable' },
  });
  expect([lock.written, lock.key()]).toEqual([[], null]);
});

it('nobody locks a wall display: there is nobody who could unlock it, and it is said', { tags: ['M-13', 'D-31', 'K-10'] }, async () => {
  const wall = await lockWith(null, { ...signedIn, user: { ...amina, display: { reads: [] } } });
  const refused = { code: 'bad_request', message: 'A wall display cannot be locked: nobody could unlock it.', retry: false };
  expect(await wall.act({ id: 'a1', act: 'setUp', secret, passkey: null, escrow: null })).toEqual({ ok: false, problem: refused });
  expect([wall.written, wall.key()]).toEqual([[], null]);
});

it('a lock is changed and taken off only while the platform confirms who is in: the key of the session stands under it', {
  tags: ['M-13', 'G-3', 'D-31'],
}, async () => {
  const lock = await lockAt(confirmedAt, true);
  const unavailable = { ok: false, problem: { code: 'unavailable' } };
  expect(await lock.act({ id: 'a1', act: 'change', from: secret.pin, to: '60418259' })).toMatchObject(unavailable);
  expect(await lock.act({ id: 'a2', act: 'open', secret })).toEqual(done);
  expect(await lock.act({ id: 'a3', act: 'takeOff', secret })).toMatchObject({ ok: false });
});

it('a new PIN that is guessed first is refused in words, and the old one is not asked for', { tags: ['M-13', 'D-31'] }, async () => {
  const lock = await lockAt(confirmedAt, true);
  const weak = { id: 'a1', act: 'change', from: '000001', to: '123456' } as const;
  expect(await lock.act(weak)).toMatchObject({ ok: false, problem: { code: 'bad_request', message: expect.stringMatching(/./u) } });
  // That old PIN was wrong, and was not counted as a try.
  expect(await lock.act({ id: 'a2', act: 'open', secret })).toEqual(done);
});

it('a lock that is gone already is taken off: whoever asks for it once more hears so', { tags: ['M-13', 'D-31'] }, async () => {
  const lock = await lockWith(null, signedIn);
  expect(await lock.act({ id: 'a1', act: 'takeOff', secret })).toEqual(done);
});

it('an act that is asked for twice, as by a page whose call was passed on to the next hub, has one answer', {
  tags: ['M-13', 'D-31'],
}, async () => {
  const lock = await lockAt(confirmedAt, true);
  const wrong = { id: 'a1', act: 'open', secret: { kind: 'pin', pin: '000001' } } as const;
  const [first, second] = await Promise.all([lock.act(wrong), lock.act(wrong)]);
  expect(first).toMatchObject({ ok: false, problem: { code: 'forbidden' } });
  expect(second).toEqual(first);
});

it('what a passkey answers opens the lock that was set up with it, and what another one answers does not', {
  tags: ['M-13', 'D-31'],
}, async () => {
  const outputOf = (byte: number) => ({ kind: 'passkey', output: new Uint8Array(32).fill(byte).buffer }) as const;
  const { wrapping } = await newDataKey(outputOf(7), null, 1_000);
  let now = confirmedAt;
  const base = { id: 'l1', userId: amina.id, name: amina.name, rows: 'sealed', tries: noTries } as const;
  const lock = await lockWith({ ...base, ...wrapping, kind: 'passkey', credentialId: 'c1' }, signedIn, () => now);
  expect(await lock.act({ id: 'a1', act: 'open', secret: outputOf(8) })).toMatchObject({
    ok: false,
    problem: { code: 'forbidden', message: expect.stringContaining('That passkey does not open this lock.') },
  });
  expect(lock.key()).toBeNull();
  now += 1000;
  expect(await lock.act({ id: 'a2', act: 'open', secret: outputOf(7) })).toEqual(done);
  expect(lock.key()?.extractable).toBe(false);
});

it('no PIN is changed where none is set: it is said, and no lock comes of it', { tags: ['M-13', 'D-31'] }, async () => {
  const lock = await lockWith(null, signedIn);
  const problem = { code: 'conflict', message: 'No PIN is set on this device.', retry: false };
  expect(await lock.act({ id: 'a1', act: 'change', from: secret.pin, to: '60418259' })).toEqual({ ok: false, problem });
  expect([lock.written, lock.key()]).toEqual([[], null]);
});

it('where the answers that the browser kept beside the rows do not go, whoever set the lock up hears so, and the rows do not count as encrypted: it is tried again', {
  tags: ['M-13', 'A-11', 'D-31'],
}, async () => {
  const lock = await lockWith(
    null,
    signedIn,
    () => confirmedAt,
    async () => Promise.reject(new Error('no cache')),
  );
  expect(await lock.act({ id: 'a1', act: 'setUp', secret, passkey: null, escrow: null })).toMatchObject({
    ok: false,
    problem: { code: 'storage', message: expect.stringContaining('retried'), retry: true },
  });
  expect(lock.written.map((written) => written?.rows)).not.toContain('sealed');
});

it('the moment at which a lock closes is kept: a clock that is set back afterwards does not open what is older than 72 hours', {
  tags: ['M-13', 'D-31'],
}, async () => {
  const { wrapping } = await newDataKey(secret, null, 1_000);
  let now = confirmedAt;
  const stored = { id: 'l1', userId: amina.id, kind: 'pin', ...wrapping, credentialId: null, rows: 'sealed', tries: noTries } as const;
  const lock = await lockWith(stored, signedIn, () => now);
  expect(await lock.act({ id: 'a1', act: 'open', secret })).toEqual(done);
  now += knownForMs + 1;
  lock.left('timeout');
  await expect.poll(() => lock.written.at(-1)).toMatchObject({ shut: true, tries: { seenAt: now } });
  const setBack = await lockAt(confirmedAt, false, lock.written.at(-1)?.tries);
  expect(await setBack.act({ id: 'a2', act: 'open', secret })).toMatchObject({ ok: false, problem: { code: 'unavailable' } });
  expect(setBack.key()).toBeNull();
});

it('a lock is set up although the rows of an earlier person go meanwhile: only their own lock goes with them', {
  tags: ['D-31', 'G-3'],
}, async () => {
  const lock = await lockWith(null, signedIn);
  const settingUp = lock.act({ id: 'a1', act: 'setUp', secret, passkey: null, escrow: null });
  // The act begins once those before it were answered.
  await Promise.resolve().then(() => {});
  await lock.forget('somebody else');
  expect(await settingUp).toEqual(done);
  expect(lock.written.at(-1)).toMatchObject({ userId: amina.id, rows: 'sealed' });
});

it('a lock that is being given up covers nobody who signs in meanwhile, although the disk refuses in the end to keep what waits to be sent', {
  tags: ['D-31', 'G-3'],
}, async () => {
  let refuse = () => {};
  const kept: LockDeps['givenUp']['kept'] = () =>
    new Promise((resolve) => {
      refuse = () => resolve({ ok: false, problem: { code: 'storage', message: 'in words', retry: true } });
    });
  const asked = vi.fn(kept);
  const lock = await lockAt(confirmedAt, true, noTries, async () => done, undefined, asked);
  const givingUp = lock.act({ id: 'a1', act: 'startAnew' });
  await expect.poll(() => asked.mock.calls.length).toBe(1);
  lock.entered({ tenantId: 'demo', userId: 'somebody else' } as WriteStore); // only this is read here
  refuse();
  expect(await givingUp).toMatchObject({ ok: false, problem: { code: 'storage' } });
  await expect.poll(lock.isClosed).toBe(false);
});

it('a try that the disk refused to count counts for nothing, although the lock was closed once more while the disk hung', {
  tags: ['G-5', 'D-31'],
}, async () => {
  const disk: (StoredLock | null)[] = [];
  const hung: (() => void)[] = [];
  const nine = { wrong: 9, notBefore: 0, seenAt: 0 };
  const lock = await lockAt(
    confirmedAt,
    true,
    nine,
    async (next) => {
      if (hung.length === 0) {
        await new Promise<void>((resolve) => void hung.push(resolve));
        return { ok: false, problem: { code: 'storage', message: 'in words', retry: true } };
      }
      disk.push(next);
      return done;
    },
    signedIn,
  );
  const refused = lock.act({ id: 'a1', act: 'open', secret });
  await expect.poll(() => hung.length).toBe(1);
  lock.left('timeout');
  hung[0]?.();
  expect(await refused).toMatchObject({ ok: false, problem: { code: 'storage' } });
  await expect.poll(() => disk.at(-1)).toMatchObject({ shut: true, tries: { ...nine, seenAt: confirmedAt } });
  expect(await lock.act({ id: 'a2', act: 'open', secret })).toEqual(done);
});

it('a disk that answers one reading and refuses another one beside it takes no lock away: what is written then is the lock', {
  tags: ['D-31'],
}, async () => {
  const { wrapping } = await newDataKey(secret, null, 1_000);
  const stored = { id: 'l1', userId: amina.id, kind: 'pin', ...wrapping, credentialId: null, rows: 'sealed', tries: noTries } as const;
  const refused = { ok: false, problem: { code: 'storage', message: 'in words', retry: true } } as const;
  const readings = [refused, { ok: true, value: stored } as const, refused];
  const lock = await lockWith(stored, signedIn, undefined, undefined, async () => readings.shift() ?? refused);
  await Promise.all([lock.known(), lock.known()]);
  expect(await lock.act({ id: 'a1', act: 'open', secret })).toEqual(done);
  lock.left('timeout');
  await expect.poll(() => lock.written.at(-1)).toMatchObject({ id: 'l1', shut: true });
  expect(lock.written).not.toContain(null);
});

it('whoever ends the browser after the platform has counted the tenth try, and before the data goes, finds no further one', {
  tags: ['G-5'],
}, async () => {
  const disk: (StoredLock | null)[] = [];
  const lock = await lockAt(
    confirmedAt,
    true,
    noTries,
    async (next) => {
      disk.push(next);
      return done;
    },
    undefined,
    () => new Promise(() => {}),
    { wrong: async () => 10, right: () => {} },
  );
  void lock.act({ id: 'a1', act: 'open', secret: { kind: 'pin', pin: '000001' } });
  await expect.poll(() => disk.at(-1)?.tries.wrong).toBe(10);
});
