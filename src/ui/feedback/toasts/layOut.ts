/** Gap between two toasts, px (I-20). */
export const gapPx = 14;

interface Placed {
  readonly id: string;
  /** 0 is in front; null while it disappears. */
  readonly place: number | null;
}

/**
 * Position of each toast, px from the top, and their total height. Spread: one below the other; otherwise each behind the first, one gap
 * lower. A disappearing toast keeps its position. Pure.
 */
export function layOut(
  drawn: readonly Placed[],
  heights: ReadonlyMap<string, number>,
  spread: boolean,
): { readonly y: ReadonlyMap<string, number>; readonly totalPx: number; readonly frontPx: number } {
  const standing = drawn.filter(({ place }) => place !== null).sort((a, b) => (a.place ?? 0) - (b.place ?? 0));
  const frontPx = heights.get(standing[0]?.id ?? '') ?? 0;
  const y = new Map<string, number>();
  let below = 0;
  for (const { id, place } of standing) {
    y.set(id, spread ? below : (place ?? 0) * gapPx);
    below += (heights.get(id) ?? 0) + gapPx;
  }
  // A disappearing toast stays between its remaining neighbours.
  for (const [index, { id, place }] of drawn.entries()) {
    if (place !== null) continue;
    const before = drawn.slice(0, index).findLast((other) => other.place !== null);
    y.set(id, before === undefined ? 0 : (y.get(before.id) ?? 0) + (spread ? (heights.get(before.id) ?? 0) + gapPx : gapPx));
  }
  const count = standing.length;
  const totalPx = count === 0 ? 0 : spread ? below - gapPx : frontPx + (count - 1) * gapPx;
  return { y, totalPx, frontPx };
}
