/** Events that count as user activity (C-53). */
const signs = ['mousedown', 'keydown', 'scroll', 'touchstart'] as const;

/** Calls `report` on user activity, at most once a second; returns a function that stops it. `now` is any monotonic clock, ms. */
export function watchActivity(target: EventTarget, now: () => number, report: () => void): () => void {
  let last = Number.NEGATIVE_INFINITY;
  const seen = () => {
    const at = now();
    if (at - last < 1000) return;
    last = at;
    report();
  };
  for (const sign of signs) target.addEventListener(sign, seen, { capture: true, passive: true });
  return () => {
    for (const sign of signs) target.removeEventListener(sign, seen, { capture: true });
  };
}
