import { type FocusEvent, type KeyboardEvent, type RefObject, useCallback, useEffect, useRef } from 'react';
import type { ToastStore } from './store.ts';

/** Alt+T (I-20), recognised by its physical key, because with Alt held some keyboards produce another character. */
const asks = (event: globalThis.KeyboardEvent): boolean => event.altKey && !event.ctrlKey && !event.metaKey && event.code === 'KeyT';

/**
 * Keyboard control of the toasts: Alt+T spreads them and moves the focus there; Escape or Alt+T again returns it. While a dialog traps
 * the focus they are only spread. Closing a toast by key moves the focus to the next one; closing the last returns it.
 */
export function useToastKeys(section: RefObject<HTMLElement | null>, store: ToastStore) {
  /** Element that had the focus before it moved to the toasts; null while the focus is elsewhere. */
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
    // A press outside folds them.
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
    /** Props of the element around all toasts. */
    around: {
      onFocus: (event: FocusEvent<HTMLElement>) => {
        if (before.current === null && event.relatedTarget instanceof HTMLElement && !event.currentTarget.contains(event.relatedTarget))
          before.current = event.relatedTarget;
        store.hold('focus');
      },
      onBlur: (event: FocusEvent<HTMLElement>) => {
        if (event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)) return;
        if (!document.hasFocus()) return; // the window lost the focus; it will return to the same element
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
    /** Call before the toast with this button disappears. */
    leave: (button: HTMLElement) => {
      if (document.activeElement !== button) return;
      const others = [...(section.current?.querySelectorAll<HTMLElement>('li:not([data-going]) button') ?? [])];
      const next = others[others.indexOf(button) + 1] ?? others[others.indexOf(button) - 1];
      if (next === undefined) giveBack();
      else next.focus({ preventScroll: true });
    },
  };
}
