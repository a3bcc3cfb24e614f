import { useEffect, useState } from 'react';

/** The first rows come first: code that is read beside them would hold them up. */
const afterMs = 1_000;

let isLate = false;

/** False at first and true a second after the first mount of anything that asks: what is not on the way to the first row waits for it. */
export function useLate(): boolean {
  const [late, setLate] = useState(isLate);
  useEffect(() => {
    const timer = setTimeout(() => {
      isLate = true;
      setLate(true);
    }, afterMs);
    return () => clearTimeout(timer);
  }, []);
  return late;
}
