import { useCallback, useState } from 'react';

/** The rows in sight of a table's window: inclusive indices, before the first drawing a screen of them. */
export function useRange(): readonly [{ readonly first: number; readonly last: number }, (first: number, last: number) => void] {
  const [range, setRange] = useState({ first: 0, last: 39 });
  const onRange = useCallback(
    (first: number, last: number) => setRange((old) => (old.first === first && old.last === last ? old : { first, last })),
    [],
  );
  return [range, onRange];
}
