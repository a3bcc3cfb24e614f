/** Interval for deleting what is too old or too much, milliseconds (D-12). */
const trimEveryMs = 10 * 60_000;

/**
 * Trims at once and then every ten minutes. Each of `trims` is given the server's clock, epoch milliseconds, or 0 while the platform has
 * not confirmed it: age is judged by that clock only, size and number need none.
 */
export function beginTrimming(
  trims: readonly ((at: number) => Promise<unknown>)[],
  confirmedNow: () => number | null,
  setTimer: (delayMs: number, run: () => void) => () => void,
): { readonly end: () => void } {
  let cancel = () => {};
  const trim = (): void => {
    for (const one of trims) void one(confirmedNow() ?? 0);
    cancel = setTimer(trimEveryMs, trim);
  };
  trim();
  return { end: () => cancel() };
}
