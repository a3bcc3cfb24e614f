import { useSyncExternalStore } from 'react';

/** Layout of the chrome: phones have a tab bar, tablets a folded menu, wider windows the whole bar. */
export type Breakpoint = 'phone' | 'tablet' | 'desktop';

const phone = '(max-width: 37.4375em)';
const desktop = '(min-width: 70em)';

function listen(listener: () => void): () => void {
  const queries = [matchMedia(phone), matchMedia(desktop)];
  for (const query of queries) query.addEventListener('change', listener);
  return () => {
    for (const query of queries) query.removeEventListener('change', listener);
  };
}

function read(): Breakpoint {
  if (matchMedia(phone).matches) return 'phone';
  return matchMedia(desktop).matches ? 'desktop' : 'tablet';
}

/** The layout for the window's width. Only one is in the document at a time, so screen readers find nothing twice. */
export function useBreakpoint(): Breakpoint {
  return useSyncExternalStore(listen, read);
}
