type SetTimer = (delayMs: number, run: () => void) => () => void;

/** What `work` comes to, or `late` once the time is up: the work itself goes on. For what another tab can hold up for as long as it likes. */
export async function within<T>(work: Promise<T>, limitMs: number, setTimer: SetTimer): Promise<T | 'late'> {
  let cancel = () => {};
  const late = new Promise<'late'>((resolve) => {
    cancel = setTimer(limitMs, () => resolve('late'));
  });
  return Promise.race([work, late]).finally(() => cancel());
}
