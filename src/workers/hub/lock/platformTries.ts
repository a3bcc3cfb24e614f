import { lockEndpoints } from '../../../contracts/lockEndpoints.ts';
import type { Call } from '../../../domain/api/client.ts';
import { within } from '../within.ts';

/** How long to wait for the platform's count after a wrong try, milliseconds: the user is waiting. */
const limitMs = 2_000;

/** The count of wrong tries that the platform keeps; no change of the disk lowers it. */
export interface PlatformTries {
  /** Reports a wrong try with this device's count. Returns the platform's count; 0 if unknown. */
  readonly wrong: (count: number) => Promise<number>;
  /** Reports a right try; nothing waits for it. */
  readonly right: () => void;
}

/**
 * The platform's own count of wrong tries at this device's lock, over the session (G-5). `call` must be one whose refusals are not
 * handled: a lock opens whatever the session's state.
 */
export function createPlatformTries(
  call: Call<AbortSignal>,
  { setTimer, hasSession }: { readonly setTimer: (delayMs: number, run: () => void) => () => void; readonly hasSession: () => boolean },
): PlatformTries {
  /** A right try that the platform has not confirmed: it is reported before the next wrong one. */
  let owed = false;
  const tellRight = async (): Promise<void> => {
    owed = true;
    const told = await call(lockEndpoints.clearLockTries);
    if (told.ok) owed = false;
  };
  return {
    wrong: async (count) => {
      if (!hasSession()) return 0;
      const telling = async () => {
        if (owed) await tellRight();
        return call(lockEndpoints.countLockTry, { body: { wrong: count } });
      };
      const told = await within(telling(), limitMs, setTimer);
      return told !== 'late' && told.ok ? told.value.value.wrong : 0;
    },
    right: () => {
      if (hasSession()) void tellRight();
    },
  };
}
