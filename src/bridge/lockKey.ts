import type { LockKey } from '../contracts/lock.ts';
import type { HubStatus } from '../contracts/rpc.ts';
import { takeReadKey } from '../store/read.ts';
import { createSignal, hubStatus, type Signal } from './pageState.ts';
import { followSession, stopReading } from './readStore.ts';

/**
 * What this page opens sealed rows with (D-31). The hub hands it over while the lock is open; it cannot be read out, and goes when the page is left. Rows are
 * opened for nobody behind a closed lock, and not before the key is here.
 */
let key: CryptoKey | null = null;
const changed: Signal<CryptoKey | null> = createSignal();

/** The browser's key behind the contract's. */
export function keyOf(given: LockKey | null): CryptoKey | null {
  return given instanceof CryptoKey ? given : null;
}

export const lockKey = {
  get: (): CryptoKey | null => key,
  /** The hub said so: a lock was set up or taken off while the page is open. */
  take: async (next: CryptoKey | null): Promise<void> => {
    key = next;
    await takeReadKey(next);
    await changed.emit(next);
  },
  /** Nobody is here any more. */
  forget: (): void => {
    key = null;
  },
  listen: changed.listen,
} as const;

/** Nobody carries it whose device has no lock. */
async function keepWords(): Promise<void> {
  const { keepWordsFromAddress } = await import('./wordsFromAddress.ts');
  keepWordsFromAddress(() => hubStatus.get().lock.state !== 'none');
}

/** Follows lock and session: opens the store of whoever is signed in once what is in it can be read. `ask` fetches the key from the hub. */
export function createFollower(ask: () => Promise<CryptoKey | null>): (status: HubStatus) => void {
  let latest: HubStatus | null = null;
  let asking = false;
  let hasLock = false;
  const follow = (status: HubStatus): void => {
    latest = status;
    if (!hasLock && status.lock.state !== 'none') keepWords().catch(() => {}); // its code does not come: the address stays as it is
    hasLock = status.lock.state !== 'none';
    if (status.lock.state === 'locked') {
      key = null;
      return stopReading();
    }
    if (status.lock.state === 'none' || key !== null || status.session.phase !== 'signedIn')
      return followSession(status.session, key, status.storeGeneration);
    if (asking) return;
    asking = true;
    void ask().then(async (answer) => {
      key ??= answer;
      // The store may be open already, where the lock was set up before this page could be told.
      await takeReadKey(key);
      asking = false;
      // Without an answer the hub went: the next one's status says how things are.
      if (key !== null && latest !== null) follow(latest);
    });
  };
  return follow;
}
