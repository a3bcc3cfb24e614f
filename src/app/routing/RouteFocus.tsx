import { useEffect, useLayoutEffect, useRef } from 'react';
import { shownText } from '../../domain/shownText.ts';

/** The address the focus was last moved for; the page's first address is left to the browser. */
let focusedFor: string | null = null;
/** When the address that is shown was asked for, and when somebody last pressed anything; `performance.now()`. */
let askedAt = 0;
let pressedAt = -1;

/** Rendered around the screen's Suspense boundary: notes when an address was asked for, which may be long before its screen is there. */
export function useRouteAsked(address: string): void {
  useEffect(() => {
    const note = () => {
      pressedAt = performance.now();
    };
    const kinds = ['pointerdown', 'keydown'] as const;
    for (const kind of kinds) document.addEventListener(kind, note, { capture: true, passive: true });
    return () => {
      for (const kind of kinds) document.removeEventListener(kind, note, { capture: true });
    };
  }, []);
  // Before the effects of the screen, which may be there already.
  useLayoutEffect(() => {
    askedAt = performance.now();
  }, [address]);
}

/**
 * Names the tab and moves the focus to the heading of a page just opened, so that a keyboard or a screen reader starts
 * there; but not out of the hands of somebody who has gone on meanwhile, to a menu for example, which would close. Rendered
 * after the screen inside the same Suspense boundary: its effect runs when the screen is really there.
 */
export function RouteFocus({ address, title }: { readonly address: string; readonly title: string }) {
  const first = useRef(focusedFor === null);
  useEffect(() => {
    document.title = shownText(`${title} · Ukweli`);
  }, [title]);
  useEffect(() => {
    const isFirst = first.current && focusedFor === null;
    const moved = focusedFor !== address;
    focusedFor = address;
    if (isFirst || !moved || pressedAt > askedAt) return;
    const heading = document.querySelector<HTMLElement>('main h1');
    if (heading === null) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    globalThis.scrollTo(0, 0);
  }, [address]);
  return null;
}
