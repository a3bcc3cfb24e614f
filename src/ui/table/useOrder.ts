import { useEffect, useRef } from 'react';

/**
 * Reports the row order to the caller. Rows are new objects on every read; only a changed order is reported.
 * @param order called only if `onOrder` is given
 */
export function useOrder(order: () => readonly string[], onOrder: ((ids: readonly string[]) => void) | undefined): void {
  const told = useRef<readonly string[]>([]);
  useEffect(() => {
    if (onOrder === undefined) return;
    const ids = order();
    if (ids.length === told.current.length && ids.every((id, place) => id === told.current[place])) return;
    told.current = ids;
    onOrder(ids);
  });
}
