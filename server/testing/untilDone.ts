/**
 * Tries again and again until `attempt` does not reject, and gives what it gave; rejects with its last failure once the time is over. For programs, which have no test runner to wait with.
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
    await new Promise((resolve) => setTimeout(resolve, everyMs)); // asks again; the deadline ends it
  }
}
