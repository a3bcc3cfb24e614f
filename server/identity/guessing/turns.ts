/**
 * Queue for costly work: password hashes, each a tenth of a second of one core and 32 MiB (A-14, G-6). Two run at a time. Known callers
 * (with a session or a device mark) go before all unknown ones, so they wait at most for those already running. Known callers take turns
 * by account, unknown ones by network: an account or network with a thousand requests delays each other one by one turn at a time.
 */

/** A caller with a session, on a known device, or who has just authenticated. */
export interface Known {
  /** The account id, or a fixed name for the platform itself. */
  readonly account: string;
}

/** The caller: known, or unknown from a network (networksOf, `far`). */
export type Asker = Known | { readonly network: string };

/** A fair queue for costly work. */
export interface Turns {
  /** Runs `work` when its turn comes; null if there is no place in the queue, and `work` never runs. */
  run<T>(by: Asker, work: () => Promise<T>): Promise<T | null>;
  /** Like `run`, but never refused: for the platform itself and for callers who have just authenticated. */
  always<T>(by: Known, work: () => Promise<T>): Promise<T>;
}

/** Resumes a waiting caller; false if it lost its place. */
type Go = (may: boolean) => void;

/** Waiting callers, in turns by account or network. */
interface Line {
  next(): Go | undefined;
  /**
   * Makes room for one more of `whose`. If full, the newest entry of the longest group is dropped in favour of a shorter group; false if
   * there is none longer.
   */
  makePlace(whose: string): boolean;
  /** @param losable whether it takes one of the limited places and may be dropped */
  push(whose: string, go: Go, losable: boolean): void;
}

/** Creates a line with this many places. */
function createLine(most: number): Line {
  interface Waiting {
    readonly go: Go;
    readonly losable: boolean;
  }
  /** Waiting entries by group, in the order of their next turns. No group is empty. */
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
      if (line.length > 0) lines.set(whose, line); // goes to the end
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

/**
 * Creates the queue. `atOnce`: how many run. `maxStrangers`, `maxKnown`: how many unknown callers (all networks) and known callers (all
 * accounts) may wait.
 */
export function createTurns(limits: { readonly atOnce: number; readonly maxStrangers: number; readonly maxKnown: number }): Turns {
  let running = 0;
  const known = createLine(limits.maxKnown);
  const strangers = createLine(limits.maxStrangers);

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
  /** Takes a running slot if one is free. */
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
