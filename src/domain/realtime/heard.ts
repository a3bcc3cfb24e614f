import type { Topic } from '../../contracts/realtime/event.ts';
import type { LogPosition } from './state.ts';

const newestStepMs = 1000;

/**
 * The platform was heard at `now` on these topics; pages are told of it at most once a second. It vouches for a topic's rows (D-15) only where
 * nothing of that topic is missing: not while its hole is open, what a resync asked for has neither landed nor been written down as owed, or
 * writes fail. A cursor that was taken anew says nothing of rows from before it. One topic's trouble is no other's.
 */
export function heardUpTo(log: LogPosition, now: number, topics: readonly Topic[]): LogPosition {
  if (log.writeBlocked) return log;
  const whole = topics.filter(
    (topic) => !log.resyncing.includes(topic) && log.filling[topic] === undefined && (log.newest[topic] ?? 0) <= (log.cursors[topic] ?? 0),
  );
  const moved = whole.filter((topic) => now - (log.heardAt[topic] ?? 0) >= newestStepMs);
  return moved.length === 0 ? log : { ...log, heardAt: { ...log.heardAt, ...Object.fromEntries(whole.map((topic) => [topic, now])) } };
}

/** When anything was last heard with nothing of it missing: as of when the newest data on this device is; null if nothing ever was. */
export function newestOf({ heardAt }: LogPosition): number | null {
  const moments = Object.values(heardAt);
  return moments.length === 0 ? null : Math.max(...moments);
}
