import { type RefCallback, type RefObject, useCallback, useLayoutEffect, useRef } from 'react';

const heirs = new WeakMap<Element, () => HTMLElement | null>();

/** Names who gets the focus in place of an element, or of anything in it, once it is gone: of a row that leaves its list, the next one. */
export function leaveFocusTo(element: Element, heir: () => HTMLElement | null): void {
  heirs.set(element, heir);
}

/** Whether it is out of the page, or in something that is just closing (zag's mark). */
const isGoing = (element: Element): boolean => !element.isConnected || element.closest('[role*=dialog][data-state=closed]') !== null;

/** The element itself while it is there, otherwise whoever it leaves the focus to; null if that is nobody. */
export function focusable(element: Element | null): HTMLElement | null {
  if (element === null) return null;
  if (!isGoing(element)) return element instanceof HTMLElement && element !== document.body ? element : null;
  // What is taken out of a page keeps its own parents up to the part that was taken out.
  for (let around: Element | null = element; around !== null; around = around.parentElement) {
    const heir = heirs.get(around)?.() ?? null;
    if (heir !== null) return heir;
  }
  return null;
}

interface FocusBack {
  /** What opens, and its setter: its parts leave the focus to whoever had it before. */
  readonly content: RefObject<HTMLDivElement | null>;
  readonly setContent: RefCallback<HTMLDivElement>;
  /** Asked when it closes: who gets the focus; null if the overlay's own rule decides. */
  readonly focusBack: () => HTMLElement | null;
}

/** For what opens over a page and takes the focus: gives it back, also if whoever had it is gone by then. */
export function useFocusBack(open: boolean): FocusBack {
  const content = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(null);
  // Before the overlay's own effects move the focus in.
  useLayoutEffect(() => {
    if (open) before.current = document.activeElement;
  }, [open]);
  const setContent = useCallback((element: HTMLDivElement | null) => {
    content.current = element;
    if (element !== null) leaveFocusTo(element, () => focusable(before.current));
  }, []);
  const focusBack = (): HTMLElement | null => (before.current === null || !isGoing(before.current) ? null : focusable(before.current));
  return { content, setContent, focusBack };
}
