import { useEffect, useRef } from 'react';

/** The address the focus was last moved for; the page's first address is left to the browser. */
let focusedFor: string | null = null;

/**
 * Names the tab and moves the focus to the heading of a page just opened, so that a keyboard or a screen reader starts
 * there. Rendered after the screen inside the same Suspense boundary: its effect runs when the screen is really there.
 */
export function RouteFocus({ address, title }: { readonly address: string; readonly title: string }) {
  const first = useRef(focusedFor === null);
  useEffect(() => {
    document.title = `${title} · Ukweli`;
  }, [title]);
  useEffect(() => {
    const isFirst = first.current && focusedFor === null;
    const moved = focusedFor !== address;
    focusedFor = address;
    if (isFirst || !moved) return;
    const heading = document.querySelector<HTMLElement>('main h1');
    if (heading === null) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    globalThis.scrollTo(0, 0);
  }, [address]);
  return null;
}
