import type { Result } from '../../../contracts/problem.ts';
import type { User } from '../../../contracts/session.ts';
import { lockEndpoints } from '../../../contracts/lockEndpoints.ts';
import type { Call } from '../../../domain/api/client.ts';
import type { Unsent } from '../../../domain/session/types.ts';
import { knownForMs } from '../../../domain/session/limits.ts';
import type { MetaStore } from '../../../store/types.ts';
import type { GivenUp, StoredLock } from '../../../store/storedLock.ts';
import type { HubStores } from '../storage/hubStores.ts';
import { openEscrow } from './lockEscrow.ts';
import { within } from '../within.ts';

/**
 * What remains of an app lock that was given up (G-3): unsent commands, encrypted, for 72 hours. The platform releases their key (key
 * escrow) only to their owner, after a full sign-in. Other people who sign in here meanwhile can neither open nor remove them.
 */
export interface GivenUpLock {
  readonly recall: () => Promise<void>;
  readonly held: () => GivenUp | null;
  /**
   * What of this person's outbox to keep when their rows are deleted: `all` while the lock being given up still stands, after that what
   * is `encrypted`. If the disk does not say whose the mark is, it is taken to be this person's.
   */
  readonly keeps: (tenantId: string, userId: string) => Promise<'all' | 'encrypted' | 'none'>;
  /**
   * The lock is about to be removed: keeps the commands behind it from now on, even if the disk refuses the mark. Does nothing if the
   * lock has no escrow. `tenantId` is null if nobody is remembered any more: an earlier hub gave the lock up and had no space for the
   * mark.
   */
  readonly keep: (lock: StoredLock, tenantId: string | null) => Promise<void>;
  /**
   * Ok once the mark is on the disk, or if there is none to write. Retries the write, since deleted rows have freed space. Until then the
   * lock must stay: only it could open the commands.
   */
  readonly kept: () => Promise<Result<null>>;
  /**
   * The owner has signed in: decrypts the waiting commands before their store is opened. What cannot be opened now waits for their next
   * sign-in.
   */
  readonly open: (user: User, tenantId: string) => Promise<void>;
  readonly forget: (userId: string) => Promise<void>;
  /** Removes what is older than 72 hours, measured by the platform's clock only. */
  readonly dropOld: () => Promise<void>;
}

/** Marks on the disk, the person’s store, the platform and its clock, as the keeper of a given-up lock uses them. */
export interface GivenUpDeps {
  readonly meta: Pick<MetaStore, 'readGivenUp' | 'writeGivenUp' | 'claimStore' | 'readHolder'>;
  readonly openStore: HubStores['open'];
  /** Calls whose refusals are not handled: a sign-in proved too long ago opens nothing here and says nothing about the session. */
  readonly call: Call<AbortSignal>;
  /** The platform's clock, epoch milliseconds, if confirmed since this hub started; null otherwise. */
  readonly confirmedNow: () => number | null;
  /** The same clock, best estimate. */
  readonly now: () => number;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  readonly wipe: (tenantId: string, userId: string, unsent: Unsent) => Promise<unknown>;
  readonly log: (code: string) => void;
  /** Whether an app lock is set up. */
  readonly isLocked: () => boolean;
}

/** How long a sign-in waits for it, milliseconds. */
const openLimitMs = 8_000;

const noRoom: Result<never> = {
  ok: false,
  problem: {
    code: 'storage',
    message:
      'This device has no space to prepare unsent actions for your next sign-in. You are signed out, and the lock stays until there is space: sign in and unlock, or try again.',
    retry: true,
  },
};

/** Knows of no given-up lock until the mark on the disk has been read. */
export function createGivenUp(deps: GivenUpDeps): GivenUpLock {
  let held: GivenUp | null = null;
  /** True if the mark could not be read: then there may still be one. */
  let isUnread = false;
  let isWritten = true;

  const isOf = (tenantId: string, userId: string): boolean => held?.userId === userId && held.tenantId === tenantId;
  const clear = async (): Promise<void> => {
    const cleared = await deps.meta.writeGivenUp(null);
    if (!cleared.ok) return;
    held = null;
    isWritten = true;
  };
  const isOld = ({ at }: GivenUp): boolean => {
    const now = deps.confirmedNow();
    return now !== null && now - at > knownForMs;
  };
  const dropOld = async (): Promise<void> => {
    if (held === null || !isOld(held)) return;
    const { tenantId, userId } = held;
    await clear();
    await deps.wipe(tenantId, userId, 'drop');
  };

  const bring = async (mine: GivenUp, wanted: () => boolean): Promise<void> => {
    const told = await deps.call(lockEndpoints.lockEscrow, { body: { id: mine.id } });
    if (!told.ok || !wanted()) return deps.log('given_up_waits');
    const key = await openEscrow(mine, told.value.value.keys);
    // Nobody can decrypt it any more; the outbox shows it as unreadable.
    if (key === null) return clear();
    const claimed = await deps.meta.claimStore(mine.tenantId, mine.userId);
    if (!claimed.ok || !wanted()) return deps.log('given_up_waits');
    const store = await deps.openStore(mine.tenantId, mine.userId, key, claimed.value);
    if (!store.ok) return deps.log('given_up_waits');
    // Too late, their outbox is read already: decrypted now, a command would be passed over by it and go with a sign-out, unasked.
    const isInTime = wanted();
    const opened = isInTime ? await store.value.decrypt(key) : null;
    await store.value.close();
    if (opened?.ok === true) await clear();
    if (!isInTime) deps.log('given_up_waits');
  };

  const recall = async (): Promise<void> => {
    const read = await deps.meta.readGivenUp();
    isUnread = !read.ok;
    if (read.ok) held = read.value;
  };
  /** The tenant whose databases hold this person's rows: database names contain the tenant. */
  const holderOf = async (userId: string): Promise<string | null> => {
    const holder = await deps.meta.readHolder();
    return holder.ok && holder.value?.userId === userId ? holder.value.tenantId : null;
  };
  const write = async (): Promise<Result<null>> => {
    if (!isWritten) isWritten = (await deps.meta.writeGivenUp(held)).ok;
    return isWritten ? { ok: true, value: null } : noRoom;
  };

  return {
    recall,
    held: () => held,
    keeps: async (tenantId, userId) => {
      if (isUnread) await recall();
      if (!isUnread && !isOf(tenantId, userId)) return 'none';
      return deps.isLocked() ? 'all' : 'encrypted';
    },
    keep: async ({ userId, escrow }, remembered) => {
      const tenantId = remembered ?? (await holderOf(userId));
      if (escrow === undefined || tenantId === null) return;
      held = { ...escrow, userId, tenantId, at: deps.now() };
      isWritten = false;
      await write();
    },
    kept: write,
    open: async (user, tenantId) => {
      if (isUnread) await recall();
      await dropOld();
      if (held === null) return;
      // The device keeps one person's rows at a time (store/removals.ts). Another user is told how many commands were dropped; so is their
      // owner, by name, if now in another tenant.
      if (!isOf(tenantId, user.id)) return void (await deps.wipe(held.tenantId, held.userId, held.userId === user.id ? 'name' : 'count'));
      let late = false;
      const outcome = await within(
        bring(held, () => !late),
        openLimitMs,
        deps.setTimer,
      );
      late = outcome === 'late';
    },
    forget: async (userId) => {
      if (held?.userId === userId) await clear();
    },
    dropOld,
  };
}
