/**
 * Whose turn it is at what is costly: the hash of a password, a tenth of a second of a core and 32 MiB each (A-14, G-6). Two run at a time. Whoever is known, by a session or a device's mark, comes before
 * all strangers and so waits for no more of them than run. The known take turns by account and strangers by network, so that one account or network that asks for a thousand keeps no other waiting for
 * more than one turn each.
 */

/** Somebody with a session or on a device of theirs, or who has just proved who they are. */
export interface Known {
  /** The account, or what stands for the platform itself. */
  readonly account: string;
}

/** Who asks: somebody known, or a stranger of a network (networksOf, `far`). */
export type Asker = Known | { readonly network: string };

/** A queue for what is costly. */
export interface Turns {
  /** Does `work` when it is its turn; null, and it has not begun and never will, where there is no place to wait. */
  run<T>(by: Asker, work: () => Promise<T>): Promise<T | null>;
  /** The same for the platform itself, and for somebody who has just proved who they are: among the known, and never refused. */
  always<T>(by: Known, work: () => Promise<T>): Promise<T>;
}

/** Told that it may go; false for one that loses its place. */
type Go = (may: boolean) => void;

/** Who waits, in turns by whose they are. */
interface Line {
  next(): Go | undefined;
  /** Makes a place for one more of `whose`: where all are taken, the newest of whoever has the most loses its own to one who has fewer. */
  makePlace(whose: string): boolean;
  /** @param losable whether it takes one of the places, and may lose it */
  push(whose: string, go: Go, losable: boolean): void;
}

/** Makes one with so many places. */
function createLine(most: number): Line {
  interface Waiting {
    readonly go: Go;
    readonly losable: boolean;
  }
  /** By whose they are, whose turn is next first. None is empty. */
  const lines = new Map<string, Waiting[]>();
  let taken = 0;
  const places = (line: readonly Waiting[] | undefined): number => (line ?? []).filter(({ losable }) => losable).length;
  return {
    next() {
      const [turn] = lines;
      if (turn === undefined) return undefined;
      const [whose, line] = turn;
      const waiting = line.shift();
      lines.delete(whose);
      if (line.length > 0) lines.set(whose, line); // behind the others
      if (waiting?.losable) taken -= 1;
      return waiting?.go;
    },
    makePlace(whose) {
      if (taken < most) return true;
      const [longest, line] = [...lines].reduce((longer, each) => (places(each[1]) > places(longer[1]) ? each : longer));
      if (places(line) <= places(lines.get(whose)) + 1) return false;
      const [lost] = line.splice(
        line.findLastIndex(({ losable }) => losable),
        1,
      );
      if (line.length === 0) lines.delete(longest);
      taken -= 1;
      lost?.go(false);
      return true;
    },
    push(whose, go, losable) {
      if (losable) taken += 1;
      const line = lines.get(whose);
      if (line === undefined) lines.set(whose, [{ go, losable }]);
      else line.push({ go, losable });
    },
  };
}

/** Makes one. `atOnce` run; of strangers, of all networks together, at most `mostStrangers` wait, and of the known, of all accounts together, at most `mostKnown`. */
export function createTurns(limits: { readonly atOnce: number; readonly mostStrangers: number; readonly mostKnown: number }): Turns {
  let running = 0;
  const known = createLine(limits.mostKnown);
  const strangers = createLine(limits.mostStrangers);

  const wait = (by: Asker): Promise<boolean> => {
    const [line, whose] = 'account' in by ? [known, by.account] : [strangers, by.network];
    if (!line.makePlace(whose)) return Promise.resolve(false);
    return new Promise((go) => line.push(whose, go, true));
  };
  const done = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } finally {
      const following = known.next() ?? strangers.next();
      if (following === undefined) running -= 1;
      else following(true);
    }
  };
  /** Whether one may begin at once; its place is taken then. */
  const isFree = (): boolean => {
    if (running >= limits.atOnce) return false;
    running += 1;
    return true;
  };
  return {
    run: async (by, work) => (isFree() || (await wait(by)) ? done(work) : null),
    async always(by, work) {
      if (!isFree()) await new Promise<boolean>((go) => known.push(by.account, go, false));
      return done(work);
    },
  };
}
