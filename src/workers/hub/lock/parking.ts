import type { DeviceKey } from './deviceKey.ts';

/**
 * Tells the platform that this device is locked, until it answers (D-55). If it cannot be reached, the session ends by itself within a
 * quarter of an hour, since nobody can refresh it (D-34); after that nothing is sent.
 */
export interface Parking {
  /** The lock is closed or closing: tells the platform at once, before any slow work. */
  readonly now: () => void;
  /**
   * The hub starts behind a closed lock: waits first, because the previous page may have left the key (bridge/keys/keptKey.ts), and then the
   * session continues.
   */
  readonly soon: () => void;
  /** Whether the session is parked at the platform, as far as this hub knows. */
  readonly isParked: () => boolean;
  /** The session was resumed. */
  readonly lifted: () => void;
  readonly end: () => void;
}

/** What parking is given. `park` sends one request to park the session. */
export interface ParkingDeps {
  readonly park: DeviceKey['park'];
  readonly isClosed: () => boolean;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
}

/** Retry interval, milliseconds, and maximum number of attempts: together as long as a session lasts without a refresh. */
const againMs = 10_000;
const triesAtMost = 90;
/** Slightly longer than a page waits for the key left by the previous one, milliseconds. */
const resumedWithinMs = 6_000;

/** Counts the session as not parked until a first request has ended. */
export function createParking({ park, isClosed, setTimer }: ParkingDeps): Parking {
  let stop = () => {};
  let parked = false;
  const tell = async (tries: number): Promise<void> => {
    const told = await park();
    // A request without an answer may have reached the platform all the same.
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
