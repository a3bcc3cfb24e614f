import type { DeviceKey } from './deviceKey.ts';

/**
 * Tells the platform that this device is locked, until it has answered (D-55). Where it is not reached the session ends by itself within a quarter of an hour, since nobody can refresh it (D-34): nothing
 * is told after that.
 */
export interface Parking {
  /** The lock is closed, or is being closed: the platform is told before anything that takes its time. */
  readonly now: () => void;
  /** The hub begins behind a closed lock: the page before this one may have left the key (bridge/keptKey.ts), and the session goes on then. */
  readonly soon: () => void;
  /** Whether the session waits at the platform, as far as this hub has told it. */
  readonly isParked: () => boolean;
  /** The session goes on. */
  readonly lifted: () => void;
  readonly end: () => void;
}

export interface ParkingWorld {
  readonly park: DeviceKey['park'];
  readonly isClosed: () => boolean;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
}

/** How often it is told again, and how often at most, which is as long as a session lasts without a refresh. */
const againMs = 10_000;
const triesAtMost = 90;
/** As long as a page waits for the key that the one before has left, and a little longer, milliseconds. */
const resumedWithinMs = 6_000;

export function createParking({ park, isClosed, setTimer }: ParkingWorld): Parking {
  let stop = () => {};
  let parked = false;
  const tell = async (tries: number): Promise<void> => {
    const told = await park();
    // Lost, it may have come to the platform all the same.
    parked = told !== 'over';
    if (told === 'unreached' && tries < triesAtMost) stop = setTimer(againMs, () => whileClosed(tries + 1));
  };
  const whileClosed = (tries: number): void => {
    if (isClosed()) void tell(tries);
  };
  return {
    now: () => {
      stop();
      void tell(1);
    },
    soon: () => {
      stop();
      stop = setTimer(resumedWithinMs, () => whileClosed(1));
    },
    isParked: () => parked,
    lifted: () => {
      parked = false;
    },
    end: () => stop(),
  };
}
