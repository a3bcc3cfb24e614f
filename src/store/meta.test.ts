import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeCheckpoint } from '../../tests/builders/checkpoints.ts';
import { makeKey } from '../../tests/builders/evidencePack.ts';
import { type FullDisk, fillDisk } from '../../tests/builders/fullDisk.ts';
import type { Tenant, User } from '../contracts/session.ts';
import { openMetaStore } from './meta.ts';
import { valueOf } from '../../tests/builders/valueOf.ts';
import type { MetaStore } from './types.ts';
import type { StoredLock } from './storedLock.ts';

const user: User = { id: 'u1', email: 'operator@ukweli.example', role: 'operator', tenantId: 'demo', name: 'Wanjiru Kamau' };
const tenant: Tenant = {
  tenantId: 'demo',
  name: 'Demo',
  place: 'Nairobi',
  region: 'af-south-1',
  currency: 'KES',
  timeZone: 'Africa/Nairobi',
};
const session = { user, tenant, confirmedAt: 5, locked: false };
const lock: StoredLock = {
  id: 'lock-1',
  userId: user.id,
  kind: 'pin',
  salt: 's',
  iterations: 1,
  credentialId: null,
  iv: 'i',
  wrapped: 'w',
  rows: 'sealed',
  tries: { wrong: 0, notBefore: 0, seenAt: 0 },
};

let meta: MetaStore;
let disk: FullDisk | null = null;
let epochs = 0;

beforeEach(() => {
  meta = openMetaStore(() => `epoch-${(epochs += 1)}`);
});
afterEach(async () => {
  disk?.end();
  meta.close();
  await Dexie.delete('ukweli-meta');
});

/** The row as the service worker reads it: by name, without Dexie. */
async function identity(): Promise<{ tenantId: string; userId: string; epoch: string } | undefined> {
  const raw = new Dexie('ukweli-meta');
  await raw.open();
  const row = await raw.table('marks').get('identity');
  raw.close();
  return row;
}

describe('the device-wide database', () => {
  it('keeps the last confirmed session, and the identity for the service worker beside it', async () => {
    await meta.writeSession(session);
    expect(await meta.readSession()).toEqual({ ok: true, value: session });
    expect(await identity()).toMatchObject({ tenantId: 'demo', userId: 'u1' });
  });

  it('gives another epoch to another sign-in, the same one to a mere confirmation', async () => {
    await meta.writeSession(session);
    const first = (await identity())?.epoch;
    await meta.writeSession({ ...session, confirmedAt: 6 });
    expect((await identity())?.epoch).toBe(first);
    await meta.writeSession({ ...session, user: { ...user, id: 'u2' } });
    const second = (await identity())?.epoch;
    expect(second).not.toBe(first);
    await meta.writeSession(null);
    expect(await identity()).toBeUndefined();
    await meta.writeSession(session);
    expect([first, second]).not.toContain((await identity())?.epoch);
  });

  it('nor has one over which a lock stands, whoever is in: what is kept for the service worker is not encrypted', {
    tags: ['M-13', 'D-31'],
  }, async () => {
    await meta.writeSession(session);
    const raw = await new Dexie('ukweli-meta').open();
    await raw.table('marks').put({ name: 'lock', lock });
    raw.close();
    await meta.writeSession(session);
    expect(await identity()).toBeUndefined();
  });

  it('a locked console has no identity: nothing of that person is answered from a cache', { tags: ['D-31'] }, async () => {
    await meta.writeSession(session);
    await meta.writeSession({ ...session, locked: true });
    expect(await identity()).toBeUndefined();
    expect(await meta.readSession()).toMatchObject({ value: { locked: true } });
  });

  for (const how of ['request', 'abort', 'commit'] as const)
    it(`is locked on a full disk too (told at the ${how}): nothing is answered from a cache, and a start without the platform finds it locked`, {
      tags: ['D-31', 'F-16'],
    }, async () => {
      await meta.writeSession(session);
      disk = fillDisk(how);
      expect(await meta.writeSession({ ...session, locked: true })).toMatchObject({ ok: false, problem: { cause: 'full' } });
      expect(await identity()).toBeUndefined();
      expect(await meta.readSession()).toEqual({ ok: true, value: { ...session, locked: true } });
      disk.end();
      await meta.writeSession(session);
      expect(await meta.readSession()).toEqual({ ok: true, value: session });
    });

  it('a full disk still tells which database is somebody’s, and never one that is to be removed: what is decided there would go with it', {
    tags: ['M-3', 'F-16', 'F-35'],
  }, async () => {
    expect(await meta.claimStore('demo', 'u1')).toEqual({ ok: true, value: 0 });
    await meta.oweRemoval('demo', 'u1');
    disk = fillDisk('commit');
    expect(await meta.claimStore('demo', 'u1')).toEqual({ ok: true, value: 1 });
    disk.end();
    expect(await meta.claimStore('demo', 'u1')).toEqual({ ok: true, value: 1 });
  });

  it('an app lock is taken off a full disk: whose rows are gone is not asked for a PIN', { tags: ['D-31', 'F-16'] }, async () => {
    await meta.writeSession(session);
    await meta.writeLock(lock);
    expect(await meta.readSession(), 'the lock says who is locked out').toEqual({ ok: true, value: session });
    disk = fillDisk('commit');
    expect(await meta.writeLock(null)).toEqual({ ok: true, value: null });
    expect(await meta.readLock()).toEqual({ ok: true, value: null });
    disk.end();
  });

  it('an app lock is taken off with the mark of whose console it is, or not at all: a browser that ends in between locks nobody out', {
    tags: ['D-31', 'F-15'],
  }, async () => {
    await meta.writeSession(session);
    await meta.writeLock(lock);
    const { put } = IDBObjectStore.prototype;
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...given) {
      if ((given[0] as { readonly name?: unknown }).name === 'session') throw new DOMException('the browser ends', 'AbortError');
      return put.apply(this, given);
    });
    expect((await meta.writeLock(null)).ok).toBe(false);
    vi.restoreAllMocks();
    meta.close();
    meta = openMetaStore();
    expect(valueOf(await meta.readLock())).toMatchObject({ id: lock.id });
    expect(await meta.readSession()).toEqual({ ok: true, value: session });
    expect(await meta.writeLock(null)).toEqual({ ok: true, value: null });
    expect(await identity()).toMatchObject({ userId: user.id });
  });

  it('an app lock that a full disk does not take is not said to stand', { tags: ['M-13', 'D-31', 'F-16'] }, async () => {
    await meta.writeSession(session);
    disk = fillDisk('commit');
    expect(await meta.writeLock(lock)).toMatchObject({ ok: false, problem: { code: 'storage', cause: 'full' } });
    disk.end();
    expect(await meta.readLock()).toEqual({ ok: true, value: null });
  });

  it('keeps the mark of a log-out that the platform has not confirmed', { tags: ['D-21'] }, async () => {
    await meta.writeLogoutPending('user');
    meta.close();
    meta = openMetaStore(() => 'later');
    expect(await meta.readLogoutPending()).toEqual({ ok: true, value: { reason: 'user' } });
    await meta.writeLogoutPending(null);
    expect(await meta.readLogoutPending()).toEqual({ ok: true, value: null });
  });

  it('what was seen of the chain outlives a log-out and is never replaced by a shorter or other chain', {
    tags: ['D-9', 'P-5'],
  }, async () => {
    const at = (chainIndex: number, digit: string) => ({ chainIndex, seal: digit.repeat(64) });
    const anchors = async () => valueOf(await meta.readSeen('demo')).anchors;
    await meta.addAnchors('demo', [at(9, 'a'), at(10, 'b')]);
    await meta.writeSession(null);
    await meta.addAnchors('demo', [at(9, 'c')]);
    await meta.addAnchors('demo', [at(10, 'd')]);
    expect(await anchors()).toEqual([at(9, 'a'), at(10, 'b')]);
    await meta.addAnchors('demo', [at(10, 'e'), at(11, 'f')]);
    expect(await anchors()).toEqual([at(9, 'a'), at(10, 'b'), at(11, 'f')]);
    expect(valueOf(await meta.readSeen('other'))).toEqual({ anchors: [], finding: null });
  });

  it('what a build before saw, the newest link alone, is gone on from', { tags: ['D-9', 'P-5'] }, async () => {
    valueOf(await meta.readSeen('demo'));
    const db = await new Dexie('ukweli-meta').open();
    await db.table('anchors').put({ tenantId: 'demo', chainIndex: 70, seal: 'a'.repeat(64) });
    db.close();
    expect(valueOf(await meta.readSeen('demo')).anchors).toEqual([{ chainIndex: 70, seal: 'a'.repeat(64) }]);
    await meta.addAnchors('demo', [{ chainIndex: 71, seal: 'b'.repeat(64) }]);
    expect(valueOf(await meta.readSeen('demo')).anchors.map(({ chainIndex }) => chainIndex)).toEqual([70, 71]);
  });

  it('what was found wrong outlives a restart, whether or not anything was seen before, until it is taken back', {
    tags: ['P-5'],
  }, async () => {
    const finding = { kind: 'withheld', chainIndex: 3, expectedSeal: null, foundSeal: null } as const;
    await meta.writeFinding('demo', finding);
    meta.close();
    meta = openMetaStore(() => 'later');
    expect(valueOf(await meta.readSeen('demo'))).toEqual({ anchors: [], finding });
    await meta.addAnchors('demo', [{ chainIndex: 0, seal: 'a'.repeat(64) }]);
    expect(valueOf(await meta.readSeen('demo')).finding).toEqual(finding);
    await meta.writeFinding('demo', null);
    expect(valueOf(await meta.readSeen('demo'))).toEqual({ anchors: [{ chainIndex: 0, seal: 'a'.repeat(64) }], finding: null });
  });
});

describe('the platform’s clock', () => {
  it('is remembered for a start without the platform, and an unreadable mark is nothing', { tags: ['D-16'] }, async () => {
    expect(await meta.readSimulation()).toEqual({ ok: true, value: null });
    await meta.writeSimulation({ mode: 'off', businessTime: '2025-11-18T11:26:06.000Z' });
    expect(await meta.readSimulation()).toEqual({ ok: true, value: { mode: 'off', businessTime: '2025-11-18T11:26:06.000Z' } });
  });
});

describe('the rung to begin on', () => {
  it('is the device’s: kept when somebody leaves, nobody’s choice at first', { tags: ['D-14'] }, async () => {
    expect(await meta.readTransport()).toEqual({ ok: true, value: null });
    await meta.writeTransport('websocket');
    await meta.writeSession(null);
    expect(await meta.readTransport()).toEqual({ ok: true, value: 'websocket' });
  });
});

it('keeps how far each tenant’s chain was walked, apart from every other', { tags: ['P-9', 'D-47'] }, async () => {
  const walked = (tenantId: string, chain: 'verifications' | 'record', index: number) => ({
    checkpoint: { tenantId, chain, index, seal: 'a'.repeat(64), at: '2025-11-18T11:00:00.000Z', jws: 'j' },
    wholeAt: 5,
  });
  expect(valueOf(await meta.readWalked('demo', 'verifications'))).toBeNull();
  await meta.writeWalked('demo', 'verifications', walked('demo', 'verifications', 999));
  await meta.writeWalked('kampala', 'verifications', walked('kampala', 'verifications', 1999));
  await meta.writeWalked('demo', 'verifications', walked('demo', 'verifications', 2999));
  expect(valueOf(await meta.readWalked('demo', 'verifications'))).toEqual(walked('demo', 'verifications', 2999));
  expect(valueOf(await meta.readWalked('demo', 'record'))).toBeNull();
  await meta.writeWalked('demo', 'verifications', null);
  expect(valueOf(await meta.readWalked('demo', 'verifications'))).toBeNull();
  expect(valueOf(await meta.readWalked('kampala', 'verifications'))).toEqual(walked('kampala', 'verifications', 1999));
});

it('marks that did not open once are opened at the next asking; a browser without storage is told as that each time', {
  tags: ['M-3', 'F-14'],
}, async () => {
  const fails = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('', 'UnknownError');
  });
  for (const _time of ['once', 'twice'])
    expect(await meta.readTransport()).toMatchObject({ ok: false, problem: { code: 'storage', retry: true } });
  fails.mockRestore();
  expect(await meta.readTransport()).toMatchObject({ ok: true });
  expect(await meta.claimStore('demo', 'u1')).toMatchObject({ ok: true });

  const without = openMetaStore();
  const denied = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('', 'SecurityError');
  });
  for (const _time of ['once', 'twice'])
    expect(await without.readTransport()).toMatchObject({
      ok: false,
      problem: { message: expect.stringMatching(/no storage/), retry: false },
    });
  denied.mockRestore();
  without.close();
});

it('a mark that was written says that it was done, and no more', { tags: ['M-13', 'D-51'] }, async () => {
  const done = { ok: true, value: null };
  expect([
    await meta.writeSession(session),
    await meta.writeLogoutPending('user', 5),
    await meta.writeSimulation({ mode: 'live', businessTime: '2025-11-18T10:52:00Z' }),
    await meta.writeClock({ offsetMs: 5, heardAt: 7, activeAt: null }),
    await meta.writeLock(lock),
  ]).toEqual([done, done, done, done, done]);
});

it('checkpoints that were shown are kept through a restart, those of each tenant apart, the first word about a place and so many of the newest: a second history that is shown later is seen', {
  tags: ['M-13', 'P-10', 'D-9'],
}, async () => {
  const key = makeKey('k');
  const at = (index: number, change: Parameters<typeof makeCheckpoint>[1] = {}) => makeCheckpoint(key, { index, ...change });
  const [first, later, theirs] = [at(9), at(19), at(9, { tenantId: 'kampala' })];
  valueOf(await meta.keepCheckpoints('demo', [first]));
  valueOf(await meta.keepCheckpoints('kampala', [theirs]));
  valueOf(await meta.keepCheckpoints('demo', [later, at(9, { seal: 'f'.repeat(64) })]));
  meta.close();
  meta = openMetaStore(() => 'epoch');
  expect(valueOf(await meta.readCheckpoints('demo'))).toEqual([later, first]);
  expect(valueOf(await meta.readCheckpoints('kampala'))).toEqual([theirs]);
  const many = Array.from({ length: 250 }, (_, index) => ({ ...later, index: 100 + index }));
  valueOf(await meta.keepCheckpoints('demo', many));
  const kept = valueOf(await meta.readCheckpoints('demo')).map(({ index }) => index);
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([200, 349, 150]);
});

it('whose rows were taken away is given a database of another name, and has it from then on', {
  tags: ['M-13', 'M-1', 'F-17'],
}, async () => {
  const before = valueOf(await meta.claimStore('demo', 'u1'));
  const anew = valueOf(await meta.renewStore('demo', 'u1'));
  expect(anew).not.toBe(before);
  expect(valueOf(await meta.claimStore('demo', 'u1'))).toBe(anew);
});
