import type { Running } from './connect.ts';
import { type Draft, to, withLog } from './draft.ts';
import type { RealtimeEvent } from './event.ts';

type ClockMoved = Extract<RealtimeEvent, { readonly type: 'clockMoved' }>;

/** No attempt is scheduled further ahead than this, milliseconds. */
const longestWaitMs = 60_000;

/**
 * The server time turned out to differ from the estimate in use (D-29): corrects the timestamps taken with it. Otherwise, on a device
 * whose clock was ahead for a moment, rows would count as current and heartbeats would be ignored until time caught up. With `all`, every
 * timestamp moves; without it, only those in the future, since nothing can have been heard later than now.
 */
export function onClockMoved(draft: Draft<Running>, { now, byMs, all }: ClockMoved): Draft {
  const right = (at: number): number => (all || at > now ? Math.min(now, at + byMs) : at);
  const rightOrNull = (at: number | null): number | null => (at === null ? null : right(at));
  const { state } = draft;
  const heard = Object.entries(state.log.heardAt);
  const heardAt = Object.fromEntries(heard.map(([topic, at]) => [topic, right(at)]));
  const moved = heard.every(([topic, at]) => heardAt[topic] === at) ? draft : withLog(draft, { ...state.log, heardAt });
  switch (moved.state.name) {
    case 'connected': {
      const next = { since: right(moved.state.since), heardAt: right(moved.state.heardAt), renewedAt: rightOrNull(moved.state.renewedAt) };
      return isSame(moved.state, next) ? moved : to(moved, { ...moved.state, ...next });
    }
    case 'reconnecting': {
      const { since, nextTryAt, renewedAt } = moved.state;
      const tryAt = all || nextTryAt - now > longestWaitMs ? nextTryAt + byMs : nextTryAt;
      const next = { since: right(since), nextTryAt: tryAt, renewedAt: rightOrNull(renewedAt) };
      return isSame(moved.state, next) ? moved : to(moved, { ...moved.state, ...next });
    }
    case 'connecting':
      return moved;
    default:
      return moved.state satisfies never;
  }
}

function isSame<S extends object>(state: S, next: Partial<S>): boolean {
  return (Object.keys(next) as (keyof S)[]).every((key) => state[key] === next[key]);
}
