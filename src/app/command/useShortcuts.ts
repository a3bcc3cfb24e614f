import { useEffect, useRef } from 'react';
import { type KeyState, noKeys, pressKey } from './keyMachine.ts';
import type { Shortcut, ShortcutAct } from './shortcuts.ts';
import { singleKeys } from './singleKeys.ts';

/** Elements in which letters are text, or select an option. */
const typingIn = 'input, textarea, select, [contenteditable], [role="textbox"], [role="combobox"], [role="menu"], [role="listbox"]';
const covering = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** Whether Command is used instead of Ctrl. */
export const isMac = /Mac|iP(hone|ad|od)/.test(navigator.platform);

/** Handles shortcut keys on the whole page; ignores events that a part of the page has handled. */
export function useShortcuts(shortcuts: readonly Shortcut[], act: (act: ShortcutAct) => void): void {
  const latest = useRef({ shortcuts, act });
  useEffect(() => {
    latest.current = { shortcuts, act };
  });
  useEffect(() => {
    let state: KeyState = noKeys;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return;
      const step = pressKey(
        state,
        {
          key: event.key,
          ctrl: event.ctrlKey,
          meta: event.metaKey,
          alt: event.altKey,
          typing: event.target instanceof Element && event.target.closest(typingIn) !== null,
          covered: [...document.querySelectorAll(covering)].some((element) => element.checkVisibility()),
          at: event.timeStamp,
        },
        { shortcuts: latest.current.shortcuts, singleKeys: singleKeys.get(), mac: isMac },
      );
      state = step.state;
      if (step.taken) event.preventDefault();
      if (step.act !== null) latest.current.act(step.act);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
