import { afterEach, expect, it, vi } from 'vitest';
import { amina } from '../../../tests/builders/fakePlatform.ts';
import { stageFrame } from '../../../tests/builders/operations.ts';
import type { LockStatus } from '../../contracts/lock.ts';
import type { HubStatus } from '../../contracts/rpc.ts';
import { readStages } from '../../store/read.ts';
import { openWriteStore, wipe } from '../../store/write.ts';
import { createFollower, lockKey } from './lockKey.ts';
import { afterChange, unknownStatus } from '../hub/pageState.ts';
import { stopReading, storeHolder } from '../reads/readStore.ts';

const tenant = { tenantId: 'demo', name: 'Demo', place: 'Nairobi', region: 'af-south-1', currency: 'KES', timeZone: 'Africa/Nairobi' };
const session = { phase: 'signedIn', user: amina, tenant, confirmed: true, expiresAt: 0, warningEndsAt: null } as const;
const open: LockStatus = { state: 'open', id: 'l1', kind: 'pin', rows: 'sealed', passkey: null };
const locked: LockStatus = {
  state: 'locked',
  id: 'l1',
  kind: 'pin',
  passkey: null,
  wrong: 0,
  notBefore: 0,
  keepsUnsent: true,
  heldUntil: null,
};
const told = (lock: LockStatus, who: HubStatus['session'] = session): HubStatus => ({ ...unknownStatus, lock, session: who });

afterEach(async () => {
  stopReading();
  lockKey.forget();
  await wipe('demo', amina.id);
});

it('opens the rows once the key is here and not before, closes them behind a lock, and asks for the key again', {
  tags: ['D-31'],
}, async () => {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const store = await openWriteStore('demo', amina.id, null, key);
  if (!store.ok) throw new Error(store.problem.message);
  await store.value.applyBatch({ frames: [stageFrame(1, { currentLagMinutes: 4 })], cursors: {}, epoch: 'e1', at: 1 });
  let give = (_key: CryptoKey | null): void => {};
  const ask = vi.fn(() => new Promise<CryptoKey | null>((resolve) => (give = resolve)));
  const follow = createFollower(ask);
  follow(told(open));
  follow(told(open));
  expect(ask).toHaveBeenCalledOnce();
  expect(storeHolder.get()).toBeNull();
  give(key);
  await vi.waitFor(() => expect(storeHolder.get()).not.toBeNull());
  expect((await readStages()).rows[0]?.currentLagMinutes).toBe(4);
  follow(told(locked));
  expect(storeHolder.get()).toBeNull();
  expect(lockKey.get()).toBeNull();
  follow(told(open));
  // Locked again before the answer came: the key is not used.
  follow(told(locked));
  give(key);
  await Promise.resolve();
  await Promise.resolve();
  expect(storeHolder.get()).toBeNull();
  await store.value.close();
});

it('a lock that was just opened leads nobody to the door while the platform is asked who is there', { tags: ['D-31'] }, () => {
  const known = told(locked, { phase: 'signedOut', reason: 'timeout', logoutPending: false });
  expect(afterChange(known, told(open, { phase: 'starting' })).session.phase).toBe('starting');
  expect(afterChange(told(open), told(open, { phase: 'starting' })).session.phase).toBe('signedIn');
});
