/**
 * Whose turn it is at what is costly: the hash of a password, a tenth of a second of a core and 32 MiB each (A-14, G-6). Two run at a time. Whoever is known, by a session or a device's mark, comes before
 * all strangers and so waits for no more of them than run; strangers take turns by network, so that one network that asks for a thousand keeps no other waiting for more than one turn each.
 */

/** Who asks: somebody with a session or on a device of theirs, or a stranger of a network (networksOf, `far`). */
export type Asker = 'known' | { readonly network: string };

/** A queue for what is costly. */
export interface Turns {
  /** Does `work` when it is its turn; null, and it has not begun and never will, where there is no place to wait. */
  run<T>(by: Asker, work: () => Promise<T>): Promise<T | null>;
  /** The same for the platform itself, and for somebody who has just proved who they are: among the known, and never refused. */
  always<T>(work: () => Promise<T>): Promise<T>;
}

interface Waiting {
  /** @param may false for one that loses its place */
  readonly go: (may: boolean) => void;
}

/** Makes one. `atOnce` run; of strangers, of all networks together, at most `mostStrangers` wait, and of the known at most `mostKnown`. */
export function createTurns(limits: { readonly atOnce: number; readonly mostStrangers: number; readonly mostKnown: number }): Turns {
  let running = 0;
  const known: Waiting[] = [];
  /** By network, whose turn is next first. None is empty. */
  const strangers = new Map<string, Waiting[]>();
  let strangersWaiting = 0;

  const next = (): Waiting | undefined => {
    const first = known.shift();
    if (first !== undefined) return first;
    const [turn] = strangers;
    if (turn === undefined) return undefined;
    const [network, line] = turn;
    const waiting = line.shift();
    strangers.delete(network);
    if (line.length > 0) strangers.set(network, line); // behind the others
    strangersWaiting -= 1;
    return waiting;
  };

  /** Makes a place for a stranger: where all are taken, the newest of the network with the most loses its own to one of a network with fewer. */
  const makePlace = (network: string): boolean => {
    if (strangersWaiting < limits.mostStrangers) return true;
    const longest = [...strangers.values()].reduce((most, line) => (line.length > most.length ? line : most));
    if (longest.length <= (strangers.get(network)?.length ?? 0) + 1) return false;
    longest.pop()?.go(false);
    strangersWaiting -= 1;
    return true;
  };

  const waitKnown = (): Promise<boolean> => new Promise((go) => void known.push({ go }));
  const wait = (by: Asker): Promise<boolean> => {
    if (by === 'known') return known.length < limits.mostKnown ? waitKnown() : Promise.resolve(false);
    if (!makePlace(by.network)) return Promise.resolve(false);
    return new Promise((go) => {
      strangersWaiting += 1;
      const line = strangers.get(by.network);
      if (line === undefined) strangers.set(by.network, [{ go }]);
      else line.push({ go });
    });
  };
  const done = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } finally {
      const following = next();
      if (following === undefined) running -= 1;
      else following.go(true);
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
    async always(work) {
      if (!isFree()) await waitKnown();
      return done(work);
    },
  };
}
