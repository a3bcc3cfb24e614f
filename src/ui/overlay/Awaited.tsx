import { useEffect, useEffectEvent } from 'react';

/** What everything that opens over a page is given. */
export interface AwaitedProps {
  /** Absent from a question that the console asks by itself: nobody takes that back before it has come. */
  readonly onClose?: (refocus: boolean) => void;
  readonly onMissing: () => void;
}

/** After this long it counts as missing. If the code comes after all, the next press has it. */
const limitMs = 10_000;

/**
 * In the place of an overlay whose code is awaited, and closes as if it were open: it must not come before someone who has turned to
 * something else meanwhile.
 */
export function Awaited({ onClose, onMissing }: AwaitedProps) {
  const close = useEffectEvent(() => onClose?.(false));
  const miss = useEffectEvent(onMissing);
  useEffect(() => {
    const { pathname } = location;
    const limit = setTimeout(() => miss(), limitMs);
    const ended = new AbortController();
    // Captured, so that the press that has opened it is not heard.
    const options = { capture: true, signal: ended.signal };
    const onKey = (event: KeyboardEvent) => {
      // What is open below stays.
      if (event.key === 'Escape') event.stopPropagation();
      if (event.key === 'Escape' || event.key === 'Tab') close();
    };
    const onPress = ({ target }: Event) => {
      // A menu's own button closes it by itself.
      if (!(target instanceof Element && target.closest('[aria-expanded=true]'))) close();
    };
    const onBack = () => {
      if (location.pathname !== pathname) close();
    };
    addEventListener('keydown', onKey, options);
    addEventListener('click', onPress, options);
    addEventListener('popstate', onBack, options);
    return () => {
      clearTimeout(limit);
      ended.abort();
    };
  }, []);
  return null;
}
