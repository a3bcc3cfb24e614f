import { type HeardFrame, type Topic, type TopicSeqs, topics } from '../../contracts/realtime/event.ts';
import { maxFills } from './ladder.ts';
import type { LogPosition, Subscription } from './state.ts';

/**
 * Where we stand in the platform's log: pure rules over LogPosition, without connections or timers. A frame is taken only
 * if it follows what was taken before it on its topic: `prev` not above our cursor, `seq` above it. So whatever is lost,
 * doubled or reordered on the way, what is taken is always a gap-free run of the authorised log. A frame without a number has no place in it: it is taken, and
 * its version alone decides what becomes of it (D-13).
 */

/** A topic's place that was given up and taken anew: everything up to `seq` is to be fetched. */
export interface Adopted {
  readonly log: LogPosition;
  /** Topics to fetch again, as of which seq at least; empty when nothing was missing. */
  readonly topics: TopicSeqs;
}

export type FrameVerdict = 'taken' | 'seen' | 'gap' | 'foreign' | 'unknownTopic' | 'blocked';

const allTopics: readonly Topic[] = [...topics, 'system'];

/** The first dot-separated part of an event's type (C-39); null where it is none of our topics. */
export function topicOf(type: string): Topic | null {
  const name = type.split('.', 1)[0];
  return allTopics.find((topic) => topic === name) ?? null;
}

/** An event as the log of what went wrong names it. */
export function nameOf({ type, seq }: HeardFrame): string {
  return seq === undefined ? `${type} without a seq` : `${type} seq ${seq}`;
}

/** Judges one event frame, and moves the cursor if it is taken. */
export function judgeFrame(
  log: LogPosition,
  subscription: Subscription,
  frame: HeardFrame,
): { readonly log: LogPosition; readonly verdict: FrameVerdict; readonly topic: Topic | null } {
  const topic = topicOf(frame.type);
  if (topic === null || !subscription.topics.includes(topic)) return { log, verdict: 'unknownTopic', topic };
  // Never trusted to the platform alone: a frame of another tenant is not ours whatever stream brought it.
  if (frame.tenantId !== subscription.tenantId) return { log, verdict: 'foreign', topic };
  if (frame.seq === undefined) return { log, verdict: 'taken', topic };
  const cursor = log.cursors[topic] ?? 0;
  if (frame.seq <= cursor) return { log, verdict: 'seen', topic };
  const newest = Math.max(log.newest[topic] ?? 0, frame.seq);
  const told = newest === log.newest[topic] ? log : { ...log, newest: { ...log.newest, [topic]: newest } };
  if (log.writeBlocked) return { log: told, verdict: 'blocked', topic };
  if ((frame.prev ?? 0) > cursor) return { log: told, verdict: 'gap', topic };
  return { log: { ...told, cursors: { ...log.cursors, [topic]: frame.seq } }, verdict: 'taken', topic };
}

/** Topics of which the platform told more than we hold. */
export function holes(log: LogPosition, topics: readonly Topic[]): readonly Topic[] {
  return topics.filter((topic) => (log.newest[topic] ?? 0) > (log.cursors[topic] ?? 0));
}

/** Notes what the platform says is newest; never goes back. */
export function hearNewest(log: LogPosition, told: TopicSeqs, topics: readonly Topic[]): LogPosition {
  const raised = topics.filter((topic) => (told[topic] ?? 0) > (log.newest[topic] ?? 0));
  if (raised.length === 0) return log;
  return { ...log, newest: { ...log.newest, ...pick(told, raised) } };
}

/** Gives up the place on these topics and goes on from `at`. What lies between is to be fetched. */
export function adopt(log: LogPosition, at: TopicSeqs): LogPosition {
  const topics = topicsIn(at);
  const filling = without(log.filling, topics);
  const newest = { ...log.newest };
  for (const topic of topics) newest[topic] = at[topic] ?? 0;
  return {
    ...log,
    newest,
    filling,
    cursors: { ...log.cursors, ...at },
    base: { ...log.base, ...at },
    resyncing: [...log.resyncing.filter((topic) => !topics.includes(topic)), ...topics],
  };
}

/** Another log: nothing of the old position means anything any more. */
export function adoptEpoch(log: LogPosition, epoch: string, at: TopicSeqs): LogPosition {
  return adopt({ ...log, epoch, cursors: {}, base: {}, newest: {}, filling: {}, resyncing: [] }, at);
}

/** What a hello tells: newest seq per topic (0 where the topic has none yet). Answers which topics must be fetched:
 * those never held, and those where the platform stands behind us within the same log (restored from a copy). With
 * another connection in use beside (`overlap`) being behind means nothing: it may have been faster. */
export function meetHello(log: LogPosition, told: TopicSeqs, topics: readonly Topic[], overlap: boolean): Adopted {
  const lost: TopicSeqs = {};
  for (const topic of topics) {
    const cursor = log.cursors[topic];
    const newest = told[topic] ?? 0;
    if (cursor === undefined || (newest < cursor && !overlap)) lost[topic] = newest;
  }
  // Holes left by the old connection are filled by the replay that follows the hello; the next heartbeat tells if not.
  const heard = hearNewest({ ...log, filling: {} }, told, topics);
  return { log: topicsIn(lost).length === 0 ? heard : adopt(heard, lost), topics: lost };
}

/** Whether the platform stands behind us on a topic that it has told us of before, in the same log: it was put back to an earlier state. */
export function isSetBack(log: LogPosition, told: TopicSeqs): boolean {
  return topicsIn(told).some((topic) => (told[topic] ?? 0) < (log.cursors[topic] ?? 0));
}

/** What a resync frame tells: go on from there. Topics that stand there or further miss nothing: one resync, not two. */
export function meetResync(log: LogPosition, told: TopicSeqs, topics: readonly Topic[]): Adopted {
  const lost: TopicSeqs = {};
  for (const topic of topics) {
    const at = told[topic];
    const cursor = log.cursors[topic];
    if (at !== undefined && (cursor === undefined || at > cursor)) lost[topic] = at;
  }
  return { log: topicsIn(lost).length === 0 ? log : adopt(log, lost), topics: lost };
}

/** A write failed: back to what is safe. All that was heard of since is a hole now. */
export function fallBack(log: LogPosition): LogPosition {
  const newest = { ...log.newest };
  for (const topic of topicsIn(log.cursors)) newest[topic] = Math.max(newest[topic] ?? 0, log.cursors[topic] ?? 0);
  return { ...log, newest, cursors: { ...log.base }, filling: {}, failedWrites: log.failedWrites + 1, writeBlocked: true };
}

/** A write succeeded. Never above the cursor: a place given up while the write was under way stays given up. */
export function settle(log: LogPosition, written: TopicSeqs): LogPosition {
  const base = { ...log.base };
  for (const topic of topicsIn(written)) base[topic] = Math.min(Math.max(base[topic] ?? 0, written[topic] ?? 0), log.cursors[topic] ?? 0);
  if (log.failedWrites === 0 && topicsIn(written).every((topic) => base[topic] === log.base[topic])) return log;
  return { ...log, base, failedWrites: 0 };
}

/** Counts a try to fill a topic's hole. `givenUp` when there were enough. */
export function countFill(
  log: LogPosition,
  topic: Topic,
): { readonly log: LogPosition; readonly tries: number; readonly givenUp: boolean } {
  const tries = (log.filling[topic] ?? 0) + 1;
  return { log: { ...log, filling: { ...log.filling, [topic]: tries } }, tries, givenUp: tries > maxFills };
}

/** A topic's hole is closed. */
export function endFill(log: LogPosition, topic: Topic): LogPosition {
  return log.filling[topic] === undefined ? log : { ...log, filling: without(log.filling, [topic]) };
}

/** Cursors that may be stored with a batch: not those of topics whose refetch has not landed. */
export function storable(log: LogPosition, topics: readonly Topic[]): TopicSeqs {
  return pick(
    log.cursors,
    topics.filter((topic) => !log.resyncing.includes(topic)),
  );
}

export function topicsIn(seqs: TopicSeqs): readonly Topic[] {
  return Object.keys(seqs) as Topic[]; // keys of TopicSeqs
}

export function pick(seqs: TopicSeqs, topics: readonly Topic[]): TopicSeqs {
  const picked: TopicSeqs = {};
  for (const topic of topics) {
    const seq = seqs[topic];
    if (seq !== undefined) picked[topic] = seq;
  }
  return picked;
}

function without<V>(record: Readonly<Partial<Record<Topic, V>>>, topics: readonly Topic[]): Readonly<Partial<Record<Topic, V>>> {
  const left: Partial<Record<Topic, V>> = { ...record };
  for (const topic of topics) delete left[topic];
  return left;
}
