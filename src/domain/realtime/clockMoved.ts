import type { Running } from './connect.ts';
import { type Draft, to, withLog } from './draft.ts';
import type { RealtimeEvent } from './event.ts';

type ClockMoved = Extract<RealtimeEvent, { readonly type: 'clockMoved' }>;

/** No try is further ahead than this, milliseconds. */
const longestWaitMs = 60_000;

/**
 * What time it is at the platform turned out to be another than was gone by (D-29): what was stamped by it is put right, or the rows of a device whose clock was ahead for a
 * moment would be called heard, and no heartbeat would count, until time has caught up. `all` was stamped by what has moved; where it was not, what lies in the future
 * was: nothing has been heard later than now.
 */
export function onClockMoved(draft: Draft<Running>, { now, byMs, all }: ClockMoved): Draft {
  const right = (at: number): number => (all || at > now ? Math.min(now, at + byMs) : at);
  const { state } = draft;
  const heard = Object.entries(state.log.heardAt);
  const heardAt = Object.fromEntries(heard.map(([topic, at]) => [topic, right(at)]));
  const moved = heard.every(([topic, at]) => heardAt[topic] === at) ? draft : withLog(draft, { ...state.log, heardAt });
  switch (moved.state.name) {
    case 'connected': {
      const next = { since: right(moved.state.since), heardAt: right(moved.state.heardAt) };
      return next.since === moved.state.since && next.heardAt === moved.state.heardAt ? moved : to(moved, { ...moved.state, ...next });
    }
    case 'reconnecting': {
      const { since, nextTryAt } = moved.state;
      const next = { since: right(since), nextTryAt: all || nextTryAt - now > longestWaitMs ? nextTryAt + byMs : nextTryAt };
      return next.since === since && next.nextTryAt === nextTryAt ? moved : to(moved, { ...moved.state, ...next });
    }
    case 'connecting':
      return moved;
    default:
      return moved.state satisfies never;
  }
}
