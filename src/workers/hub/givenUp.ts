import type { Result } from '../../contracts/problem.ts';
import type { User } from '../../contracts/session.ts';
import { lockEndpoints } from '../../contracts/lockEndpoints.ts';
import type { Call } from '../../domain/api/client.ts';
import type { Unsent } from '../../domain/session/types.ts';
import { knownForMs } from '../../domain/session/limits.ts';
import type { MetaStore } from '../../store/types.ts';
import type { GivenUp, StoredLock } from '../../store/storedLock.ts';
import type { HubStores } from './hubStores.ts';
import { openEscrow } from './lockEscrow.ts';
import { within } from './within.ts';

/**
 * What is left of a lock that was given up (G-3): decisions that were not sent, sealed, for 72 hours. The platform hands what opens them to their owner alone, after a full sign-in (key escrow); whoever
 * else signs in here meanwhile neither opens nor removes them.
 */
export interface GivenUpLock {
  readonly recall: () => Promise<void>;
  readonly held: () => GivenUp | null;
  /** What of this person's outbox stays though their rows go: all of it while the lock stands that is being given up, and after that what is sealed. Where the disk does not say whether it is of this person, it is taken to be. */
  readonly keeps: (tenantId: string, userId: string) => Promise<'all' | 'sealed' | 'none'>;
  /** The lock is about to go: what waits behind it stays from now on, whatever the disk says to the mark of it. Not where the lock has no escrow. `tenantId` is null where nobody is remembered any more: a hub before gave it up, and found no room for the mark. */
  readonly keep: (lock: StoredLock, tenantId: string | null) => Promise<void>;
  /** Ok once its mark is on the disk, or where there is none to be kept: tried again, since the rows that went have made room. Until then the lock may not go, which alone could open what waits. */
  readonly kept: () => Promise<Result<null>>;
  /** Its owner has signed in: what waits is brought into the clear before their store is opened. What cannot be opened now waits for their next sign-in. */
  readonly open: (user: User, tenantId: string) => Promise<void>;
  readonly forget: (userId: string) => Promise<void>;
  /** Removes what is older than 72 hours, by the platform's time alone. */
  readonly dropOld: () => Promise<void>;
}

export interface GivenUpWorld {
  readonly meta: Pick<MetaStore, 'readGivenUp' | 'writeGivenUp' | 'claimStore' | 'readHolder'>;
  readonly openStore: HubStores['open'];
  /** Calls whose refusals are not heeded: a sign-in that was proved too long ago opens nothing here, and says nothing of the session. */
  readonly call: Call<AbortSignal>;
  /** The platform's clock where it has told it since this hub began, epoch milliseconds; null where nobody knows. */
  readonly confirmedNow: () => number | null;
  /** The same as far as it is known. */
  readonly now: () => number;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  readonly wipe: (tenantId: string, userId: string, unsent: Unsent) => Promise<unknown>;
  readonly log: (code: string) => void;
  /** Whether a lock stands. */
  readonly isLocked: () => boolean;
}

/** As long as coming in waits for it, milliseconds. */
const openLimitMs = 8_000;

const noRoom: Result<never> = {
  ok: false,
  problem: {
    code: 'storage',
    message:
      'This device has no room to note how what was not sent is opened after your next sign-in. You are signed out, and the lock stays until there is room: sign in and unlock, or try again.',
    retry: true,
  },
};

export function createGivenUp(world: GivenUpWorld): GivenUpLock {
  let held: GivenUp | null = null;
  /** A mark that could not be read is not none. */
  let isUnread = false;
  let isWritten = true;

  const isOf = (tenantId: string, userId: string): boolean => held?.userId === userId && held.tenantId === tenantId;
  const clear = async (): Promise<void> => {
    const cleared = await world.meta.writeGivenUp(null);
    if (!cleared.ok) return;
    held = null;
    isWritten = true;
  };
  const isOld = ({ at }: GivenUp): boolean => {
    const now = world.confirmedNow();
    return now !== null && now - at > knownForMs;
  };
  const dropOld = async (): Promise<void> => {
    if (held === null || !isOld(held)) return;
    const { tenantId, userId } = held;
    await clear();
    await world.wipe(tenantId, userId, 'drop');
  };

  const bring = async (mine: GivenUp, wanted: () => boolean): Promise<void> => {
    const told = await world.call(lockEndpoints.lockEscrow, { body: { id: mine.id } });
    if (!told.ok || !wanted()) return world.log('given_up_waits');
    const key = await openEscrow(mine, told.value.value.keys);
    // Nobody can open it any more: the outbox says that it is not readable.
    if (key === null) return clear();
    const claimed = await world.meta.claimStore(mine.tenantId, mine.userId);
    if (!claimed.ok || !wanted()) return world.log('given_up_waits');
    const store = await world.openStore(mine.tenantId, mine.userId, key, claimed.value);
    if (!store.ok) return world.log('given_up_waits');
    const opened = await store.value.unseal(key);
    await store.value.close();
    if (opened.ok) await clear();
  };

  const recall = async (): Promise<void> => {
    const read = await world.meta.readGivenUp();
    isUnread = !read.ok;
    if (read.ok) held = read.value;
  };
  /** In which tenant's databases a person's rows lie, which goes by the names of those. */
  const holderOf = async (userId: string): Promise<string | null> => {
    const holder = await world.meta.readHolder();
    return holder.ok && holder.value?.userId === userId ? holder.value.tenantId : null;
  };
  const write = async (): Promise<Result<null>> => {
    if (!isWritten) isWritten = (await world.meta.writeGivenUp(held)).ok;
    return isWritten ? { ok: true, value: null } : noRoom;
  };

  return {
    recall,
    held: () => held,
    keeps: async (tenantId, userId) => {
      if (isUnread) await recall();
      if (!isUnread && !isOf(tenantId, userId)) return 'none';
      return world.isLocked() ? 'all' : 'sealed';
    },
    keep: async ({ userId, escrow }, remembered) => {
      const tenantId = remembered ?? (await holderOf(userId));
      if (escrow === undefined || tenantId === null) return;
      held = { ...escrow, userId, tenantId, at: world.now() };
      isWritten = false;
      await write();
    },
    kept: write,
    open: async (user, tenantId) => {
      if (isUnread) await recall();
      await dropOld();
      if (held === null) return;
      // One person's rows at a time (store/removals.ts): who comes next is told how many went, and their owner, who is in another tenant now, too.
      if (!isOf(tenantId, user.id)) return void (await world.wipe(held.tenantId, held.userId, held.userId === user.id ? 'name' : 'count'));
      let late = false;
      const outcome = await within(
        bring(held, () => !late),
        openLimitMs,
        world.setTimer,
      );
      late = outcome === 'late';
    },
    forget: async (userId) => {
      if (held?.userId === userId) await clear();
    },
    dropOld,
  };
}
