import type { Result } from '../../contracts/problem.ts';
import type { HubStatus } from '../../contracts/rpc.ts';
import type { Tenant, User } from '../../contracts/session.ts';
import type { SessionState } from '../../domain/session/types.ts';
import { databaseName } from '../../store/schema.ts';
import type { MetaStore } from '../../store/types.ts';
import type { UnsentRows } from '../../store/unsentRows.ts';
import { lookEveryMs } from './storeLoss.ts';
import { within } from './within.ts';

/** Whose rows lie on this device while nobody reads them. `locked`: behind a closed lock, which is set up over rows that stand. */
export interface Away {
  readonly tenantId: string;
  readonly userId: string;
  readonly locked: boolean;
}

export interface HeldAwayWorld {
  readonly meta: Pick<MetaStore, 'claimStore'>;
  readonly readUnsent: (name: string) => Promise<Result<UnsentRows>>;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  /** Null while somebody is in; `nobody` where nobody is remembered, so that there is nothing to keep an eye on. */
  readonly away: () => Away | 'nobody' | null;
  readonly tell: (known: Pick<HubStatus, 'unsentHeld' | 'heldLost'>) => void;
}

/**
 * What this device holds of whoever was in last, while nobody is in or the lock is closed: how many decisions wait there, and whether it is still there. No connection is open
 * then that a browser would tell (F-17), so it is looked at as long as something could be lost: rows behind a lock, or what is unsent.
 */
export interface HeldAway {
  /** Looks anew: somebody came or went, or marks of the device were taken away. Answers whether something is lost. */
  readonly look: () => Promise<boolean>;
  /** This person is in again: what was lost meanwhile, to be told once. Null where nothing was. */
  readonly taken: (tenantId: string, userId: string) => HubStatus['heldLost'];
  readonly end: () => void;
}

const readLimitMs = 1_500;

export function createHeldAway(world: HeldAwayWorld): HeldAway {
  /** How many were seen waiting there; null before that was read. */
  let seen: { readonly name: string; readonly unsent: number | null } | null = null;
  let lost: { readonly of: Away; readonly what: NonNullable<HubStatus['heldLost']> } | null = null;
  let cancel = () => {};
  let looking: Promise<unknown> = Promise.resolve();
  let ended = false;

  const tell = (unsentHeld: number | null): void => world.tell({ unsentHeld, heldLost: lost?.what ?? null });

  const look = async (): Promise<boolean> => {
    cancel();
    const of = world.away();
    if (of === null || of === 'nobody' || ended) {
      seen = null;
      // Whoever is on the way in is told once they are; where nobody is remembered any more it is nobody's.
      if (of === 'nobody') lost = null;
      if (!ended) tell(null);
      return lost !== null;
    }
    if (lost !== null && isSame(lost.of, of)) {
      tell(null);
      return true;
    }
    const claimed = await world.meta.claimStore(of.tenantId, of.userId);
    const name = claimed.ok ? databaseName(of.tenantId, of.userId, claimed.value) : null;
    const read = name === null ? 'late' : await within(world.readUnsent(name), readLimitMs, world.setTimer);
    const now = world.away();
    if (now === null || now === 'nobody' || !isSame(now, of) || ended) return lost !== null;
    const before = seen?.name === name ? seen : null;
    if (name === null || read === 'late' || !read.ok) tell(before?.unsent ?? null);
    else {
      const unsent = read.value.items.length + read.value.unread;
      // Nothing is decided or sent while nobody is in: what is fewer was taken away.
      const isLost =
        before === null ? of.locked && read.value.missing === true : read.value.missing === true || unsent < (before.unsent ?? 0);
      if (isLost) lost = { of, what: { unsent: before?.unsent ?? null } };
      seen = read.value.missing === true ? null : { name, unsent };
      tell(isLost ? null : unsent);
    }
    if (lost === null && (of.locked || seen?.unsent !== 0)) cancel = world.setTimer(lookEveryMs, () => void again());
    return lost !== null;
  };
  const again = (): Promise<boolean> => {
    const next = looking.then(look, look);
    looking = next;
    return next;
  };

  return {
    look: again,
    taken: (tenantId, userId) => {
      const mine = lost !== null && lost.of.tenantId === tenantId && lost.of.userId === userId ? lost.what : null;
      lost = null;
      seen = null;
      return mine;
    },
    end: () => {
      ended = true;
      cancel();
    },
  };
}

/** Of whom something lies here that nobody reads, as the session stands. `closedTo`: whether rows of a person are behind a lock that is not open. */
export function awayOf(state: SessionState, closedTo: (user: User) => boolean): Away | 'nobody' | null {
  switch (state.name) {
    case 'starting':
      return null;
    case 'signedOut':
      return state.remembered === null ? 'nobody' : of(state.remembered, closedTo);
    case 'signedIn':
      return closedTo(state.user) ? of(state, closedTo) : null;
    default:
      return state satisfies never;
  }
}

const of = ({ tenant, user }: { readonly tenant: Tenant; readonly user: User }, closedTo: (user: User) => boolean): Away => ({
  tenantId: tenant.tenantId,
  userId: user.id,
  locked: closedTo(user),
});

const isSame = (one: Away, other: Away): boolean => one.tenantId === other.tenantId && one.userId === other.userId;
