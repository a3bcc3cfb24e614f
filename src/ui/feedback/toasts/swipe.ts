/** How far a message must be drawn before letting go dismisses it, px (I-20). */
export const swipePx = 45;

/** Where a message stands while it is drawn, px off its place, and what letting go there would do. */
export interface Swipe {
  readonly x: number;
  readonly y: number;
  readonly dismisses: boolean;
}

/**
 * A finger or pointer that is `dx`, `dy` px from where it came down. A message leaves by the edges it stands at, to the right or upwards, whichever the
 * draw is more; the other ways it does not move, so that nobody takes them for a way out. Pure.
 */
export function swipeOf(dx: number, dy: number): Swipe {
  const right = Math.max(0, dx);
  const up = Math.max(0, -dy);
  if (right >= up) return { x: right, y: 0, dismisses: right >= swipePx };
  return { x: 0, y: -up, dismisses: up >= swipePx };
}
