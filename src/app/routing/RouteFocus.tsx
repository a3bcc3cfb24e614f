import { useEffect, useLayoutEffect, useRef } from 'react';
import { shownText } from '../../domain/shownText.ts';

/** The address for which the focus was last moved; for the page's first address the browser decides. */
let focusedFor: string | null = null;
/** When the present address was requested, and when the user last pressed anything; `performance.now()`. */
let askedAt = 0;
let pressedAt = -1;

/** Called around the screen's Suspense boundary: records when an address was requested, which may be long before its screen is there. */
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
  // Runs before the effects of the screen, which may be there already.
  useLayoutEffect(() => {
    askedAt = performance.now();
  }, [address]);
}

/**
 * Sets the tab's title and moves the focus to the heading of a newly opened page, so that keyboard and screen reader start there; but not
 * if the user has pressed something meanwhile, e.g. a menu, which would close. Rendered after the screen inside the same Suspense
 * boundary, so its effect runs when the screen is really there.
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
