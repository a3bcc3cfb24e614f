/**
 * Repeats `attempt` until it resolves, and returns its result; rejects with its last error when the time is over. For programs without a
 * test runner.
 * @param withinMs from the first try, milliseconds
 * @param everyMs between the end of one try and the next, milliseconds
 */
export async function untilDone<T>(attempt: () => Promise<T>, withinMs: number, everyMs = 50): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    try {
      return await attempt();
    } catch (failure) {
      if (performance.now() >= deadline) throw failure;
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs)); // tries again until the deadline
  }
}
