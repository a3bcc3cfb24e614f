import type { Topic, TopicSeqs } from '../../../contracts/realtime/event.ts';

/**
 * Retries the fetches that a resync asked for until they succeed. A second resync adds to them; one for another epoch of the log replaces
 * them.
 */
export interface Resyncing {
  readonly owe: (topics: TopicSeqs, epoch: string) => void;
  readonly stop: () => void;
}

/** Interval between two rounds, milliseconds. */
const againMs = 5_000;

/** `landed` is told topics whose fetch succeeded, unless a later resync asked for more of them meanwhile. */
export function createResyncing(
  fetchAgain: (topics: TopicSeqs, epoch: string) => Promise<readonly Topic[]>,
  landed: (topics: readonly Topic[]) => void,
  setTimer: (delayMs: number, run: () => void) => () => void,
): Resyncing {
  let owed: TopicSeqs = {};
  let epoch = '';
  let round = 0;
  let cancel = () => {};

  const run = async (mine: number): Promise<void> => {
    const asked = owed;
    const done = await fetchAgain(asked, epoch);
    if (mine !== round) return;
    // Only topics whose requested seq is unchanged: a later resync may have raised it meanwhile.
    const settled = done.filter((topic) => asked[topic] !== undefined && owed[topic] === asked[topic]);
    owed = Object.fromEntries(Object.entries(owed).filter(([topic]) => !settled.some((name) => name === topic)));
    if (settled.length > 0) landed(settled);
    if (mine !== round || Object.keys(owed).length === 0) return;
    cancel = setTimer(againMs, () => void run(mine));
  };

  return {
    owe: (topics, owedEpoch) => {
      owed = owedEpoch === epoch ? { ...owed, ...topics } : topics;
      epoch = owedEpoch;
      round += 1;
      cancel();
      void run(round);
    },
    stop: () => {
      round += 1;
      owed = {};
      cancel();
    },
  };
}
