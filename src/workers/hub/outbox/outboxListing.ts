import type { OutboxItem } from '../../../contracts/outbox.ts';
import type { Problem, Result } from '../../../contracts/problem.ts';
import { exponentialDelayMs } from '../../../domain/backoff.ts';
import { within } from '../within.ts';

/** The stored outbox, as `OutboxStore.list` returns it. */
export interface Listed {
  readonly items: readonly OutboxItem[];
  readonly setAside: number;
}

/** What the reading is given. `storage` reports that the disk failed, and null once it works again. */
export interface ListingDeps {
  readonly list: () => Promise<Result<Listed>>;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  readonly storage: (problem: Problem | null) => void;
  /** Called once, when everything stored in the outbox is known. */
  readonly listed: (listed: Listed) => void;
}

/**
 * Reads what earlier hubs left in the outbox and retries with back-off until it succeeds: an outbox that cannot be read is not empty
 * (issue 13, point 3).
 */
export interface Listing {
  /** Null once it is read; otherwise the problem, after one more attempt. */
  readonly ready: () => Promise<Problem | null>;
  /** Whether it is read; waits no longer than a working disk takes (1.5 s). */
  readonly isKnown: () => Promise<boolean>;
  readonly stop: () => void;
}

const knownWithinMs = 1_500;

/** Begins to read at once. */
export function beginListing(deps: ListingDeps): Listing {
  let done = false;
  let stopped = false;
  let failures = 0;
  let trying: Promise<Problem | null> | null = null;
  let cancelRetry = () => {};

  const read = async (): Promise<Problem | null> => {
    const listed = await deps.list();
    if (listed.ok) {
      done = true;
      if (failures > 0) deps.storage(null);
      deps.listed(listed.value);
      return null;
    }
    // A hub that was replaced meanwhile says nothing about the disk.
    if (listed.problem.code === 'storage') deps.storage({ ...listed.problem, message: unreadable });
    failures += 1;
    if (!stopped && listed.problem.code !== 'cancelled') {
      cancelRetry();
      cancelRetry = deps.setTimer(exponentialDelayMs(failures), () => void attempt());
    }
    return listed.problem;
  };
  const attempt = (): Promise<Problem | null> => {
    if (done) return Promise.resolve(null);
    trying ??= read().finally(() => {
      trying = null;
    });
    return trying;
  };
  void attempt();

  return {
    ready: attempt,
    isKnown: async () => (await within(attempt(), knownWithinMs, deps.setTimer)) === null,
    stop: () => {
      stopped = true;
      cancelRetry();
    },
  };
}

const unreadable =
  'Unsent actions on this device cannot be read right now. Nothing is lost: reading is retried automatically, and it is sent once it can be read.';
