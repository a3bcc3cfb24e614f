import type { HeardFrame, Topic, TopicSeqs } from '../../contracts/realtime/event.ts';
import { type Running, climbOn, lose } from './connect.ts';
import { type Draft, askResync, cancel, doubt, hand, say, schedule, to, withLog } from './draft.ts';
import type { PollAnswer, Stamp } from './event.ts';
import { heardUpTo } from './heard.ts';
import { fillDelayMs, pollIntervalMs } from './ladder.ts';
import { adopt, adoptEpoch, countFill, endFill, isSetBack, judgeFrame, nameOf, pick } from './log.ts';
import type { Connected } from './state.ts';

/** What polls answer: rounds of the last rung, and the filling of holes that a stream left. */

/** All answers of a poll: a round of the last rung, or the filling of holes on a stream. */
export function onPolled(draft: Draft<Running>, answers: readonly PollAnswer[], stamp: Stamp): Draft {
  const { state } = draft;
  // A refusal is asked about and is otherwise an answer that did not come: where the session stands the next round has it.
  if (answers.some((answer) => !answer.ok && answer.reason === 'refused')) doubt(draft, 'poll');
  const told = answers.filter((answer) => answer.ok);
  if (state.transport !== 'polling') return state.name === 'connected' ? fillFrom(to(draft, state), answers, stamp) : draft;
  // Answers of a round that ended before this one began (a fill and a round may overlap) do no harm: cursors decide.
  if (told.length === 0) return lose(draft, stamp);
  const wasLost = state.name === 'reconnecting';
  const connection = state.connection ?? state.lastConnection;
  const connected: Connected = {
    name: 'connected',
    subscription: state.subscription,
    transport: 'polling',
    connection,
    since: state.name === 'connected' ? state.since : stamp.now,
    heardAt: stamp.now,
    heartbeatMs: pollIntervalMs,
    tries: 0,
    climb: state.name === 'connecting' ? null : state.climb,
    lastConnection: state.lastConnection,
    log: state.log,
  };
  const filled = fillFrom(to(draft, connected), answers, stamp);
  if (filled.state.name !== 'connected') return filled;
  cancel(filled, 'watchdog');
  schedule(filled, 'poll', pollIntervalMs);
  // The link is back: a better rung is worth a try at once.
  return wasLost && state.attempt > 0 && filled.state.climb === null ? climbOn(to(filled, filled.state), null) : filled;
}

/** Takes what answers hold, topic by topic; gives up a hole after enough tries. One resync for all topics together. */
function fillFrom(draft: Draft<Connected>, answers: readonly PollAnswer[], stamp: Stamp): Draft {
  let { log } = draft.state;
  const { subscription, connection, transport } = draft.state;
  const frames: HeardFrame[] = [];
  const again: Topic[] = [];
  const lost: TopicSeqs = {};
  let reason: 'gap' | 'epoch' | 'setBack' | 'first' = 'first';
  let waitMs = 0;
  for (const answer of answers) {
    const { topic } = answer;
    if (answer.ok && answer.epoch !== log.epoch) {
      // A stream of the old log cannot go on; its successor's hello will settle everything at once. Nothing taken from the
      // answers before this one is handed on, and the cursors are those of the state: they come again.
      if (transport !== 'polling') return lose(draft, stamp);
      if (log.epoch !== null) {
        draft.effects.push({ type: 'discard' });
        frames.length = 0;
        reason = 'epoch';
      }
      for (const stale of Object.keys(lost) as Topic[]) delete lost[stale]; // keys of TopicSeqs
      log = adoptEpoch(log, answer.epoch, { [topic]: answer.newest });
      lost[topic] = answer.newest;
      continue;
    }
    if (answer.ok && (answer.resync || log.cursors[topic] === undefined)) {
      if (answer.resync && reason === 'first') reason = 'gap';
      if (isSetBack(log, { [topic]: answer.newest })) reason = 'setBack';
      log = adopt(log, { [topic]: answer.newest });
      lost[topic] = answer.newest;
      continue;
    }
    const before = log.cursors[topic] ?? 0;
    for (const frame of answer.ok ? answer.frames : []) {
      const judged = judgeFrame(log, subscription, frame);
      log = judged.log;
      if (judged.verdict === 'taken') frames.push(frame);
      if (judged.verdict === 'foreign') say(draft, 'error', 'foreign_frame', nameOf(frame));
    }
    if (log.writeBlocked) continue;
    const cursor = log.cursors[topic] ?? 0;
    const hole = (log.newest[topic] ?? 0) > cursor;
    const more = answer.ok && answer.frames.length > 0 && answer.newest > cursor;
    if (!hole && !more) log = endFill(log, topic);
    else if (cursor > before) {
      log = { ...log, filling: { ...log.filling, [topic]: 1 } };
      again.push(topic);
    } else if (hole) {
      const counted = countFill(log, topic);
      if (counted.givenUp) {
        reason = 'gap';
        lost[topic] = counted.log.newest[topic] ?? cursor;
        log = adopt(counted.log, { [topic]: lost[topic] });
      } else {
        log = counted.log;
        waitMs = Math.max(waitMs, fillDelayMs * (counted.tries - 1));
      }
    } else log = endFill(log, topic);
  }
  const next = withLog(draft, log);
  hand(next, frames);
  askResync(next, lost, reason);
  if (again.length > 0) next.effects.push({ type: 'poll', connection, topics: again, since: pick(log.cursors, again) });
  if (waitMs > 0) schedule(next, 'fill', waitMs);
  const told = answers.filter((answer) => answer.ok).map(({ topic }) => topic);
  return withLog(next, heardUpTo(log, stamp.now, told));
}
