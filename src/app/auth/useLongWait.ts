import { useEffect, useState } from 'react';
import { silentAfterMs } from '../../domain/link/machine.ts';

/** True after waiting as long as a link may be silent (8 s, F-31): then the page says so and offers a way out. */
export function useLongWait(waiting: boolean): boolean {
  const [long, setLong] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setLong(true), silentAfterMs);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [waiting]);
  return long && waiting;
}
