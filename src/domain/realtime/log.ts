import { type HeardFrame, type Topic, type TopicSeqs, topics } from '../../contracts/realtime/event.ts';
import { maxFills } from './ladder.ts';
import type { LogPosition, Subscription } from './state.ts';

/**
 * Our position in the platform's event log: pure rules over LogPosition, without connections or timers. A frame is taken only if it
 * follows the last taken one of its topic: `prev` not above our cursor, `seq` above it. So the taken frames are always a gap-free run of
 * the authorised log, whatever is lost, duplicated or reordered. A frame without a `seq` has no place in the log: it is always taken, and
 * its version decides whether it applies (D-13).
 */

/** A log whose position on some topics was replaced: everything up to the new seq must be fetched. */
export interface Adopted {
  readonly log: LogPosition;
  /** Topics to refetch, each with the minimum seq the data must cover; empty if nothing is missing. */
  readonly topics: TopicSeqs;
}

/** What becomes of a frame. `gap`: frames before it are missing; `foreign`: of another tenant; `blocked`: nothing can be written now. */
export type FrameVerdict = 'taken' | 'seen' | 'gap' | 'foreign' | 'unknownTopic' | 'blocked';

const allTopics: readonly Topic[] = [...topics, 'system'];

/** The topic of an event: the first dot-separated part of its type (C-39); null if it is not a known topic. */
export function topicOf(type: string): Topic | null {
  const name = type.split('.', 1)[0];
  return allTopics.find((topic) => topic === name) ?? null;
}

/** An event's name in log entries. */
export function nameOf({ type, seq }: HeardFrame): string {
  return seq === undefined ? `${type} without a seq` : `${type} seq ${seq}`;
}

/** Judges an event frame, and moves the cursor if it is taken. */
export function judgeFrame(
  log: LogPosition,
  subscription: Subscription,
  frame: HeardFrame,
): { readonly log: LogPosition; readonly verdict: FrameVerdict; readonly topic: Topic | null } {
  const topic = topicOf(frame.type);
  if (topic === null || !subscription.topics.includes(topic)) return { log, verdict: 'unknownTopic', topic };
  // Do not rely on the platform alone: a frame of another tenant is rejected on any stream.
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

/** Topics on which the platform has announced more than we hold. */
export function holes(log: LogPosition, topics: readonly Topic[]): readonly Topic[] {
  return topics.filter((topic) => (log.newest[topic] ?? 0) > (log.cursors[topic] ?? 0));
}

/** Raises the newest known seq per topic; never lowers it. */
export function hearNewest(log: LogPosition, told: TopicSeqs, topics: readonly Topic[]): LogPosition {
  const raised = topics.filter((topic) => (told[topic] ?? 0) > (log.newest[topic] ?? 0));
  if (raised.length === 0) return log;
  return { ...log, newest: { ...log.newest, ...pick(told, raised) } };
}

/** Moves the position on these topics to `at` and marks them for a refetch of what lies between. */
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

/** The platform answers from another log (epoch): drops the whole old position. */
export function adoptEpoch(log: LogPosition, epoch: string, at: TopicSeqs): LogPosition {
  return adopt({ ...log, epoch, cursors: {}, base: {}, newest: {}, filling: {}, resyncing: [] }, at);
}

/**
 * Applies a hello: the newest seq per topic (0 if the topic has none yet). Returns the topics to fetch: those never held, and those where
 * the platform is behind us in the same log (restored from a backup). With another connection in use (`overlap`) being behind is normal,
 * since that one may be faster.
 */
export function meetHello(log: LogPosition, told: TopicSeqs, topics: readonly Topic[], overlap: boolean): Adopted {
  const lost: TopicSeqs = {};
  for (const topic of topics) {
    const cursor = log.cursors[topic];
    const newest = told[topic] ?? 0;
    if (cursor === undefined || (newest < cursor && !overlap)) lost[topic] = newest;
  }
  // The replay after the hello fills gaps of the old connection; if it does not, the next heartbeat reveals it.
  const heard = hearNewest({ ...log, filling: {} }, told, topics);
  return { log: topicsIn(lost).length === 0 ? heard : adopt(heard, lost), topics: lost };
}

/** True if the platform is behind our cursor on a topic within the same log: it was restored to an earlier state. */
export function isSetBack(log: LogPosition, told: TopicSeqs): boolean {
  return topicsIn(told).some((topic) => (told[topic] ?? 0) < (log.cursors[topic] ?? 0));
}

/** Applies a resync frame: continue from its positions. Topics already there or further miss nothing, which avoids a second resync. */
export function meetResync(log: LogPosition, told: TopicSeqs, topics: readonly Topic[]): Adopted {
  const lost: TopicSeqs = {};
  for (const topic of topics) {
    const at = told[topic];
    const cursor = log.cursors[topic];
    if (at !== undefined && (cursor === undefined || at > cursor)) lost[topic] = at;
  }
  return { log: topicsIn(lost).length === 0 ? log : adopt(log, lost), topics: lost };
}

/** A write failed: falls back to `base`. Everything received since then counts as a gap. */
export function fallBack(log: LogPosition): LogPosition {
  const newest = { ...log.newest };
  for (const topic of topicsIn(log.cursors)) newest[topic] = Math.max(newest[topic] ?? 0, log.cursors[topic] ?? 0);
  return { ...log, newest, cursors: { ...log.base }, filling: {}, failedWrites: log.failedWrites + 1, writeBlocked: true };
}

/** A write succeeded: raises `base`, but never above the cursor, since a position may have been given up during the write. */
export function settle(log: LogPosition, written: TopicSeqs): LogPosition {
  const base = { ...log.base };
  for (const topic of topicsIn(written)) base[topic] = Math.min(Math.max(base[topic] ?? 0, written[topic] ?? 0), log.cursors[topic] ?? 0);
  if (log.failedWrites === 0 && topicsIn(written).every((topic) => base[topic] === log.base[topic])) return log;
  return { ...log, base, failedWrites: 0 };
}

/** Counts an attempt to fill a topic's gap. `givenUp` is true after more than `maxFills` attempts. */
export function countFill(
  log: LogPosition,
  topic: Topic,
): { readonly log: LogPosition; readonly tries: number; readonly givenUp: boolean } {
  const tries = (log.filling[topic] ?? 0) + 1;
  return { log: { ...log, filling: { ...log.filling, [topic]: tries } }, tries, givenUp: tries > maxFills };
}

/** Marks a topic's gap as filled. */
export function endFill(log: LogPosition, topic: Topic): LogPosition {
  return log.filling[topic] === undefined ? log : { ...log, filling: without(log.filling, [topic]) };
}

/** Cursors that may be stored with a batch: excludes topics whose refetch is still pending. */
export function storable(log: LogPosition, topics: readonly Topic[]): TopicSeqs {
  return pick(
    log.cursors,
    topics.filter((topic) => !log.resyncing.includes(topic)),
  );
}

/** The topics that have a number. */
export function topicsIn(seqs: TopicSeqs): readonly Topic[] {
  return Object.keys(seqs) as Topic[]; // the keys of TopicSeqs are topics
}

/** The numbers of these topics; a topic without one is left out. */
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
