import type { Result } from '../../contracts/problem.ts';
import type { HubStatus } from '../../contracts/rpc.ts';
import type { Tenant, User } from '../../contracts/session.ts';
import type { SessionState } from '../../domain/session/types.ts';
import { databaseName } from '../../store/schema.ts';
import type { MetaStore } from '../../store/types.ts';
import type { UnsentRows } from '../../store/unsentRows.ts';
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
 * What this device holds of whoever was in last, while nobody is in or the lock is closed: how many decisions wait there, and whether it is still there. No connection to it is
 * open then that a browser would tell (F-17). A browser takes all that is stored here, or nothing: then the marks go too, which is heard (`storeLoss.ts`), and this is looked at.
 * Besides it is looked at now and then, as long as something could be lost, and always on the way in.
 */
export interface HeldAway {
  /** Looks anew: somebody came or went, or marks of the device were taken away. Answers whether something is lost. */
  readonly look: () => Promise<boolean>;
  /** This person is in again: what was lost meanwhile, to be told once. Null where nothing was. */
  readonly taken: (tenantId: string, userId: string) => Promise<HubStatus['heldLost']>;
  readonly end: () => void;
}

const readLimitMs = 1_500;
/** Between two looks, milliseconds. */
export const lookAwayMs = 60_000;

export function createHeldAway(world: HeldAwayWorld): HeldAway {
  /** What was seen waiting there last; null before that was read. */
  let seen: { readonly name: string; readonly unsent: number } | null = null;
  let lost: { readonly of: Away; readonly what: NonNullable<HubStatus['heldLost']> } | null = null;
  let cancel = () => {};
  let looking: Promise<unknown> = Promise.resolve();
  let ended = false;

  const tell = (unsentHeld: number | null): void => world.tell({ unsentHeld, heldLost: lost?.what ?? null });

  const look = async (): Promise<boolean> => {
    cancel();
    const of = world.away();
    if (of === null || of === 'nobody' || ended) {
      // Whoever is on the way in is told once they are; where nobody is remembered any more it is nobody's.
      if (of === 'nobody') lost = seen = null;
      if (!ended) tell(null);
      return lost !== null;
    }
    if (lost !== null && isSame(lost.of, of)) {
      tell(null);
      return true;
    }
    const found = await compare(of);
    const now = world.away();
    // Somebody came or went meanwhile: the next look, ordered by that, says what is so.
    if (now === null || now === 'nobody' || !isSame(now, of) || ended) return lost !== null;
    tell(lost === null ? found : null);
    if (lost === null && (of.locked || found !== 0)) cancel = world.setTimer(lookAwayMs, () => void again());
    return lost !== null;
  };
  /** Reads what waits there and holds it against what was seen before; answers how many, null where that is not known. */
  const compare = async (of: Away): Promise<number | null> => {
    const claimed = await world.meta.claimStore(of.tenantId, of.userId);
    if (!claimed.ok) return null;
    const name = databaseName(of.tenantId, of.userId, claimed.value);
    const before = seen?.name === name ? seen : null;
    const read = await within(world.readUnsent(name), readLimitMs, world.setTimer);
    if (read === 'late' || !read.ok) return before?.unsent ?? null;
    const { items, unread, missing = false } = read.value;
    const unsent = items.length + unread;
    // Nothing is decided or sent while nobody is in: what is fewer was taken away.
    const isLost = before === null ? of.locked && missing : missing || unsent < before.unsent;
    if (isLost) lost = { of, what: { unsent: before?.unsent ?? null } };
    seen = missing ? null : { name, unsent };
    return unsent;
  };
  const again = (): Promise<boolean> => {
    const next = looking.then(look, look);
    looking = next;
    return next;
  };

  return {
    look: again,
    taken: async (tenantId, userId) => {
      const of = { tenantId, userId, locked: false };
      if (lost === null && seen !== null) await compare(of);
      const mine = lost !== null && isSame(lost.of, of) ? lost.what : null;
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

/** Of whom something lies here that nobody reads, as the session stands. `closedTo`: whether rows of a person are behind a lock that is not open; `givenUp`: whose outbox a lock that was given up has left. */
export function awayOf(
  state: SessionState,
  closedTo: (user: User) => boolean,
  givenUp: { readonly tenantId: string; readonly userId: string } | null = null,
): Away | 'nobody' | null {
  switch (state.name) {
    case 'starting':
      return null;
    case 'signedOut':
      if (state.remembered !== null) return of(state.remembered, closedTo);
      return givenUp === null ? 'nobody' : { tenantId: givenUp.tenantId, userId: givenUp.userId, locked: false };
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
