import type { Problem } from '../../contracts/problem.ts';
import type { Call } from '../../domain/api/client.ts';
import type { DeviceKeyStore } from '../../store/deviceKeys.ts';
import { createDeviceKey, type DeviceKey } from './deviceKey.ts';
import { createParking, type Parking } from './parking.ts';

/** A session that is bound to the key of this device (D-55): the key, and whether the session waits at the platform for the app lock to be opened. */
export interface BoundSession {
  readonly device: DeviceKey;
  readonly parking: Parking;
  /** Has a parked session go on; whether it does. Every call that was refused waits for the one. */
  readonly unpark: () => Promise<boolean>;
  /** Whoever was in has left for good, and the key goes with them. Answers until when, at the latest, the cookie still opens the session, whose end by itself was at `endsAt`; null where whoever has it could refresh it, or that end is not known. */
  readonly left: (endsAt: number) => Promise<number | null>;
}

export interface BoundWorld {
  readonly store: DeviceKeyStore;
  /** Calls whose refusals are not heeded: what they say of the session is told by whoever asked. */
  readonly call: Call<AbortSignal>;
  readonly storage: (problem: Problem) => void;
  readonly isClosed: () => boolean;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
}

export function createBoundSession({ store, call, storage, isClosed, setTimer }: BoundWorld): BoundSession {
  const key = createDeviceKey({ store, call, storage });
  const parking = createParking({ park: key.park, isClosed, setTimer });
  /** What the key has signed, and the platform heard after the lock had closed, has the session go on behind it: it is parked again. */
  const beforeLock = async <T>(signed: () => Promise<T>): Promise<T> => {
    const began = !isClosed();
    const answer = await signed();
    if (began && isClosed()) parking.now();
    return answer;
  };
  const device: DeviceKey = {
    ...key,
    refresh: () => beforeLock(key.refresh),
    replace: (options) => beforeLock(() => key.replace(options)),
  };
  let unparking: Promise<boolean> | null = null;
  return {
    device,
    parking,
    unpark: () => {
      unparking ??= device.refresh().then(({ ok }) => {
        unparking = null;
        if (ok) parking.lifted();
        return ok;
      });
      return unparking;
    },
    left: async (endsAt) => {
      const isBound = await device.isBound();
      await device.forget();
      return isBound && endsAt > 0 ? endsAt : null;
    },
  };
}
