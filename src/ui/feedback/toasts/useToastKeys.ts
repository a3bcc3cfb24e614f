import { type FocusEvent, type KeyboardEvent, type RefObject, useCallback, useEffect, useRef } from 'react';
import type { ToastStore } from './store.ts';

/** Alt+T (I-20): by its place on the keyboard, since with Alt held the key itself says something else on some of them. */
const asks = (event: globalThis.KeyboardEvent): boolean => event.altKey && !event.ctrlKey && !event.metaKey && event.code === 'KeyT';

/**
 * The keyboard among the messages: Alt+T spreads them and takes the focus there, Escape and Alt+T again give it back. While a dialog keeps the focus they are
 * spread and no more. A message closed by key hands the focus to the next one, the last one to whatever had it before.
 */
export function useToastKeys(section: RefObject<HTMLElement | null>, store: ToastStore) {
  /** What had the focus before it came here; null while it is elsewhere. */
  const before = useRef<HTMLElement | null>(null);

  const giveBack = useCallback(() => {
    const to = before.current;
    before.current = null;
    if (to?.isConnected === true) to.focus({ preventScroll: true });
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }, []);

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const { state } = store.view();
      if (!asks(event) || state.held.length === 0) return;
      event.preventDefault();
      const here = section.current?.contains(document.activeElement) === true;
      if (state.asked) {
        store.fold();
        if (here) giveBack();
        return;
      }
      store.ask();
      if (here || document.querySelector('[aria-modal="true"]') !== null) return;
      before.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
      section.current?.focus({ preventScroll: true });
    };
    // A finger beside them: folded as they were.
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Node && section.current?.contains(event.target) === false) store.fold();
    };
    document.addEventListener('keydown', onKey, true);
    document.addEventListener('pointerdown', onPress, true);
    return () => {
      document.removeEventListener('keydown', onKey, true);
      document.removeEventListener('pointerdown', onPress, true);
    };
  }, [section, store, giveBack]);

  return {
    /** For the element around all of them. */
    around: {
      onFocus: (event: FocusEvent<HTMLElement>) => {
        if (before.current === null && event.relatedTarget instanceof HTMLElement && !event.currentTarget.contains(event.relatedTarget))
          before.current = event.relatedTarget;
        store.hold('focus');
      },
      onBlur: (event: FocusEvent<HTMLElement>) => {
        if (event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)) return;
        if (!document.hasFocus()) return; // the window has lost it; it comes back to the same place
        before.current = null;
        store.release('focus');
        store.fold();
      },
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        giveBack();
      },
    },
    /** Before the message with this button goes. */
    leave: (button: HTMLElement) => {
      if (document.activeElement !== button) return;
      const others = [...(section.current?.querySelectorAll<HTMLElement>('li:not([data-going]) button') ?? [])];
      const next = others[others.indexOf(button) + 1] ?? others[others.indexOf(button) - 1];
      if (next === undefined) giveBack();
      else next.focus({ preventScroll: true });
    },
  };
}
