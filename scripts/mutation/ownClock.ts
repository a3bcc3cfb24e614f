import { readFileSync } from 'node:fs';

const wall = process.hrtime.bigint;

/**
 * Milliseconds for which a process ran, and for which it was runnable but waited for a processor; null where the system does not provide
 * it (only Linux does).
 */
export function processorTime(pid: number | 'self'): { readonly ran: number; readonly waited: number } | null {
  try {
    const [ran = Number.NaN, waited = Number.NaN] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ').map(Number);
    return Number.isFinite(ran + waited) ? { ran: ran / 1e6, waited: waited / 1e6 } : null;
  } catch {
    return null;
  }
}

/**
 * A clock that stops while this process is runnable but waits for a processor, so that a test takes as long on a busy machine as on an
 * idle one. Wall clock where the system does not provide that. Fake timers do not affect it.
 * @returns milliseconds from an arbitrary start
 */
export function ownClock(): number {
  return Number(wall()) / 1e6 - (processorTime('self')?.waited ?? 0);
}
