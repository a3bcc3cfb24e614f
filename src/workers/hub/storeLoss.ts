import type { OutboxItem } from '../../contracts/outbox.ts';
import type { StoreLost } from '../../domain/storeLost.ts';
import type { MetaStore, WriteStore } from '../../store/types.ts';
import { within } from './within.ts';

/**
 * Storage that is taken away while the console is open (F-17): notices it, and has everything made anew once, however many databases went. It knows neither what a stay
 * is made of nor how a person is told.
 */
export interface StoreLossWorld {
  readonly meta: Pick<MetaStore, 'holdsTerm' | 'look' | 'onTaken'>;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  /** Runs after everything that the session has ordered, and before what it orders next: nobody comes or leaves meanwhile. */
  readonly between: (work: () => Promise<void>) => void;
  /** The store of whoever is in. */
  readonly store: () => WriteStore | null;
  /** Ends the stay over what was taken away and begins another over a fresh database, with what the outbox had in memory. Null where whoever was in is leaving. */
  readonly beginAnew: () => Promise<{ readonly outbox: readonly OutboxItem[] | null; readonly kept: boolean } | null>;
  /** Whether rows of somebody who is not in, or whose lock is closed, were taken away too: then it is not for this to say that nothing was lost. */
  readonly isLostAway: () => Promise<boolean>;
  readonly tell: (lost: StoreLost) => void;
}

export interface StoreLoss {
  /** A store was opened: it is watched as long as it is in use, by what browsers tell and by looking every few seconds: a worker that was frozen has heard of nothing. */
  readonly watch: (store: WriteStore) => void;
  /** Whether this store was taken away; once another one is there in its place. */
  readonly isMadeAnew: (store: WriteStore) => Promise<boolean>;
  readonly end: () => void;
}

/** Databases go one after the other: this long is waited for the others, milliseconds, so that it is said once. */
export const gatherMs = 300;
/** Between two looks, milliseconds: with the time above and the opening, it is noticed within five seconds whatever was not heard. */
export const lookEveryMs = 3_000;

/** While a browser is still clearing, it ends every opening (AbortError, 12 of 60 times in Chromium): asked again this often, after this long each time, milliseconds. */
const looks = 6;
const lookAgainMs = 250;

/** How long the session waits for the fresh database, milliseconds. */
const anewLimitMs = 3_000;

export function createStoreLoss(world: StoreLossWorld): StoreLoss {
  let cancelLook = () => {};
  let cancelGather: (() => void) | null = null;
  const gone = new WeakSet<WriteStore>();
  let ended = false;

  const lookAtMarks = async (): ReturnType<MetaStore['look']> => {
    for (let asked = 1; ; asked += 1) {
      const marks = await world.meta.look();
      if (marks.ok || asked === looks || ended) return marks;
      await new Promise<void>((resolve) => void world.setTimer(lookAgainMs, resolve));
    }
  };

  const recover = async (): Promise<void> => {
    cancelGather = null;
    if (ended) return;
    const marks = await lookAtMarks();
    // Another hub leads: what is missing here is that one's to decide.
    if (marks.ok && marks.value === 'replaced') return;
    const store = world.store();
    const rows = store !== null && gone.has(store);
    if (rows) {
      const anew = world.beginAnew().then((begun) => {
        if (begun !== null) world.tell({ rows, ...begun });
      });
      // A database that is held up is waited for by nobody else: who is here can leave, and hears of it when it opens.
      await within(anew, anewLimitMs, world.setTimer);
    } else if (marks.ok && marks.value === 'made anew' && !(await world.isLostAway())) world.tell({ rows, outbox: [], kept: true });
  };

  let done: Promise<void> = Promise.resolve();
  const noticed = (): void => {
    if (ended || cancelGather !== null) return;
    done = new Promise((resolve) => {
      cancelGather = world.setTimer(gatherMs, () => world.between(() => recover().finally(resolve)));
    });
  };
  world.meta.onTaken(noticed);

  /** Looks as long as this store is the one in use, and until it is. */
  const lookAfter = (store: WriteStore, isInUse: boolean): void => {
    cancelLook();
    if (!ended) cancelLook = world.setTimer(lookEveryMs, () => void look(store, isInUse));
  };
  const look = async (store: WriteStore, wasInUse: boolean): Promise<void> => {
    const isInUse = world.store() === store;
    // Nobody is in any more: marks are looked for by whoever asks for one.
    if (wasInUse && !isInUse) return;
    if (isInUse) await Promise.all([store.look(), world.meta.holdsTerm()]);
    // Another one may be watched by now.
    if (!isInUse || world.store() === store) lookAfter(store, isInUse);
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
