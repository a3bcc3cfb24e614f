/**
 * CPU time used by this process so far, milliseconds. Does not grow while other processes keep the machine busy. For tests that tell a
 * busy loop from waiting, which wall time cannot.
 */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
