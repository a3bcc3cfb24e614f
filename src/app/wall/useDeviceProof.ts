import { useEffect, useState } from 'react';
import { proveDevice } from '../../bridge/keys/deviceKey.ts';
import { askAgainMs } from '../../domain/session/limits.ts';
import { proveEveryMs } from '../../domain/session/deviceProof.ts';

/**
 * Keeps the display's cookie valid: renews it with this browser's key at the start, every few minutes, and every few seconds while the
 * platform cannot be reached (G-17). Returns whether it was refused, so that the display must be paired again. Starts over for another
 * display.
 */
export function useDeviceProof(displayId: string): boolean {
  const [refused, setRefused] = useState<string | null>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const ask = async (): Promise<void> => {
      const outcome = await proveDevice();
      if (over) return;
      if (outcome === 'refused') setRefused(displayId);
      else timer = setTimeout(() => void ask(), outcome === 'renewed' ? proveEveryMs : askAgainMs);
    };
    void ask();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [displayId]);
  return refused === displayId;
}
