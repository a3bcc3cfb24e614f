import type { Transport } from '../../contracts/rpc.ts';
import { type Draft, cancel, say, schedule, to } from './draft.ts';
import type { RealtimeTimer, Stamp } from './event.ts';
import { answerLimitMs, climbIntervalMs, delayBeforeTry, helloTimeoutMs, rungBelow, rungsAbove } from './ladder.ts';
import type { Climb, Connected, Connecting, Disconnected, Reconnecting, Subscription } from './state.ts';

/** Opening, losing and giving up connections, and the way down and up the ladder. Knows nothing of frames. */

export type Running = Connecting | Connected | Reconnecting;

const connectionTimers: readonly RealtimeTimer[] = ['retry', 'watchdog', 'poll', 'ping', 'fill'];
const allTimers: readonly RealtimeTimer[] = [...connectionTimers, 'climb', 'climbTimeout', 'writeRetry'];

/** Sends off a try and answers its number. A poll round is a connection of its own as far as numbers go. */
function dial(draft: Draft, subscription: Subscription, transport: Transport): number {
  const connection = draft.state.lastConnection + 1;
  const { topics } = subscription;
  const since = draft.state.log.cursors;
  if (transport === 'polling') draft.effects.push({ type: 'poll', connection, topics, since });
  else draft.effects.push({ type: 'open', connection, transport, since, topics });
  return connection;
}

/** First try, from nothing. */
export function begin(draft: Draft, subscription: Subscription, transport: Transport): Draft<Connecting> {
  const connection = dial(draft, subscription, transport);
  schedule(draft, 'watchdog', answerLimitMs(transport));
  return to(draft, { name: 'connecting', subscription, transport, connection, lastConnection: connection, log: draft.state.log });
}

/** A further try on the rung of a reconnecting state. */
export function tryAgain(draft: Draft<Reconnecting>): Draft<Reconnecting> {
  const { state } = draft;
  const connection = dial(draft, state.subscription, state.transport);
  schedule(draft, 'watchdog', answerLimitMs(state.transport));
  return to(draft, { ...state, connection, lastConnection: connection });
}

/** What is in use besides the climb goes away. */
export function hangUp(draft: Draft<Running>): void {
  const { state } = draft;
  if (state.connection !== null && state.transport !== 'polling') draft.effects.push({ type: 'close', connection: state.connection });
  cancel(draft, ...connectionTimers);
}

/** The connection or try is over without success: wait for the next try, or take the next rung at once. */
export function lose(draft: Draft<Running>, stamp: Stamp): Draft {
  const waiting = waitingAfter(draft, stamp);
  const { transport, attempt } = waiting;
  const delayMs = delayBeforeTry(transport, attempt, stamp.random);
  if (delayMs !== null) {
    schedule(draft, 'retry', delayMs);
    return to(draft, { ...waiting, nextTryAt: stamp.now + delayMs });
  }
  const below = rungBelow(transport);
  return below === null ? to(draft, waiting) : fall(draft, waiting, below); // null is not reached: the last rung always has a delay
}

/** Newer streams of the session are served in place of this one. To open another would take the place of one of those, and so on round: it is polled, and a stream is tried when it is climbed. */
export function giveWay(draft: Draft<Running>, stamp: Stamp): Draft {
  return fall(draft, waitingAfter(draft, stamp), 'polling');
}

/** Takes a lower rung at once. */
function fall(draft: Draft<Running>, waiting: Reconnecting, below: Transport): Draft {
  say(draft, 'warning', 'fallback', `${waiting.transport} → ${below}`);
  if (waiting.climb === null) schedule(draft, 'climb', climbIntervalMs);
  return tryAgain(to(draft, { ...waiting, transport: below, attempt: 0 }));
}

/** Hangs up, and what waits then for a next try. */
function waitingAfter(draft: Draft<Running>, stamp: Stamp): Reconnecting {
  const { state } = draft;
  hangUp(draft);
  const { subscription, transport, lastConnection } = state;
  return {
    name: 'reconnecting',
    subscription,
    transport,
    attempt: spent(state) + 1,
    connection: null,
    nextTryAt: stamp.now,
    since: state.name === 'reconnecting' ? state.since : stamp.now,
    climb: state.name === 'connecting' ? null : state.climb,
    lastConnection,
    // Holes are looked for anew on the next connection, whose replay begins at our cursor.
    log: Object.keys(state.log.filling).length === 0 ? state.log : { ...state.log, filling: {} },
  };
}

/** Tries spent in the present run of failures on this rung. */
function spent(state: Running): number {
  switch (state.name) {
    case 'connecting':
      return 0;
    case 'connected':
      return state.tries;
    case 'reconnecting':
      return state.attempt;
    default:
      return state satisfies never;
  }
}

/** Everything stops, because its owner wants it to. */
export function shutDown(draft: Draft): Draft<Disconnected> {
  const { state } = draft;
  if (state.name !== 'disconnected') {
    const climb = state.name === 'connecting' ? null : state.climb;
    if (state.connection !== null && state.transport !== 'polling') draft.effects.push({ type: 'close', connection: state.connection });
    if (climb !== null) draft.effects.push({ type: 'close', connection: climb.connection });
    cancel(draft, ...allTimers);
    draft.effects.push({ type: 'discard' });
  }
  return to(draft, { name: 'disconnected', subscription: null, lastConnection: state.lastConnection, log: state.log });
}

/** Tries a better rung beside the one in use: the best first, or the best below the one that just failed. */
export function climbOn<S extends Connected | Reconnecting>(draft: Draft<S>, failed: Climb | null): Draft<S> {
  const { state } = draft;
  const better = rungsAbove(state.transport, state.subscription.startRung);
  if (better.length === 0) return state.climb === null ? draft : to(draft, { ...state, climb: null });
  const next = better[failed === null ? 0 : better.findIndex((rung) => rung === failed.transport) + 1];
  if (next === undefined) {
    cancel(draft, 'climbTimeout');
    schedule(draft, 'climb', climbIntervalMs);
    return to(draft, { ...state, climb: null });
  }
  const connection = state.lastConnection + 1;
  draft.effects.push({ type: 'open', connection, transport: next, since: state.log.cursors, topics: state.subscription.topics });
  schedule(draft, 'climbTimeout', helloTimeoutMs);
  return to(draft, { ...state, climb: { transport: next, connection }, lastConnection: connection });
}
