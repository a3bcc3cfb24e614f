import { type FocusEvent, type RefObject, useCallback, useLayoutEffect, useRef } from 'react';
import { leaveFocusTo } from './focusBack.ts';

interface NextLine {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onBlur: () => void;
}

/**
 * For a list that is no table: when an act takes the line with the focus out of it, the next line has the focus, also after the drawer or
 * dialog in which it was done. Returns what the element around the lines is given.
 * @param lines selects the control of each `li`
 */
export function useNextLine(lines: string): NextLine {
  const ref = useRef<HTMLDivElement>(null);
  /** The line with the focus, and the controls after it in the order they were last seen in. */
  const at = useRef<{ readonly line: Element; readonly rest: readonly HTMLElement[] } | null>(null);

  const next = useCallback(
    (rest: readonly HTMLElement[]): HTMLElement | null =>
      rest.find(({ isConnected }) => isConnected) ?? [...(ref.current?.querySelectorAll<HTMLElement>(lines) ?? [])].at(-1) ?? null,
    [lines],
  );

  useLayoutEffect(() => {
    const before = at.current;
    if (before !== null && !before.line.isConnected && document.activeElement === document.body)
      next(before.rest)?.focus({ preventScroll: true });
  });

  return {
    ref,
    onFocus: ({ target }) => {
      const line = target.closest('li');
      if (line === null) return void (at.current = null);
      const all = [...(ref.current?.querySelectorAll<HTMLElement>(lines) ?? [])];
      const rest = all.slice(all.findIndex((each) => line.contains(each)) + 1);
      at.current = { line, rest };
      leaveFocusTo(line, () => next(rest));
    },
    // Not called when the line with the focus is taken out, and when another window is chosen it comes back here.
    onBlur: () => {
      if (document.hasFocus()) at.current = null;
    },
  };
}
