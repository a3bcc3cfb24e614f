import { readFileSync } from 'node:fs';

const wall = process.hrtime.bigint;

/** Milliseconds for which a process ran, and for which it was ready to run and another had the processor; null where the system does not say (it is Linux that does). */
export function processorTime(pid: number | 'self'): { readonly ran: number; readonly waited: number } | null {
  try {
    const [ran = Number.NaN, waited = Number.NaN] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ').map(Number);
    return Number.isFinite(ran + waited) ? { ran: ran / 1e6, waited: waited / 1e6 } : null;
  } catch {
    return null;
  }
}

/**
 * A clock that stands still while this process is ready and another has the processor: on a busy machine a test takes as long by it as on an idle one. Where the
 * system does not say, it is the wall's. Tests with a clock of their own do not move it.
 * @returns milliseconds from an arbitrary start
 */
export function ownClock(): number {
  return Number(wall()) / 1e6 - (processorTime('self')?.waited ?? 0);
}
