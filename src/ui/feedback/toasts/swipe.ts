/** Minimum swipe distance that dismisses a toast, px (I-20). */
export const swipePx = 45;

/** Offset of a toast during a swipe, px, and whether releasing it now dismisses it. */
export interface Swipe {
  readonly x: number;
  readonly y: number;
  readonly dismisses: boolean;
}

/**
 * Swipe state for a pointer `dx`, `dy` px from its start. A toast moves only right or up, whichever is larger, because these edges are
 * next to it; it does not move in other directions, so that users do not expect to dismiss it there. Pure.
 */
export function swipeOf(dx: number, dy: number): Swipe {
  const right = Math.max(0, dx);
  const up = Math.max(0, -dy);
  if (right >= up) return { x: right, y: 0, dismisses: right >= swipePx };
  return { x: 0, y: -up, dismisses: up >= swipePx };
}
