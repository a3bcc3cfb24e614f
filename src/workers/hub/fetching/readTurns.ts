import type { ResourceKey } from '../../../contracts/rpc.ts';
import type { Fetched } from './fetchContext.ts';
import { createLanes } from './lanes.ts';

/**
 * Maximum number of concurrent reads. A browser allows six connections to an HTTP/1.1 host: one for the stream, one for what cannot wait
 * for a slow read (the code of an opened page, a command).
 */
const readsAtOnce = 4;
/**
 * Of these, the maximum for resources whose last read timed out: a part of the platform that accepts calls without answering holds each
 * for half a minute, and this leaves turns for the others.
 */
const doubtfulAtOnce = 2;

const brokenOff: Fetched = { ok: false, problem: { code: 'cancelled', message: 'Nobody waits for it any more.', retry: false } };

/**
 * Schedules concurrent reads and aborts them. The caller makes sure that only one read per resource is under way. Knows neither queries
 * nor failures.
 */
export interface ReadTurns {
  /** Runs a read when its turn comes. Never runs one that was aborted while it waited. */
  readonly run: (key: ResourceKey, isDoubtful: boolean, load: (signal: AbortSignal) => Promise<Fetched>) => Promise<Fetched>;
  /** Aborts this resource's read, running or waiting. */
  readonly breakOff: (key: ResourceKey) => void;
  /** Aborts all reads; once it resolves none can write any more. */
  readonly giveUp: () => Promise<void>;
}

/** Lets `readsAtOnce` reads run at a time, of which `doubtfulAtOnce` may be doubtful ones. */
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
      // Abort is only a signal; a read that is already writing ends when it has written.
      await Promise.allSettled(running.keys());
    },
  };
}
