import { type FocusEvent, type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { leaveFocusTo } from '../overlay/focusBack.ts';
import type { Places } from './rowPlaces.ts';

interface Input {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly count: number;
  /** Index of the row in the Tab order. */
  readonly active: number;
  readonly onActive: (index: number) => void;
  readonly places: Pick<Places<unknown>, 'ids' | 'idAt' | 'indexOf'>;
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
 * Index that takes over from a row that is gone: the next row of the order it stood in that is still there, otherwise its old place.
 * -1: no rows are left. Pure.
 */
export function nextIndex(
  was: { readonly id: string; readonly index: number; readonly ids: readonly string[] },
  indexOf: (id: string) => number | null,
  count: number,
): number {
  for (const id of was.ids.slice(was.ids.indexOf(was.id) + 1)) {
    const index = indexOf(id);
    if (index !== null) return index;
  }
  return Math.min(was.index, count - 1);
}

/**
 * Roving tab stop: one row is in the Tab order and the keys move it. It stays with its record when rows come and go, and passes to the next
 * one when an act takes its row away, with the focus if that was there. A row outside the view is scrolled in before it gets the focus.
 */
export function useRowKeys({ scroller, count, active, onActive, places, pageRows, scrollTo, open, toggle }: Input) {
  const { ids, idAt, indexOf } = places;
  const wanted = useRef<number | null>(null);
  /** The row that a person has come to, in the order it was last seen in. */
  const at = useRef<{ readonly id: string | null; readonly index: number; readonly ids: readonly string[] } | null>(null);
  const inside = useRef(false);

  useLayoutEffect(() => {
    if (at.current === null) return;
    const { id, index: before } = at.current;
    const isLost = inside.current && document.activeElement === document.body;
    const now = idAt(active);
    if (id === null) {
      // It came to a row that was not loaded; that row now stands in its place.
      if (now === null || active !== before) return;
      at.current = { id: now, index: active, ids };
      if (isLost) wanted.current = active;
      return;
    }
    const index = now === id ? active : indexOf(id);
    if (index !== null) {
      at.current = { id, index, ids };
      if (index !== active) onActive(index);
      return;
    }
    // Far from the loaded rows, so nothing is known of it.
    if (now === null && active < count) return;
    const next = nextIndex({ id, index: before, ids: at.current.ids }, indexOf, count);
    const nextId = idAt(next);
    at.current = nextId === null ? null : { id: nextId, index: next, ids };
    onActive(Math.max(0, next));
    if (!isLost) return;
    if (next < 0) scroller.current?.focus({ preventScroll: true });
    else {
      wanted.current = next;
      scrollTo(next);
    }
  });

  // The target row may not be rendered yet; it gets the focus in the first render that contains it.
  useEffect(() => {
    if (wanted.current === null) return;
    const row = scroller.current?.querySelector<HTMLElement>(`.uk-tr[data-index="${wanted.current}"]`);
    if (row === null || row === undefined) return;
    wanted.current = null;
    row.focus({ preventScroll: true });
  });

  const rowOf = (target: EventTarget): HTMLElement | null => (target instanceof Element ? target.closest<HTMLElement>('.uk-tr') : null);
  const placeOf = (row: HTMLElement | null): number | null => (row?.dataset['index'] === undefined ? null : Number(row.dataset['index']));

  return {
    onFocus: (event: FocusEvent<HTMLElement>) => {
      inside.current = true;
      const row = rowOf(event.target);
      const index = placeOf(row);
      if (row === null || index === null) return;
      leaveFocusTo(row, () => scroller.current?.querySelector<HTMLElement>('.uk-tr[tabindex="0"]') ?? scroller.current);
      at.current = { id: idAt(index), index, ids };
      onActive(index);
    },
    onBlur: () => {
      // When another window is chosen nothing else gets the focus: it comes back here.
      if (document.hasFocus()) inside.current = false;
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const index = placeOf(rowOf(event.target));
      const onRow = event.target instanceof Element && event.target.classList.contains('uk-tr');
      if (index === null) return;
      const to = movedIndex(event.key, index, count, pageRows);
      if (to !== null && (onRow || event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
        event.preventDefault();
        wanted.current = to;
        at.current = null; // The focus sets it, in the row it comes to.
        onActive(to);
        scrollTo(to);
        return;
      }
      if (!onRow) return;
      if (event.key === 'Enter') open(index);
      else if (event.key === ' ' && toggle !== null) toggle(index);
      else return;
      event.preventDefault();
    },
    onClick: (event: MouseEvent<HTMLElement>) => {
      const row = rowOf(event.target);
      const index = placeOf(row);
      if (index === null || !(event.target instanceof Element)) return;
      const control = event.target.closest(controls);
      const ownLink = control?.classList.contains('uk-tr-link') === true;
      // With a key held down the browser opens the link elsewhere.
      if (ownLink && (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) return;
      // Only controls inside the row count; the table and page around it are focusable too.
      if (!ownLink && control !== null && row?.contains(control) === true) return;
      if (ownLink) event.preventDefault();
      if (getSelection()?.isCollapsed === false) return; // the user is selecting text to copy
      onActive(index);
      open(index);
    },
  };
}
