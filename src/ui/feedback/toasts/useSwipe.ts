import { type PointerEvent, useRef } from 'react';
import { type Swipe, swipeOf } from './swipe.ts';

interface SwipeActs {
  readonly onBegin: () => void;
  /** Released: `dismissed` if swiped far enough, `back` if not, `tapped` if not moved. */
  readonly onEnd: (how: 'dismissed' | 'back' | 'tapped', pointer: string) => void;
}

/** A movement below this counts as a tap, px. */
const stillPx = 4;

/** Moves an element with the pointer: writes its offset to CSS properties on every move, without React. */
export function useSwipe({ onBegin, onEnd }: SwipeActs) {
  const from = useRef<{ readonly x: number; readonly y: number; readonly pointerId: number } | null>(null);
  const place = (element: HTMLElement, swipe: Swipe | null) => {
    element.style.setProperty('--swipe-x', `${swipe?.x ?? 0}px`);
    element.style.setProperty('--swipe-y', `${swipe?.y ?? 0}px`);
    element.toggleAttribute('data-drawn', swipe !== null);
  };
  const drawnBy = (event: PointerEvent<HTMLElement>): Swipe | null =>
    from.current?.pointerId === event.pointerId ? swipeOf(event.clientX - from.current.x, event.clientY - from.current.y) : null;
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || (event.target instanceof Element && event.target.closest('button, a') !== null)) return;
      from.current = { x: event.clientX, y: event.clientY, pointerId: event.pointerId };
      event.currentTarget.setPointerCapture(event.pointerId);
      onBegin();
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const swipe = drawnBy(event);
      if (swipe !== null) place(event.currentTarget, swipe);
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const swipe = drawnBy(event);
      if (swipe === null) return;
      from.current = null;
      const element = event.currentTarget;
      if (swipe.dismisses) {
        element.style.setProperty('--swipe-out', swipe.x > 0 ? '120px 0' : '0 -60px');
        element.removeAttribute('data-drawn');
      } else place(element, null);
      onEnd(swipe.dismisses ? 'dismissed' : swipe.x < stillPx && -swipe.y < stillPx ? 'tapped' : 'back', event.pointerType);
    },
    onPointerCancel: (event: PointerEvent<HTMLElement>) => {
      if (drawnBy(event) === null) return;
      from.current = null;
      place(event.currentTarget, null);
      onEnd('back', event.pointerType);
    },
  };
}
