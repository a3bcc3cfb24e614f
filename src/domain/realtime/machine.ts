import type { TopicSeqs } from '../../contracts/realtime/event.ts';
import type { Transport } from '../../contracts/rpc.ts';
import { exponentialDelayMs } from '../backoff.ts';
import { onClockMoved } from './clockMoved.ts';
import { type Running, begin, climbOn, giveWay, hangUp, lose, shutDown, tryAgain } from './connect.ts';
import { type Draft, askResync, cancel, doubt, finish, say, schedule, to, withLog } from './draft.ts';
import type { RealtimeStep } from './effect.ts';
import type { RealtimeEvent, RealtimeTimer, Stamp } from './event.ts';
import { heardUpTo } from './heard.ts';
import { answerLimitMs, helloTimeoutMs, pingIntervalMs, pollIntervalMs, watchdogMs } from './ladder.ts';
import { adopt, fallBack, holes, pick, settle } from './log.ts';
import { onPolled } from './polled.ts';
import { fillHoles, onFrame, onHello } from './receive.ts';
import { type Connected, type RealtimeState, type Reconnecting, emptyLog } from './state.ts';

/**
 * The realtime state machine (SPEC.md): chooses the connection, tracks our position in the platform's event log and recovers when either
 * fails. Pure: the clock and randomness come with each event; side effects are returned as effects.
 */
export function step(state: RealtimeState, event: RealtimeEvent): RealtimeStep {
  const draft: Draft = { state, effects: [] };
  return finish(state, decide(draft, event));
}

function decide(draft: Draft, event: RealtimeEvent): Draft {
  const { state } = draft;
  switch (event.type) {
    case 'start': {
      const { tenantId, topics, startTransport, epoch, cursors } = event;
      const owed = event.owed.filter((topic) => topics.includes(topic));
      const placed = withLog(shutDown(draft), { ...emptyLog, epoch, cursors, base: cursors, resyncing: owed });
      askResync(placed, pick(cursors, owed), 'owed');
      return begin(placed, { tenantId, topics, startTransport }, startTransport);
    }
    case 'stop':
      return state.name === 'disconnected' ? draft : withLog(shutDown(draft), emptyLog);
    case 'setTransport':
      return setTransport(draft, event.transport);
    case 'writeSettled':
      return onWriteSettled(draft, event.ok, event.cursors, event.epoch);
    case 'resynced':
    case 'missed':
    case 'opened':
    case 'frame':
    case 'invalid':
    case 'polled':
    case 'closed':
    case 'timerFired':
    case 'linkReturned':
    case 'retryNow':
    case 'silent':
    case 'clockMoved':
      return state.name === 'disconnected' ? draft : decideRunning(to(draft, state), event);
    default:
      return event satisfies never;
  }
}

type RunningEvent = Exclude<RealtimeEvent, { type: 'start' | 'stop' | 'setTransport' | 'writeSettled' }>;

function decideRunning(draft: Draft<Running>, event: RunningEvent): Draft {
  const { state } = draft;
  switch (event.type) {
    case 'opened':
      // An opened connection is not confirmed yet: the time limit for its hello starts here.
      if (event.connection === state.connection && state.name !== 'connected') schedule(draft, 'watchdog', helloTimeoutMs);
      return draft;
    case 'frame': {
      const inUse = event.connection === state.connection && state.transport !== 'polling';
      const climbing = state.name !== 'connecting' && state.climb?.connection === event.connection;
      if (event.frame.kind === 'hello') return inUse || climbing ? onHello(draft, event.connection, event.frame, event) : draft;
      return inUse && state.name === 'connected' ? onFrame(to(draft, state), event.frame, event) : draft;
    }
    case 'invalid':
      say(draft, 'error', 'malformed_frame', event.detail);
      return draft;
    case 'polled':
      return event.connection === state.connection ? onPolled(draft, event.answers, event) : draft;
    case 'closed': {
      const climb = state.name === 'connecting' ? null : state.climb;
      const concerns = event.connection === state.connection || event.connection === climb?.connection;
      if (!concerns) return draft;
      if (event.reason === 'refused') doubt(draft, 'stream');
      if (event.connection === state.connection) return event.reason === 'displaced' ? giveWay(draft, event) : lose(draft, event);
      return state.name === 'connecting' ? draft : climbOn(to(draft, state), climb);
    }
    case 'timerFired':
      return onTimer(draft, event.timer, event);
    case 'linkReturned':
    case 'retryNow':
      return onLinkReturned(draft, event);
    case 'silent':
      return state.name === 'connected' ? onSilent(to(draft, state), event) : draft;
    case 'clockMoved':
      return onClockMoved(draft, event);
    case 'missed': {
      const topics = event.topics.filter((topic) => state.subscription.topics.includes(topic));
      const at: TopicSeqs = {};
      for (const topic of topics) at[topic] = state.log.cursors[topic] ?? 0;
      const newest = state.log.newest;
      // adopt() moves `base` to the cursor: the refetch covers dropped frames below it, later frames are not affected.
      const next = topics.length === 0 ? draft : withLog(draft, { ...adopt(state.log, at), newest });
      askResync(next, at, 'missed');
      return next;
    }
    case 'resynced': {
      const done = event.topics.filter((topic) => state.log.resyncing.includes(topic));
      if (done.length === 0 || state.log.epoch === null) return draft;
      draft.effects.push({ type: 'saveCursors', cursors: pick(state.log.base, done), epoch: state.log.epoch });
      const log = { ...state.log, resyncing: state.log.resyncing.filter((topic) => !done.includes(topic)) };
      // The refetched rows are current as of now; on a quiet day the next heartbeat may be half a minute away.
      return withLog(draft, state.name === 'connected' ? heardUpTo(log, event.now, state.subscription.topics) : log);
    }
    default:
      return event satisfies never;
  }
}

function onTimer(draft: Draft<Running>, timer: RealtimeTimer, stamp: Stamp): Draft {
  const { state } = draft;
  switch (timer) {
    case 'retry':
      return state.name === 'reconnecting' && state.connection === null ? tryAgain(to(draft, state)) : draft;
    case 'watchdog':
      if (state.connection === null) return draft;
      say(draft, 'warning', 'dead', state.transport);
      return lose(draft, stamp);
    case 'poll': {
      if (state.name === 'connecting' || state.transport !== 'polling' || state.connection === null) return draft;
      const { topics } = state.subscription;
      draft.effects.push({ type: 'poll', connection: state.connection, topics, since: state.log.cursors });
      schedule(draft, 'watchdog', answerLimitMs(state.transport));
      return draft;
    }
    case 'climb':
      return state.name === 'connecting' || state.climb !== null ? draft : climbOn(to(draft, state), null);
    case 'climbTimeout':
      if (state.name === 'connecting' || state.climb === null) return draft;
      draft.effects.push({ type: 'close', connection: state.climb.connection });
      return climbOn(to(draft, state), state.climb);
    case 'fill': {
      const topics = state.subscription.topics.filter((topic) => state.log.filling[topic] !== undefined);
      if (state.name !== 'connected' || topics.length === 0) return draft;
      draft.effects.push({ type: 'poll', connection: state.connection, topics, since: pick(state.log.cursors, topics) });
      return draft;
    }
    case 'writeRetry': {
      if (!state.log.writeBlocked) return draft;
      const open = withLog(draft, { ...state.log, writeBlocked: false });
      return open.state.name === 'connected' ? fillHoles(to(open, open.state), holes(open.state.log, state.subscription.topics)) : open;
    }
    case 'ping':
      if (state.name !== 'connected' || state.transport !== 'websocket') return draft;
      draft.effects.push({ type: 'ping', connection: state.connection });
      schedule(draft, 'ping', pingIntervalMs);
      return draft;
    default:
      return timer satisfies never;
  }
}

/**
 * The network may be back: retries at once and tries a better transport too. Drops a connection that was silent for too long, because
 * timers stop while a device sleeps and the watchdog may be late.
 */
function onLinkReturned(draft: Draft<Running>, stamp: Stamp): Draft {
  const { state } = draft;
  if (state.name === 'connecting') return draft;
  if (state.name === 'connected' && state.transport !== 'polling' && stamp.now - state.heardAt > watchdogMs(state.heartbeatMs)) {
    say(draft, 'warning', 'dead', state.transport);
    return retryAtOnce(lose(draft, stamp));
  }
  const waiting = state.name === 'reconnecting' && state.connection === null;
  const tried = waiting ? tryAgain(to(cancelRetry(draft), state)) : to(draft, state);
  return tried.state.climb === null ? climbNow(tried) : tried;
}

/**
 * Nothing arrived for too long on any channel (stream, call or probe). A stream is replaced at once, since the old connection may be
 * dead. A polling round in flight is left to finish, but the state is not `connected` until it has.
 */
function onSilent(draft: Draft<Connected>, stamp: Stamp): Draft {
  const { state } = draft;
  say(draft, 'warning', 'dead', state.transport);
  if (state.transport !== 'polling') return retryAtOnce(lose(draft, stamp));
  const { subscription, transport, connection, climb, renewedAt, lastConnection, log } = state;
  const waiting: Reconnecting = {
    name: 'reconnecting',
    subscription,
    transport,
    attempt: 1,
    connection,
    nextTryAt: stamp.now,
    since: stamp.now,
    climb,
    renewedAt,
    lastConnection,
    log,
  };
  const roundIsOut = stamp.now - state.heardAt >= pollIntervalMs;
  if (roundIsOut) return to(draft, waiting);
  cancel(draft, 'poll');
  return tryAgain(to(draft, waiting));
}

/** Reconnects without the retry delay after the connection was just given up. */
function retryAtOnce(lost: Draft): Draft {
  const { state } = lost;
  return state.name === 'reconnecting' && state.connection === null ? tryAgain(to(cancelRetry(lost), state)) : lost;
}

function climbNow<S extends Extract<Running, { name: 'connected' | 'reconnecting' }>>(draft: Draft<S>): Draft<S> {
  const climbing = climbOn(draft, null);
  if (climbing.state.climb !== null) cancel(climbing, 'climb');
  return climbing;
}

function cancelRetry(draft: Draft): Draft {
  cancel(draft, 'retry');
  return draft;
}

/** The start transport changed: begins with the new one at once and keeps the position in the log. */
function setTransport(draft: Draft, transport: Transport): Draft {
  const { state } = draft;
  if (state.name === 'disconnected' || state.subscription.startTransport === transport) return draft;
  const subscription = { ...state.subscription, startTransport: transport };
  hangUp(to(draft, state));
  if (state.name !== 'connecting' && state.climb !== null) draft.effects.push({ type: 'close', connection: state.climb.connection });
  cancel(draft, 'climb', 'climbTimeout');
  return begin(withLog(draft, { ...state.log, filling: {} }), subscription, transport);
}

/**
 * A write was stored or failed. After a failure the position falls back to `base` and unwritten frames are dropped; the platform's log is
 * the buffer, so they are requested again after `writeRetry`.
 */
function onWriteSettled(draft: Draft, ok: boolean, cursors: TopicSeqs, epoch: string): Draft {
  const { state } = draft;
  if (state.name === 'disconnected' || epoch !== state.log.epoch) return draft;
  if (ok) return withLog(draft, settle(state.log, cursors));
  const log = fallBack(state.log);
  draft.effects.push({ type: 'discard' });
  say(draft, 'error', 'write_failed', `${log.failedWrites} in a row`);
  cancel(draft, 'fill');
  schedule(draft, 'writeRetry', exponentialDelayMs(log.failedWrites));
  return withLog(draft, log);
}
