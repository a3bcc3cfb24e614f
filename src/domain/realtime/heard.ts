import type { Topic } from '../../contracts/realtime/event.ts';
import type { LogPosition } from './state.ts';

const newestStepMs = 1000;

/**
 * Records that the platform confirmed these topics as current at `now`; pages are told at most once a second. A topic counts (D-15) only
 * if nothing of it is missing: no open gap, no resync that has neither landed nor been stored as owed, no failed write. Each topic is
 * judged on its own.
 */
export function heardUpTo(log: LogPosition, now: number, topics: readonly Topic[]): LogPosition {
  if (log.writeBlocked) return log;
  const whole = topics.filter(
    (topic) => !log.resyncing.includes(topic) && log.filling[topic] === undefined && (log.newest[topic] ?? 0) <= (log.cursors[topic] ?? 0),
  );
  const moved = whole.filter((topic) => now - (log.heardAt[topic] ?? 0) >= newestStepMs);
  return moved.length === 0 ? log : { ...log, heardAt: { ...log.heardAt, ...Object.fromEntries(whole.map((topic) => [topic, now])) } };
}

/** When any topic was last confirmed complete: the age of the newest data on this device; null if never. */
export function newestOf({ heardAt }: LogPosition): number | null {
  const moments = Object.values(heardAt);
  return moments.length === 0 ? null : Math.max(...moments);
}
