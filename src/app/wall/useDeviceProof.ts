import { useEffect, useState } from 'react';
import { proveDevice } from '../../bridge/deviceKey.ts';
import { askAgainMs } from '../../domain/session/limits.ts';
import { proveEveryMs } from '../../domain/session/deviceProof.ts';

/**
 * Keeps the display's cookie good: it is renewed by the key of this browser when the page begins, every few minutes from then on, and every few seconds while the platform is not reached (G-17).
 * Answers whether it was refused, so that only pairing it again helps. Of another display it is asked anew.
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
