import type { Topic } from '../../contracts/realtime/event.ts';
import { holes } from './log.ts';
import type { LogPosition } from './state.ts';

const newestStepMs = 1000;

/**
 * The platform was heard at `now`; pages are told of it at most once a second. It vouches for the rows (D-15) only where nothing
 * is missing: not while a hole is open, a write fails, or what a resync asked for has not landed. A cursor that was taken anew
 * says nothing of rows from before it.
 */
export function heardUpTo(log: LogPosition, now: number, topics: readonly Topic[]): LogPosition {
  if (log.resyncing.length > 0 || log.writeBlocked || Object.keys(log.filling).length > 0 || holes(log, topics).length > 0) return log;
  return now - (log.newestAt ?? 0) < newestStepMs ? log : { ...log, newestAt: now };
}
