import type { HeardFrame, Topic, TopicSeqs } from '../../contracts/realtime/event.ts';
import { type Running, climbOn, lose } from './connect.ts';
import { type Draft, askResync, cancel, doubt, hand, say, schedule, to, withLog } from './draft.ts';
import type { PollAnswer, Stamp } from './event.ts';
import { heardUpTo } from './heard.ts';
import { fillDelayMs, pollIntervalMs } from './ladder.ts';
import { adopt, adoptEpoch, countFill, endFill, isSetBack, judgeFrame, nameOf, pick } from './log.ts';
import type { Connected } from './state.ts';

/** Handles poll answers: polling rounds, and the filling of gaps that a stream left. */

/** Handles all answers of one poll: a polling round, or the filling of gaps on a stream. */
export function onPolled(draft: Draft<Running>, answers: readonly PollAnswer[], stamp: Stamp): Draft {
  const { state } = draft;
  // A refusal triggers a session check and otherwise counts as a missing answer; the next round continues from the same cursor.
  if (answers.some((answer) => !answer.ok && answer.reason === 'refused')) doubt(draft, 'poll');
  const told = answers.filter((answer) => answer.ok);
  if (state.transport !== 'polling') {
    if (state.name !== 'connected') return draft;
    // A stream of the old log cannot continue; the hello of its successor settles everything. Nothing from these answers is passed on and
    // the state keeps its cursors, so those frames come again.
    if (told.some(({ epoch }) => epoch !== state.log.epoch)) return lose(draft, stamp);
    return fillFrom(to(draft, state), answers, stamp);
  }
  // Answers of an earlier round (a fill and a round may overlap) are harmless: cursors decide what is taken.
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
    renewDue: false,
    renewedAt: state.name === 'connecting' ? null : state.renewedAt,
    lastConnection: state.lastConnection,
    log: state.log,
  };
  const filled = fillFrom(to(draft, connected), answers, stamp);
  cancel(filled, 'watchdog');
  schedule(filled, 'poll', pollIntervalMs);
  // The link is back: try a better transport at once.
  return wasLost && state.attempt > 0 && filled.state.climb === null ? climbOn(to(filled, filled.state), null) : filled;
}

/** Takes the frames of each answer, topic by topic; gives up a gap after `maxFills` attempts. One resync covers all topics. */
function fillFrom(draft: Draft<Connected>, answers: readonly PollAnswer[], stamp: Stamp): Draft<Connected> {
  let { log } = draft.state;
  const { subscription, connection } = draft.state;
  const frames: HeardFrame[] = [];
  const again: Topic[] = [];
  const lost: TopicSeqs = {};
  let reason: 'gap' | 'epoch' | 'setBack' | 'first' = 'first';
  let waitMs = 0;
  for (const answer of answers) {
    const { topic } = answer;
    if (answer.ok && answer.epoch !== log.epoch) {
      if (log.epoch !== null) {
        draft.effects.push({ type: 'discard' });
        frames.length = 0;
        reason = 'epoch';
      }
      for (const stale of Object.keys(lost) as Topic[]) delete lost[stale]; // the keys of TopicSeqs are topics
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
