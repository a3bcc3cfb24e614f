/** What this process has had of a processor so far, milliseconds: a busy machine makes nothing late by it. For tests that something comes back at all, which wall time cannot tell from waiting. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
