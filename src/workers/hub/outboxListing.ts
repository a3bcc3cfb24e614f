import type { OutboxItem } from '../../contracts/outbox.ts';
import type { Problem, Result } from '../../contracts/problem.ts';
import { exponentialDelayMs } from '../../domain/backoff.ts';
import { within } from './within.ts';

/** What stands on the disk, as `OutboxStore.list` answers it. */
export interface Listed {
  readonly items: readonly OutboxItem[];
  readonly setAside: number;
}

export interface ListingWorld {
  readonly list: () => Promise<Result<Listed>>;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  readonly storage: (problem: Problem | null) => void;
  /** Once: everything that was waiting on this device is known from now on. */
  readonly listed: (listed: Listed) => void;
}

/** Reads what the hubs before left in the outbox, tried again with back-off until it is read: what cannot be read is not nothing (issue 13, point 3). */
export interface Listing {
  /** Null once it is read; else why it is not, after one more try. */
  readonly ready: () => Promise<Problem | null>;
  /** Whether it is read, without waiting longer than a disk takes that answers at all. */
  readonly isKnown: () => Promise<boolean>;
  readonly stop: () => void;
}

const knownWithinMs = 1_500;

export function beginListing(world: ListingWorld): Listing {
  let done = false;
  let stopped = false;
  let failures = 0;
  let trying: Promise<Problem | null> | null = null;
  let cancelRetry = () => {};

  const read = async (): Promise<Problem | null> => {
    const listed = await world.list();
    if (listed.ok) {
      done = true;
      if (failures > 0) world.storage(null);
      world.listed(listed.value);
      return null;
    }
    // A hub that was replaced meanwhile has nothing to say of the disk.
    if (listed.problem.code === 'storage') world.storage({ ...listed.problem, message: unreadable });
    failures += 1;
    if (!stopped && listed.problem.code !== 'cancelled') {
      cancelRetry();
      cancelRetry = world.setTimer(exponentialDelayMs(failures), () => void attempt());
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
    isKnown: async () => (await within(attempt(), knownWithinMs, world.setTimer)) === null,
    stop: () => {
      stopped = true;
      cancelRetry();
    },
  };
}

const unreadable =
  'What is waiting on this device to be sent cannot be read just now. Nothing of it is lost: it is tried again by itself, and sent once it can be read.';
