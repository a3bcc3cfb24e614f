import type { LockKey } from '../../contracts/lock.ts';
import type { HubStatus } from '../../contracts/rpc.ts';
import { takeReadKey } from '../../store/read.ts';
import { hubStatus } from '../hub/pageState.ts';
import { followSession, stopReading } from '../reads/readStore.ts';

/**
 * This page's key for encrypted rows (D-31). The hub provides it while the lock is open; it is non-extractable and dropped when the user
 * leaves. Rows are not read behind a closed lock, nor before the key has arrived.
 */
let key: CryptoKey | null = null;

/** The browser's key behind the contract's type. */
export function keyOf(given: LockKey | null): CryptoKey | null {
  return given instanceof CryptoKey ? given : null;
}

export const lockKey = {
  get: (): CryptoKey | null => key,
  /** Message of the hub: a lock was set up or removed while the page is open. */
  take: async (next: CryptoKey | null): Promise<void> => {
    key = next;
    await takeReadKey(next);
  },
  /** Nobody is signed in any more. */
  forget: (): void => {
    key = null;
  },
} as const;

/** Loaded only on devices with a lock. */
async function keepWords(): Promise<void> {
  const { keepWordsFromAddress } = await import('../address/wordsFromAddress.ts');
  keepWordsFromAddress(() => hubStatus.get().lock.state !== 'none');
}

/** Follows lock and session: opens the user's store once its rows can be read. `ask` fetches the key from the hub. */
export function createFollower(ask: () => Promise<CryptoKey | null>): (status: HubStatus) => void {
  let latest: HubStatus | null = null;
  let asking = false;
  let hasLock = false;
  const follow = (status: HubStatus): void => {
    latest = status;
    if (!hasLock && status.lock.state !== 'none') keepWords().catch(() => {}); // the code cannot be loaded: the address stays as it is
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
      // The store may already be open if the lock was set up before this page was told.
      await takeReadKey(key);
      asking = false;
      // Without an answer the hub has ended; the next one sends its status.
      if (key !== null && latest !== null) follow(latest);
    });
  };
  return follow;
}
