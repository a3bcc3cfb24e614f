import type { Transport } from '../../contracts/rpc.ts';
import { type Draft, cancel, say, schedule, to } from './draft.ts';
import type { RealtimeTimer, Stamp } from './event.ts';
import {
  answerLimitMs,
  climbIntervalMs,
  delayBeforeTry,
  helloTimeoutMs,
  renewIntervalMs,
  transportBelow,
  transportsAbove,
} from './ladder.ts';
import type { Climb, Connected, Connecting, Disconnected, Reconnecting, Subscription } from './state.ts';

/** Opens, loses and gives up connections, and switches between transports. Knows nothing of frames. */

export type Running = Connecting | Connected | Reconnecting;

const connectionTimers: readonly RealtimeTimer[] = ['retry', 'watchdog', 'poll', 'ping', 'fill'];
const allTimers: readonly RealtimeTimer[] = [...connectionTimers, 'climb', 'climbTimeout', 'writeRetry'];

/** Starts a connection attempt and returns its number. A polling round gets a connection number of its own. */
function dial(draft: Draft, subscription: Subscription, transport: Transport): number {
  const connection = draft.state.lastConnection + 1;
  const { topics } = subscription;
  const since = draft.state.log.cursors;
  if (transport === 'polling') draft.effects.push({ type: 'poll', connection, topics, since });
  else draft.effects.push({ type: 'open', connection, transport, since, topics });
  return connection;
}

/** First attempt, from any state. */
export function begin(draft: Draft, subscription: Subscription, transport: Transport): Draft<Connecting> {
  const connection = dial(draft, subscription, transport);
  schedule(draft, 'watchdog', answerLimitMs(transport));
  return to(draft, { name: 'connecting', subscription, transport, connection, lastConnection: connection, log: draft.state.log });
}

/** Another attempt on the transport of a reconnecting state. */
export function tryAgain(draft: Draft<Reconnecting>): Draft<Reconnecting> {
  const { state } = draft;
  const connection = dial(draft, state.subscription, state.transport);
  schedule(draft, 'watchdog', answerLimitMs(state.transport));
  return to(draft, { ...state, connection, lastConnection: connection });
}

/** Closes the connection in use and cancels its timers; the climb is not affected. */
export function hangUp(draft: Draft<Running>): void {
  const { state } = draft;
  if (state.connection !== null && state.transport !== 'polling') draft.effects.push({ type: 'close', connection: state.connection });
  cancel(draft, ...connectionTimers);
}

/** The connection or attempt failed: waits for the next retry, or switches to the next lower transport at once. */
export function lose(draft: Draft<Running>, stamp: Stamp): Draft {
  const waiting = waitingAfter(draft, stamp);
  const { transport, attempt } = waiting;
  const delayMs = delayBeforeTry(transport, attempt, stamp.random);
  if (delayMs !== null) {
    schedule(draft, 'retry', delayMs);
    return to(draft, { ...waiting, nextTryAt: stamp.now + delayMs });
  }
  const below = transportBelow(transport);
  return below === null ? to(draft, waiting) : fall(draft, waiting, below); // never null here: the last transport always has a delay
}

/**
 * The platform displaced this stream in favour of newer streams of the session. Reopening would displace one of those in turn, and so on,
 * so this falls to polling and tries a stream again at the next climb.
 */
export function giveWay(draft: Draft<Running>, stamp: Stamp): Draft {
  return fall(draft, waitingAfter(draft, stamp), 'polling');
}

/** Switches to a lower transport at once. */
function fall(draft: Draft<Running>, waiting: Reconnecting, below: Transport): Draft {
  say(draft, 'warning', 'fallback', `${waiting.transport} → ${below}`);
  if (waiting.climb === null) schedule(draft, 'climb', climbIntervalMs);
  return tryAgain(to(draft, { ...waiting, transport: below, attempt: 0 }));
}

/** Hangs up and returns the state that waits for the next attempt. */
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
    renewedAt: state.name === 'connecting' ? null : state.renewedAt,
    lastConnection,
    // Gaps are detected again on the next connection, whose replay starts at our cursor.
    log: Object.keys(state.log.filling).length === 0 ? state.log : { ...state.log, filling: {} },
  };
}

/** Attempts used in the current run of failures on this transport. */
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

/** Closes everything and cancels all timers at the owner's request. */
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

/** Tries a better transport beside the one in use: the best one first, or the next best after `failed`. */
export function climbOn<S extends Connected | Reconnecting>(draft: Draft<S>, failed: Climb | null): Draft<S> {
  const { state } = draft;
  const better = transportsAbove(state.transport, state.subscription.startTransport);
  if (better.length === 0) {
    if (state.climb === null) return draft;
    cancel(draft, 'climbTimeout');
    return to(draft, { ...state, climb: null });
  }
  const next = better[failed === null ? 0 : better.findIndex((transport) => transport === failed.transport) + 1];
  if (next === undefined) {
    cancel(draft, 'climbTimeout');
    schedule(draft, 'climb', climbIntervalMs);
    return to(draft, { ...state, climb: null });
  }
  return openBeside(draft, next);
}

/**
 * The stream in use ends soon because its session has a new token: opens a successor on the same transport beside it. A climb in progress
 * counts as the successor. While none has succeeded, each heartbeat triggers another attempt, at most every `renewIntervalMs`.
 */
export function renewOn(draft: Draft<Connected>, { now }: Stamp): Draft<Connected> {
  const { climb, transport, renewDue, renewedAt } = draft.state;
  if (!renewDue || climb !== null || transport === 'polling') return draft;
  if (renewedAt !== null && now - renewedAt < renewIntervalMs) return draft;
  return openBeside(to(draft, { ...draft.state, renewedAt: now }), transport);
}

function openBeside<S extends Connected | Reconnecting>(draft: Draft<S>, transport: Exclude<Transport, 'polling'>): Draft<S> {
  const { state } = draft;
  const connection = state.lastConnection + 1;
  draft.effects.push({ type: 'open', connection, transport, since: state.log.cursors, topics: state.subscription.topics });
  schedule(draft, 'climbTimeout', helloTimeoutMs);
  return to(draft, { ...state, climb: { transport, connection }, lastConnection: connection });
}
