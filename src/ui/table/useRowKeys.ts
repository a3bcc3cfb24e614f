import { type FocusEvent, type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

interface Input {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly count: number;
  readonly pageRows: number;
  readonly scrollTo: (index: number) => void;
  readonly open: (index: number) => void;
  readonly toggle: ((index: number) => void) | null;
}

const controls = 'button, a, input, label, select, [tabindex]:not(.uk-tr)';

/** Target index of a key pressed at `at`; null if the key does not move. Pure. */
export function movedIndex(key: string, at: number, count: number, pageRows: number): number | null {
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + pageRows, PageUp: at - pageRows, Home: 0, End: count - 1 }[key];
  return to === undefined || count === 0 ? null : Math.min(count - 1, Math.max(0, to));
}

/**
 * Roving tab stop: one row is in the Tab order and the keys move it. A row outside the view is scrolled in before it gets the focus. When
 * the row with the focus leaves, or its content arrives, the row in its place has the focus: it would fall to the page otherwise, and the
 * next key would do nothing.
 */
export function useRowKeys({ scroller, count, pageRows, scrollTo, open, toggle }: Input) {
  const [active, setActive] = useState(0);
  const wanted = useRef<number | null>(null);
  /** The row that has the focus, itself or in a control; null if none has. Unlike a blur, its removal is not reported. */
  const focused = useRef<{ readonly row: Element; readonly index: number } | null>(null);
  const rowAt = (index: number) => scroller.current?.querySelector<HTMLElement>(`.uk-tr[data-index="${index}"]`) ?? null;

  // The target row may not be rendered yet; it gets the focus in the first render that contains it.
  useEffect(() => {
    const row = wanted.current === null ? null : rowAt(Math.min(wanted.current, count - 1));
    if (row === null) return;
    wanted.current = null;
    row.focus({ preventScroll: true });
  });

  useLayoutEffect(() => {
    const before = focused.current;
    if (before === null || wanted.current !== null || document.activeElement !== document.body) return;
    const row = before.row.isConnected ? before.row : rowAt(Math.min(before.index, count - 1));
    if (row instanceof HTMLElement) row.focus({ preventScroll: true });
  });

  const indexOf = (target: EventTarget): number | null => {
    const row = target instanceof Element ? target.closest<HTMLElement>('.uk-tr') : null;
    return row?.dataset['index'] === undefined ? null : Number(row.dataset['index']);
  };

  const on = {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      const row = target.closest('.uk-tr');
      const index = indexOf(target);
      focused.current = row === null || index === null ? null : { row, index };
      if (index !== null) setActive(index);
    },
    onBlur: () => {
      // In another window nothing else gets the focus: it comes back here.
      if (document.hasFocus()) focused.current = null;
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const at = indexOf(event.target);
      const onRow = event.target instanceof Element && event.target.classList.contains('uk-tr');
      if (at === null) return;
      const to = movedIndex(event.key, at, count, pageRows);
      if (to !== null && (onRow || event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
        event.preventDefault();
        wanted.current = to;
        setActive(to);
        scrollTo(to);
        return;
      }
      if (!onRow) return;
      if (event.key === 'Enter') open(at);
      else if (event.key === ' ' && toggle !== null) toggle(at);
      else return;
      event.preventDefault();
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      const at = indexOf(event.target);
      if (at === null || !(event.target instanceof Element)) return;
      // Only controls inside the row count; the table and page around it are focusable too.
      const control = event.target.closest(controls);
      if (control !== null && event.target.closest('.uk-tr')?.contains(control) === true) return;
      if (getSelection()?.isCollapsed === false) return; // the user is selecting text to copy
      setActive(at);
      open(at);
    },
  };
  return { active, on };
}
