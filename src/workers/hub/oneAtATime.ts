/**
 * Work of which one piece is under way at a time. Whoever wants it meanwhile gets one more piece, begun when that one has ended and shared by all who wait:
 * on a slow link nothing is asked twice at once, and no answer from before the wish is taken for one to it.
 */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let underWay: Promise<void> | null = null;
  let next: Promise<void> | null = null;
  const begin = (): Promise<void> => {
    next = null;
    const piece = work().finally(() => {
      if (underWay === piece) underWay = null;
    });
    underWay = piece;
    return piece;
  };
  return () => {
    if (underWay === null) return begin();
    // However the piece before it ended: its failure is told to who wanted it.
    next ??= underWay.then(begin, begin);
    return next;
  };
}
