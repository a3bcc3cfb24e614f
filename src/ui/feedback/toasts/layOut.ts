/** Between two messages, px (I-20). */
export const gapPx = 14;

interface Placed {
  readonly id: string;
  /** 0 in front; null while it goes. */
  readonly place: number | null;
}

/**
 * Where each message stands, px from the top, and how tall they are together. Spread, one below the other; else each behind the first, a gap lower. What goes
 * stays where the others have left it. Pure.
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
  // One that goes keeps the place that it had among those still there: between its neighbours.
  for (const [index, { id, place }] of drawn.entries()) {
    if (place !== null) continue;
    const before = drawn.slice(0, index).findLast((other) => other.place !== null);
    y.set(id, before === undefined ? 0 : (y.get(before.id) ?? 0) + (spread ? (heights.get(before.id) ?? 0) + gapPx : gapPx));
  }
  const count = standing.length;
  const totalPx = count === 0 ? 0 : spread ? below - gapPx : frontPx + (count - 1) * gapPx;
  return { y, totalPx, frontPx };
}
