import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query currently matches. */
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

/** From 1280 px on a drawer stands beside the page instead of covering it (LOOK, Grid). */
export const useWide = () => useMedia('(min-width: 80em)');

/** A tall window, as on a wall or large desktop: charts may be taller. */
export const useTall = () => useMedia('(min-width: 80em) and (min-height: 62.5em)');
