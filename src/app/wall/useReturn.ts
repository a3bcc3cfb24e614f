import { useEffect, useState } from 'react';
import { holdsDeviceKey, proveDevice } from '../../bridge/keys/deviceKey.ts';
import { hub } from '../../bridge/hub/hub.ts';
import { askAgainMs } from '../../domain/session/limits.ts';

/**
 * Whether a display without a session must be paired: not before this browser's key, if it has one, was refused. A browser that was
 * killed may have lost only its newest cookie (G-17).
 * @param tries false if the key was already refused, or a log-out is still to be sent: then no session is renewed
 */
export function useReturn(tries: boolean): boolean {
  const [pairs, setPairs] = useState(!tries);
  useEffect(() => {
    if (!tries) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const ask = async (): Promise<void> => {
      const outcome = (await holdsDeviceKey()) ? await proveDevice() : 'refused';
      if (over) return;
      if (outcome === 'refused') return setPairs(true);
      if (outcome === 'renewed') await hub.signedIn();
      // If that restored the session, this component is unmounted by now.
      if (!over) timer = setTimeout(() => void ask(), askAgainMs);
    };
    void ask();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [tries]);
  return pairs || !tries;
}
