import type { Topic, TopicSeqs } from '../../contracts/realtime/event.ts';

/**
 * Owes the machine fetches: keeps trying until what a resync asked for has landed. A second resync adds to what is owed;
 * another epoch of the log replaces it.
 */
export interface Resyncing {
  readonly owe: (topics: TopicSeqs, epoch: string) => void;
  readonly stop: () => void;
}

/** Between two rounds of tries, milliseconds. */
const againMs = 5_000;

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
    // Only what still stands as it was asked: a higher seq may have been added meanwhile by the same round's owner.
    const settled = done.filter((topic) => asked[topic] !== undefined && owed[topic] === asked[topic]);
    owed = Object.fromEntries(Object.entries(owed).filter(([topic]) => !settled.some((name) => name === topic)));
    if (settled.length > 0) landed(settled);
    if (mine !== round || Object.keys(owed).length === 0) return;
    cancel = setTimer(againMs, () => void run(mine));
  };

  return {
    owe: (topics, of) => {
      owed = of === epoch ? { ...owed, ...topics } : topics;
      epoch = of;
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
