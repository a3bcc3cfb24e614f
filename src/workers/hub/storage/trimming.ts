/** Interval for deleting what is too old or too much, milliseconds (D-12). */
const trimEveryMs = 10 * 60_000;
/** The same until the platform has confirmed the clock: a console that is opened for a few minutes a day must judge ages too. */
const untilConfirmedMs = 30_000;

/**
 * Trims at once and then every ten minutes, every half minute until the clock is confirmed. Each of `trims` is given the server's clock, epoch milliseconds, or 0 while the platform has
 * not confirmed it: age is judged by that clock only, size and number need none.
 */
export function beginTrimming(
  trims: readonly ((at: number) => Promise<unknown>)[],
  confirmedNow: () => number | null,
  setTimer: (delayMs: number, run: () => void) => () => void,
): { readonly end: () => void } {
  let cancel = () => {};
  const trim = (): void => {
    const at = confirmedNow();
    for (const one of trims) void one(at ?? 0);
    cancel = setTimer(at === null ? untilConfirmedMs : trimEveryMs, trim);
  };
  trim();
  return { end: () => cancel() };
}
