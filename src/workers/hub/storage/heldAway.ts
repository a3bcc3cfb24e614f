import type { Result } from '../../../contracts/problem.ts';
import type { HubStatus } from '../../../contracts/rpc.ts';
import type { Tenant, User } from '../../../contracts/session.ts';
import type { SessionState } from '../../../domain/session/types.ts';
import { databaseName } from '../../../store/schema.ts';
import type { MetaStore } from '../../../store/types.ts';
import type { UnsentRows } from '../../../store/unsentRows.ts';
import { within } from '../within.ts';

/** Whose rows this device holds while no hub reads them. `locked`: they are behind a closed app lock that was set up over existing rows. */
export interface Away {
  readonly tenantId: string;
  readonly userId: string;
  readonly locked: boolean;
}

/** What the watch reads, and whom it tells; `setTimer` returns the function that cancels the timer. */
export interface HeldAwayDeps {
  readonly meta: Pick<MetaStore, 'claimStore'>;
  readonly readUnsent: (name: string) => Promise<Result<UnsentRows>>;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  /** Null while somebody is signed in; `nobody` if no person is remembered, so that there is nothing to watch. */
  readonly away: () => Away | 'nobody' | null;
  readonly tell: (known: Pick<HubStatus, 'unsentHeld' | 'heldLost'>) => void;
}

/**
 * Watches the last user's rows while nobody is signed in or the lock is closed: how many unsent commands there are, and whether they
 * still exist. No connection to that database is open then on which the browser would report a loss (F-17). A browser evicts all data of
 * the origin or none; then the marks go too, which is noticed (`storeLoss.ts`) and triggers a check. Otherwise it checks periodically
 * while something could be lost, and at every sign-in.
 */
export interface HeldAway {
  /** Checks again: somebody signed in or out, or marks of this device were deleted. Returns whether something is lost. */
  readonly look: () => Promise<boolean>;
  /** This person is signed in again: returns what was lost meanwhile, once. Null if nothing was. */
  readonly taken: (tenantId: string, userId: string) => Promise<HubStatus['heldLost']>;
  readonly end: () => void;
}

const readLimitMs = 1_500;
/** Interval between two checks, milliseconds. */
export const lookAwayMs = 60_000;

/** Checks nothing until it is asked to; then it repeats by itself while something could be lost. */
export function createHeldAway(deps: HeldAwayDeps): HeldAway {
  /** What the last check found; null before the first one. */
  let seen: { readonly name: string; readonly unsent: number } | null = null;
  let lost: { readonly of: Away; readonly what: NonNullable<HubStatus['heldLost']> } | null = null;
  let cancel = () => {};
  let looking: Promise<unknown> = Promise.resolve();
  let ended = false;

  const tell = (unsentHeld: number | null): void => deps.tell({ unsentHeld, heldLost: lost?.what ?? null });

  const look = async (): Promise<boolean> => {
    cancel();
    const away = deps.away();
    if (away === null || away === 'nobody' || ended) {
      // A person who is signing in is told afterwards; if nobody is remembered any more, the loss belongs to nobody.
      if (away === 'nobody') lost = seen = null;
      if (!ended) tell(null);
      return lost !== null;
    }
    if (lost !== null && isSame(lost.of, away)) {
      tell(null);
      return true;
    }
    const found = await compare(away);
    const now = deps.away();
    // Somebody signed in or out meanwhile; that has triggered another check, which reports.
    if (now === null || now === 'nobody' || !isSame(now, away) || ended) return lost !== null;
    tell(lost === null ? found : null);
    if (lost === null && (away.locked || found !== 0)) cancel = deps.setTimer(lookAwayMs, () => void again());
    return lost !== null;
  };
  /** Reads the unsent commands and compares them with the last check. Returns their number, null if unknown. */
  const compare = async (away: Away): Promise<number | null> => {
    const claimed = await deps.meta.claimStore(away.tenantId, away.userId);
    if (!claimed.ok) return null;
    const name = databaseName(away.tenantId, away.userId, claimed.value);
    const before = seen?.name === name ? seen : null;
    const read = await within(deps.readUnsent(name), readLimitMs, deps.setTimer);
    if (read === 'late' || !read.ok) return before?.unsent ?? null;
    const { items, unread, missing = false } = read.value;
    const unsent = items.length + unread;
    // Nothing is added or sent while nobody is signed in: a lower number means that data were deleted.
    const isLost = before === null ? away.locked && missing : missing || unsent < before.unsent;
    if (isLost) lost = { of: away, what: { unsent: before?.unsent ?? null } };
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
      const away = { tenantId, userId, locked: false };
      if (lost === null && seen !== null) await compare(away);
      const mine = lost !== null && isSame(lost.of, away) ? lost.what : null;
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

/**
 * Whose unread rows this device holds in this session state. `closedTo`: whether a user's rows are behind a closed lock; `givenUp`: whose
 * outbox remains from a lock that was given up.
 */
export function awayOf(
  state: SessionState,
  closedTo: (user: User) => boolean,
  givenUp: { readonly tenantId: string; readonly userId: string } | null = null,
): Away | 'nobody' | null {
  switch (state.name) {
    case 'starting':
      return null;
    case 'signedOut':
      if (state.remembered !== null) return toAway(state.remembered, closedTo);
      return givenUp === null ? 'nobody' : { tenantId: givenUp.tenantId, userId: givenUp.userId, locked: false };
    case 'signedIn':
      return closedTo(state.user) ? toAway(state, closedTo) : null;
    default:
      return state satisfies never;
  }
}

const toAway = ({ tenant, user }: { readonly tenant: Tenant; readonly user: User }, closedTo: (user: User) => boolean): Away => ({
  tenantId: tenant.tenantId,
  userId: user.id,
  locked: closedTo(user),
});

const isSame = (one: Away, other: Away): boolean => one.tenantId === other.tenantId && one.userId === other.userId;
