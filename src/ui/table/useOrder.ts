import { useEffect, useRef } from 'react';

/**
 * Tells somebody else in which order rows stand. Rows come anew with every read: told is only another order.
 * @param order called only where somebody listens
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
