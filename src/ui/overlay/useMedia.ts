import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query holds now. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** From 1280 px on a drawer pushes instead of covering (LOOK, Grid). */
export const useWide = () => useMedia('(min-width: 1280px)');

/** A window with height to spare, as on a wall or a large desk: charts may take it. */
export const useTall = () => useMedia('(min-width: 1280px) and (min-height: 1000px)');
