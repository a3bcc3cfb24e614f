/**
 * Runs at most one instance of `work` at a time. Callers during a run share one more run, started after it: nothing is asked twice at
 * once on a slow link, and no caller gets an answer to a request sent before its call.
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
    // Also after a failure, which is reported to that run's own callers.
    next ??= underWay.then(begin, begin);
    return next;
  };
}
