import { afterEach, beforeEach } from 'vitest';
import { hubStatus, unknownStatus } from '../../src/bridge/hub/pageState.ts';
import { followSession, stopReading } from '../../src/bridge/reads/readStore.ts';
import type { User } from '../../src/contracts/session.ts';
import type { SessionStatus } from '../../src/contracts/rpc.ts';
import type { WriteStore } from '../../src/store/types.ts';
import { openWriteStore, wipe } from '../../src/store/write.ts';
import { amina } from './fakePlatform.ts';

const tenant = { tenantId: 'demo', name: 'Demo', place: 'Nairobi', region: 'af-south-1', currency: 'KES', timeZone: 'Africa/Nairobi' };

/** What a page is told of a signed-in person. */
export const sessionOf = (user: User): SessionStatus => ({
  phase: 'signedIn',
  user,
  tenant,
  confirmed: true,
  expiresAt: 0,
  warningEndsAt: null,
});

/**
 * Before each test of a file, opens an empty store for a person, Amina by default, and a page signed in as them. Returns a getter of the
 * store that their hub would write.
 */
export function personsDevice(user: User = amina): () => WriteStore {
  const session = sessionOf(user);
  let store: WriteStore;
  beforeEach(async () => {
    const opened = await openWriteStore('demo', user.id);
    if (!opened.ok) throw new Error(opened.problem.message);
    store = opened.value;
    hubStatus.set({ ...unknownStatus, session });
    followSession(session);
  });
  afterEach(async () => {
    stopReading();
    hubStatus.set(unknownStatus);
    await wipe('demo', user.id);
  });
  return () => store;
}
