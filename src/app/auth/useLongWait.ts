import { useEffect, useState } from 'react';
import { silentAfterMs } from '../../domain/link/machine.ts';

/** Whether something has been waited for as long as a link may keep silent (8 s, F-31): then it is said, and there is a way out. */
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
