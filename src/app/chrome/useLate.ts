import { useEffect, useState } from 'react';

/** Loading other code at once would delay the first rows. Milliseconds. */
const afterMs = 1_000;

let isLate = false;

/** False at first, true a second after the first mount of any user of this hook: for parts that are not needed for the first rows. */
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
