import { lockEndpoints } from '../../contracts/lockEndpoints.ts';
import type { Call } from '../../domain/api/client.ts';
import { within } from './within.ts';

/** How long is waited for the platform's count after a wrong try, milliseconds: whoever typed it waits. */
const limitMs = 2_000;

export interface PlatformTries {
  /** Tells of a wrong try, how many there were by this device's count. Answers how many by the platform's; 0 where it does not say. */
  readonly wrong: (count: number) => Promise<number>;
  /** Tells of a right one, which nobody waits for. */
  readonly right: () => void;
}

/**
 * The platform's own count of wrong tries at this device's lock, over the session (G-5). `call` is the one whose refusals are not heeded: what it says of a session is found out elsewhere, and a
 * lock is opened whatever becomes of it.
 */
export function createPlatformTries(
  call: Call<AbortSignal>,
  { setTimer, hasSession }: { readonly setTimer: (delayMs: number, run: () => void) => () => void; readonly hasSession: () => boolean },
): PlatformTries {
  /** A right try that the platform was not told of: before the next wrong one it is. */
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
