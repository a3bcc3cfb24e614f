import type { OutboxItem } from '../../../contracts/outbox.ts';
import type { StoreLost } from '../../../domain/freshness/storeLost.ts';
import type { MetaStore, WriteStore } from '../../../store/types.ts';
import { within } from '../within.ts';

/**
 * Notices when the browser deletes stored data while the console is open (F-17), and rebuilds everything once, however many databases
 * went. Knows neither how a session context is built nor how users are told.
 */
export interface StoreLossDeps {
  readonly meta: Pick<MetaStore, 'holdsTerm' | 'look' | 'onTaken'>;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  /** Runs after everything the session has ordered and before what it orders next: nobody signs in or out meanwhile. */
  readonly between: (work: () => Promise<void>) => void;
  /** The signed-in person's store. */
  readonly store: () => WriteStore | null;
  /**
   * Ends the session context and starts another over a fresh database, with the outbox items in memory. Null if the user is signing out.
   */
  readonly beginAnew: () => Promise<{ readonly outbox: readonly OutboxItem[] | null; readonly kept: boolean } | null>;
  /**
   * Whether rows of a person who is not signed in, or whose lock is closed, were deleted too: then this module must not report that
   * nothing was lost.
   */
  readonly isLostAway: () => Promise<boolean>;
  readonly tell: (lost: StoreLost) => void;
}

/** The watch of one hub over its databases. */
export interface StoreLoss {
  /**
   * Watches an opened store while it is in use: by browser events, and by checks every few seconds, because a frozen worker receives no
   * events.
   */
  readonly watch: (store: WriteStore) => void;
  /** Whether this store was deleted; resolves once another one has replaced it. */
  readonly isMadeAnew: (store: WriteStore) => Promise<boolean>;
  readonly end: () => void;
}

/** Databases are deleted one after the other: wait this long for the others, milliseconds, to report once. */
export const gatherMs = 300;
/**
 * Interval between two checks, milliseconds: with the time above and the opening, a loss is noticed within five seconds even without an
 * event.
 */
export const lookEveryMs = 3_000;

/**
 * While a browser is still clearing, it aborts every opening (AbortError, 12 of 60 times in Chromium): number of attempts, and the delay
 * between them, milliseconds.
 */
const looks = 6;
const lookAgainMs = 250;

/** How long the session waits for the fresh database, milliseconds. */
const anewLimitMs = 3_000;

/** Listens to the device-wide database at once, to a person's from `watch` on. */
export function createStoreLoss(deps: StoreLossDeps): StoreLoss {
  let cancelLook = () => {};
  let cancelGather: (() => void) | null = null;
  const gone = new WeakSet<WriteStore>();
  let ended = false;

  const lookAtMarks = async (): ReturnType<MetaStore['look']> => {
    for (let asked = 1; ; asked += 1) {
      const marks = await deps.meta.look();
      if (marks.ok || asked === looks || ended) return marks;
      await new Promise<void>((resolve) => void deps.setTimer(lookAgainMs, resolve));
    }
  };

  const recover = async (): Promise<void> => {
    cancelGather = null;
    if (ended) return;
    const marks = await lookAtMarks();
    // Another hub leads and decides about the loss.
    if (marks.ok && marks.value === 'replaced') return;
    const store = deps.store();
    const rows = store !== null && gone.has(store);
    if (rows) {
      const anew = deps.beginAnew().then((begun) => {
        if (begun !== null) deps.tell({ rows, ...begun });
      });
      // Do not wait for a blocked database: the user can sign out, and is told when it opens.
      await within(anew, anewLimitMs, deps.setTimer);
    } else if (marks.ok && marks.value === 'made anew' && !(await deps.isLostAway())) deps.tell({ rows, outbox: [], kept: true });
  };

  let done: Promise<void> = Promise.resolve();
  const noticed = (): void => {
    if (ended || cancelGather !== null) return;
    done = new Promise((resolve) => {
      cancelGather = deps.setTimer(gatherMs, () => deps.between(() => recover().finally(resolve)));
    });
  };
  deps.meta.onTaken(noticed);

  /** Checks until this store is no longer the one in use; also while it is not in use yet. */
  const lookAfter = (store: WriteStore, isInUse: boolean): void => {
    cancelLook();
    if (!ended) cancelLook = deps.setTimer(lookEveryMs, () => void look(store, isInUse));
  };
  const look = async (store: WriteStore, wasInUse: boolean): Promise<void> => {
    const isInUse = deps.store() === store;
    // Nobody is signed in any more: the next access to the marks notices their loss.
    if (wasInUse && !isInUse) return;
    if (isInUse) await Promise.all([store.look(), deps.meta.holdsTerm()]);
    // Another store may be watched by now.
    if (!isInUse || deps.store() === store) lookAfter(store, isInUse);
  };

  return {
    watch: (store) => {
      lookAfter(store, false);
      void store.taken.then(() => {
        gone.add(store);
        noticed();
      });
    },
    isMadeAnew: async (store) => {
      if (!gone.has(store)) return false;
      await done;
      return true;
    },
    end: () => {
      ended = true;
      cancelLook();
      cancelGather?.();
    },
  };
}
