import type { Problem, Result } from '../../../contracts/problem.ts';
import type { Call } from '../../../domain/api/client.ts';
import type { DeviceKeyStore } from '../../../store/deviceKeys.ts';
import { createDeviceKey, type DeviceKey } from './deviceKey.ts';
import { createParking, type Parking } from './parking.ts';

/** A session bound to this device's key (D-55): the key, and whether the session is parked at the platform until the app lock is opened. */
export interface BoundSession {
  readonly device: DeviceKey;
  readonly parking: Parking;
  /** Unparks a parked session; a refusal means that this device can never resume it. All calls refused meanwhile share one attempt. */
  readonly unpark: () => Promise<Result<unknown>>;
  /**
   * The user has signed out: removes the key. Returns the time until which the cookie may still open the session, where `endsAt` is the
   * session's own end; null if the cookie's holder could refresh it, or if that end is unknown.
   */
  readonly left: (endsAt: number) => Promise<number | null>;
}

/** What a bound session is given. `storage` reports that the disk failed, `isClosed` whether the app lock is closed. */
export interface BoundDeps {
  readonly store: DeviceKeyStore;
  /** Calls whose refusals are not handled here: the caller handles what they say about the session. */
  readonly call: Call<AbortSignal>;
  readonly storage: (problem: Problem) => void;
  readonly isClosed: () => boolean;
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
}

/** Reads nothing from the disk before the first call. */
export function createBoundSession({ store, call, storage, isClosed, setTimer }: BoundDeps): BoundSession {
  const device = createDeviceKey({ store, call, storage, setTimer });
  const parking = createParking({ park: device.park, isClosed, setTimer });
  let unparking: Promise<Result<unknown>> | null = null;
  return {
    device,
    parking,
    unpark: () => {
      unparking ??= device.refresh().then((refreshed) => {
        unparking = null;
        if (refreshed.ok) parking.lifted();
        return refreshed;
      });
      return unparking;
    },
    left: async (endsAt) => {
      const isBound = await device.isBound();
      const isGone = await device.forget();
      return isBound && isGone && endsAt > 0 ? endsAt : null;
    },
  };
}
