import type { Topic } from '../../contracts/realtime/event.ts';
import { holes } from './log.ts';
import type { LogPosition } from './state.ts';

const newestStepMs = 1000;

/** The platform was heard at `now`; pages are told of it at most once a second. */
export function heardUpTo(log: LogPosition, now: number, topics: readonly Topic[]): LogPosition {
  if (log.writeBlocked || Object.keys(log.filling).length > 0 || holes(log, topics).length > 0) return log;
  return now - (log.newestAt ?? 0) < newestStepMs ? log : { ...log, newestAt: now };
}
