import type { Problem, Result } from '../../contracts/problem.ts';
import type { Call } from '../../domain/api/client.ts';
import type { DeviceKeyStore } from '../../store/deviceKeys.ts';
import { createDeviceKey, type DeviceKey } from './deviceKey.ts';
import { createParking, type Parking } from './parking.ts';

/** A session that is bound to the key of this device (D-55): the key, and whether the session waits at the platform for the app lock to be opened. */
export interface BoundSession {
  readonly device: DeviceKey;
  readonly parking: Parking;
  /** Has a parked session go on; a refusal where it never will for this device. Every call that was refused waits for the one. */
  readonly unpark: () => Promise<Result<unknown>>;
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
