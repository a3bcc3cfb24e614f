type SetTimer = (delayMs: number, run: () => void) => () => void;

/** The result of `work`, or `late` after `limitMs`; the work itself continues. For work that another tab can block without limit. */
export async function within<T>(work: Promise<T>, limitMs: number, setTimer: SetTimer): Promise<T | 'late'> {
  let cancel = () => {};
  const late = new Promise<'late'>((resolve) => {
    cancel = setTimer(limitMs, () => resolve('late'));
  });
  return Promise.race([work, late]).finally(() => cancel());
}
