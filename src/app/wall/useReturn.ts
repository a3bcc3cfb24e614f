import { useEffect, useState } from 'react';
import { holdsDeviceKey, proveDevice } from '../../bridge/deviceKey.ts';
import { hub } from '../../bridge/hub.ts';
import { askAgainMs } from '../../domain/session/limits.ts';

/**
 * Whether a display that is nobody has to be paired: not before the key of this browser, where there is one, was refused. A browser that was killed may have lost its newest cookie and nothing else (G-17).
 * @param tries false where the key was refused already, or somebody's log-out is still to be told: no session is renewed then
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
      // Gone by then, where that let it in.
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
