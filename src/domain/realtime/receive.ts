import type { DownFrame } from '../../contracts/realtime/down.ts';
import type { HeardFrame, Topic, TopicSeqs } from '../../contracts/realtime/event.ts';
import { type Running, hangUp, renewOn } from './connect.ts';
import { type Draft, askResync, cancel, hand, say, schedule, to, withLog } from './draft.ts';
import type { Stamp } from './event.ts';
import { heardUpTo } from './heard.ts';
import { climbIntervalMs, pingIntervalMs, transportsAbove, watchdogMs } from './ladder.ts';
import { adoptEpoch, hearNewest, holes, isSetBack, judgeFrame, meetHello, meetResync, nameOf, pick } from './log.ts';
import type { Connected } from './state.ts';

/** Handles the frames of a stream. Opening and losing connections is in connect.ts. */

/** Applies the epoch and positions from a hello or resync frame, and asks for at most one resync. */
function takePlace(draft: Draft, epoch: string, told: TopicSeqs, overlap: boolean): Draft {
  const { log, subscription } = draft.state;
  if (subscription === null) return draft;
  if (log.epoch !== epoch) {
    const at: TopicSeqs = {};
    for (const topic of subscription.topics) at[topic] = told[topic] ?? 0;
    if (log.epoch !== null) draft.effects.push({ type: 'discard' });
    const next = withLog(draft, adoptEpoch(log, epoch, at));
    askResync(next, at, log.epoch === null ? 'first' : 'epoch');
    return next;
  }
  const met = meetHello(log, told, subscription.topics, overlap);
  const next = withLog(draft, met.log);
  const first = Object.keys(met.topics).every((topic) => log.cursors[topic as Topic] === undefined); // the keys of TopicSeqs are topics
  askResync(next, met.topics, first ? 'first' : isSetBack(log, met.topics) ? 'setBack' : 'gap');
  return next;
}

/** Handles a hello on the current connection or on the climb: the state becomes `connected`. */
export function onHello(draft: Draft<Running>, connection: number, hello: Extract<DownFrame, { kind: 'hello' }>, stamp: Stamp): Draft {
  const { state } = draft;
  const climb = state.name === 'connecting' ? null : state.climb;
  const climbed = climb !== null && climb.connection === connection;
  // A second hello on the same connection is a platform error; its positions are compared all the same.
  const transport = climbed ? climb.transport : state.transport;
  const overlap = climbed && state.name === 'connected';
  if (climbed) {
    hangUp(draft);
    cancel(draft, 'climbTimeout');
    if (transport === state.transport) say(draft, 'info', 'renewed', transport);
    else say(draft, 'info', 'climbed', `${state.transport} → ${transport}`);
  } else cancel(draft, 'retry', 'fill');
  // A renewed stream keeps the try count of its predecessor; a different transport starts at 0.
  const isOther = state.name === 'connecting' || (climbed && transport !== state.transport);
  const tries = isOther ? 0 : state.name === 'connected' ? state.tries : state.attempt;
  const connected: Connected = {
    name: 'connected',
    subscription: state.subscription,
    transport,
    connection,
    since: state.name === 'connected' ? state.since : stamp.now,
    heardAt: stamp.now,
    heartbeatMs: hello.heartbeatMs,
    tries,
    climb: climbed ? null : climb,
    renewDue: !climbed && state.name === 'connected' && state.renewDue,
    renewedAt: state.name === 'connecting' ? null : state.renewedAt,
    lastConnection: state.lastConnection,
    log: state.log,
  };
  const placed = takePlace(to(draft, connected), hello.epoch, hello.topics, overlap);
  schedule(placed, 'watchdog', watchdogMs(hello.heartbeatMs));
  if (climbed && transportsAbove(transport, state.subscription.startTransport).length > 0) schedule(placed, 'climb', climbIntervalMs);
  if (climbed && transportsAbove(transport, state.subscription.startTransport).length === 0) cancel(placed, 'climb');
  if (transport === 'websocket') {
    const { cursors } = placed.state.log;
    for (const topic of state.subscription.topics)
      placed.effects.push({ type: 'subscribe', connection, topic, since: cursors[topic] ?? 0 });
    schedule(placed, 'ping', pingIntervalMs);
  }
  return withLog(placed, heardUpTo(placed.state.log, stamp.now, state.subscription.topics));
}

/** Handles any other frame on the connection in use. */
export function onFrame(draft: Draft<Connected>, frame: Exclude<DownFrame, { kind: 'hello' }>, stamp: Stamp): Draft {
  schedule(draft, 'watchdog', watchdogMs(draft.state.heartbeatMs));
  const alive = to(draft, { ...draft.state, heardAt: stamp.now });
  const { topics } = alive.state.subscription;
  switch (frame.kind) {
    case 'pong':
      return alive;
    case 'renew':
      return renewOn(to(alive, { ...alive.state, renewDue: true }), stamp);
    case 'event':
      return onEvent(alive, frame, stamp);
    case 'heartbeat': {
      const steady = to(alive, { ...alive.state, tries: 0, log: hearNewest(alive.state.log, frame.topics, topics) });
      const filled = fillHoles(steady, holes(steady.state.log, topics));
      return renewOn(withLog(filled, heardUpTo(filled.state.log, stamp.now, topics)), stamp);
    }
    case 'resync': {
      if (frame.epoch !== alive.state.log.epoch) return takePlace(alive, frame.epoch, frame.topics, false);
      const met = meetResync(alive.state.log, frame.topics, topics);
      const next = withLog(alive, met.log);
      askResync(next, met.topics, frame.reason);
      return next;
    }
    default:
      return frame satisfies never;
  }
}

function onEvent(draft: Draft<Connected>, frame: HeardFrame, stamp: Stamp): Draft {
  const { state } = draft;
  const judged = judgeFrame(state.log, state.subscription, frame);
  const next = withLog(draft, judged.log);
  switch (judged.verdict) {
    case 'taken': {
      const steady = to(next, { ...next.state, tries: 0, log: heardUpTo(next.state.log, stamp.now, state.subscription.topics) });
      hand(steady, [plain(frame)]);
      return steady;
    }
    case 'gap':
      return fillHoles(next, judged.topic === null ? [] : [judged.topic]);
    case 'seen':
    case 'blocked':
      return next;
    case 'foreign':
      say(next, 'error', 'foreign_frame', nameOf(frame));
      return next;
    case 'unknownTopic':
      say(next, 'warning', 'unknown_topic', frame.type);
      return next;
    default:
      return judged.verdict satisfies never;
  }
}

/** A down frame without its `kind`: the event as the log holds it, for storing and display. */
function plain(frame: HeardFrame & { readonly kind?: 'event' }): HeardFrame {
  const { kind: _, ...event } = frame;
  return event;
}

/** Polls once for the missing events of these topics; skips topics whose gap is already being filled. */
export function fillHoles(draft: Draft<Connected>, topics: readonly Topic[]): Draft<Connected> {
  const { log } = draft.state;
  if (log.writeBlocked) return draft;
  const fresh = topics.filter((topic) => log.filling[topic] === undefined);
  if (fresh.length === 0) return draft;
  const filling = { ...log.filling };
  for (const topic of fresh) filling[topic] = 1;
  say(draft, 'info', 'gap', fresh.join(', '));
  draft.effects.push({ type: 'poll', connection: draft.state.connection, topics: fresh, since: pick(log.cursors, fresh) });
  return withLog(draft, { ...log, filling });
}
