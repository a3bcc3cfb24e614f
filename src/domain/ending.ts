/** An end that work is not waited for beyond: the end of a hub, whose calls then get no answer. */
export interface Ending {
  /**
   * The work's value, or null if the end came first; rejects as the work does. Nothing of a wait that is over stays behind, unlike with
   * `Promise.race`, which leaves a reaction at the end for each: on a wall the same hub lives for weeks.
   */
  readonly orEnd: <T>(work: Promise<T>) => Promise<{ readonly value: T } | null>;
}

/** @param end resolves when it has come; may stay pending for as long as there is anybody to wait */
export function endingOf(end: Promise<unknown>): Ending {
  let hasEnded = false;
  const waiting = new Set<() => void>();
  void end.then(() => {
    hasEnded = true;
    for (const leave of waiting) leave();
    waiting.clear();
  });
  return {
    orEnd: (work) =>
      new Promise((resolve, reject) => {
        const leave = (): void => resolve(null);
        if (hasEnded) leave();
        else waiting.add(leave);
        work.then(
          (value) => {
            waiting.delete(leave);
            resolve({ value });
          },
          (error: unknown) => {
            waiting.delete(leave);
            reject(error instanceof Error ? error : new Error(String(error)));
          },
        );
      }),
  };
}
