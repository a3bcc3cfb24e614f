import type { ResourceKey } from '../../contracts/rpc.ts';
import type { Fetched } from './fetchContext.ts';
import { createLanes } from './lanes.ts';

/**
 * Reads under way together, whoever wants them. A browser holds six connections to an HTTP/1.1 host: one is the stream's, and one is left for what cannot wait for a slow
 * read, the code of the page that is opened and a decision on its way.
 */
const readsAtOnce = 4;
/** Of them, those that hung when they were asked last: a part of the platform that takes every call and answers none holds each for half a minute, and leaves turns to the others. */
const doubtfulAtOnce = 2;

const brokenOff: Fetched = { ok: false, problem: { code: 'cancelled', message: 'Nobody waits for it any more.', retry: false } };

/** Whose turn it is among reads, and how one ends before its answer. One read of a resource at a time is the caller's to see to. It knows neither queries nor failures. */
export interface ReadTurns {
  /** Runs a read when its turn comes. Never runs one that was broken off while it waited. */
  readonly run: (key: ResourceKey, isDoubtful: boolean, load: (signal: AbortSignal) => Promise<Fetched>) => Promise<Fetched>;
  /** Ends the read of this resource where one is under way or waits. */
  readonly breakOff: (key: ResourceKey) => void;
  /** Breaks all of them off; once it resolves none can write any more. */
  readonly giveUp: () => Promise<void>;
}

export function createReadTurns(): ReadTurns {
  const running = new Map<Promise<Fetched>, { readonly key: ResourceKey; readonly ending: AbortController }>();
  const inTurn = createLanes(readsAtOnce);
  const inDoubt = createLanes(doubtfulAtOnce);
  return {
    run: async (key, isDoubtful, load) => {
      const ending = new AbortController();
      const { signal } = ending;
      const turn = () => inTurn(() => (signal.aborted ? Promise.resolve(brokenOff) : load(signal)));
      const work = isDoubtful ? inDoubt(turn) : turn();
      running.set(work, { key, ending });
      return work.finally(() => running.delete(work));
    },
    breakOff: (key) => {
      for (const read of running.values()) if (read.key === key) read.ending.abort();
    },
    giveUp: async () => {
      for (const { ending } of running.values()) ending.abort();
      // To abort only tells; a read that is already writing ends when it has written.
      await Promise.allSettled(running.keys());
    },
  };
}
