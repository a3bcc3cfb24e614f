import type { HeardFrame, Topic, TopicSeqs } from '../../contracts/realtime/event.ts';
import { coalesceMs, createPacer, publishMs } from '../../domain/coalesce.ts';
import { createHighWater, createSeenSet } from '../../domain/dedup.ts';
import { nameOf, topicOf } from '../../domain/realtime/log.ts';
import { redactEvent } from '../../domain/redact.ts';
import { type Ring, createRing, recentLimit, ringLimits } from '../../domain/ring.ts';
import type { BatchOutcome, WriteStore } from '../../store/types.ts';

/**
 * From frames that the machine took to rows, segments and pages: seen set, high-water marks, rings, one coalesced write for
 * each topic that is due, then the news. Knows no transport. Everything in here may be thrown away at any moment (`discard`): the platform's
 * log is the buffer, and the machine asks for it again from the last stored cursor. What has no number in that log is told as missed then.
 */
export interface IngestWorld {
  readonly store: Pick<WriteStore, 'applyBatch'>;
  /** Runs once after the delay; answers how to call it off. */
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  /** Server's clock, epoch milliseconds. */
  readonly now: () => number;
  /** A batch is in the store with these cursors, or could not be written. */
  readonly settled: (ok: boolean, cursors: TopicSeqs, epoch: string) => void;
  /** Events of these topics were taken but not kept: what they feed is to be fetched. */
  readonly missed: (topics: readonly Topic[]) => void;
  /** Events dropped by full buffers since start, by topic; told with the batch that went without them, if there are more than before. */
  readonly dropped: (counts: Readonly<Record<string, number>>) => void;
  /** Events that changed something, oldest first, at most once per 250 ms; those of the control topic at once. */
  readonly applied: (events: readonly HeardFrame[]) => void;
  readonly log?: (level: 'warning' | 'error', code: string, detail: string) => void;
}

export interface Ingest {
  readonly accept: (frames: readonly HeardFrame[], cursors: TopicSeqs, epoch: string) => void;
  readonly discard: () => void;
  /** The last 20 events, redacted (C-81). */
  readonly recent: () => readonly HeardFrame[];
  /** Writes nothing more; answers when no write is under way. */
  readonly close: () => Promise<void>;
}

/** Batches waiting for the one writer before the store counts as blocked. */
const longestQueue = 8;

/** Frames that a transaction takes, give or take one topic's. */
const largestBatch = 1000;

/** One topic's turn, waiting for the one writer. */
interface Waiting {
  readonly frames: readonly HeardFrame[];
  readonly cursors: TopicSeqs;
}

interface Lane {
  readonly ring: Ring<HeardFrame>;
  cursor: number | null;
  cancel: (() => void) | null;
}

export function createIngest(world: IngestWorld): Ingest {
  const seen = createSeenSet();
  const versions = createHighWater();
  // The control topic is delivered before it is stored, so what was delivered outlives a discard.
  const delivered = createSeenSet();
  const recent = createRing<HeardFrame>(recentLimit, 'dropOldest');
  const counts: Record<string, number> = {};
  let toldDropped = 0;
  const lanes = new Map<Topic, Lane>();
  const news = createPacer(publishMs, world.setTimer, world.applied);
  let epoch = '';
  let generation = 0;
  let queued = 0;
  const waiting: Waiting[] = [];
  let writing: Promise<void> = Promise.resolve();
  let closed = false;

  const laneOf = (topic: Topic): Lane => {
    const held = lanes.get(topic);
    if (held !== undefined) return held;
    const { capacity, policy } = ringLimits[topic];
    const lane: Lane = { ring: createRing(capacity, policy), cursor: null, cancel: null };
    lanes.set(topic, lane);
    return lane;
  };

  /** What has a number comes again from the last stored cursor; what has none is to be fetched. */
  const lost = (frames: readonly HeardFrame[]): void => {
    const topics = closed ? [] : unnumbered(frames);
    if (topics.length > 0) world.missed(topics);
  };

  const discard = (): void => {
    generation += 1;
    queued = 0;
    const thrown = waiting.splice(0).flatMap(({ frames }) => frames);
    for (const lane of lanes.values()) {
      lane.cancel?.();
      Object.assign(lane, { cancel: null, cursor: null });
      thrown.push(...lane.ring.drain());
    }
    lost(thrown);
    seen.clear();
    versions.clear();
  };

  /** Takes one frame into its ring; answers whether something was dropped that nothing newer in the ring makes up for. */
  const take = (frame: HeardFrame, lane: Lane): boolean => {
    if (!seen.add(keyOf(frame))) return false;
    if (!versions.raise(resourceOf(frame), frame.version)) return false;
    recent.push(frame);
    const gone = lane.ring.push(frame);
    if (gone === null) return false;
    const topic = topicOf(gone.type) ?? 'system';
    counts[topic] = (counts[topic] ?? 0) + 1;
    return (versions.of(resourceOf(gone)) ?? 0) <= gone.version;
  };

  const accept = (frames: readonly HeardFrame[], cursors: TopicSeqs, of: string): void => {
    if (closed) return;
    if (of !== epoch) {
      discard();
      epoch = of;
    }
    const touched = new Set<Topic>();
    const lossy = new Set<Topic>();
    const control: HeardFrame[] = [];
    for (const frame of frames) {
      const topic = topicOf(frame.type);
      if (topic === null) continue;
      touched.add(topic);
      if (topic === 'system' && delivered.add(`${of} ${frame.seq ?? keyOf(frame)}`)) control.push(frame);
      const lane = laneOf(topic);
      if (take(frame, lane)) lossy.add(topic);
      // D-12: a buffer that drops nothing is emptied the moment it is full.
      if (ringLimits[topic].policy === 'buffer' && lane.ring.isFull()) flush(topic);
    }
    for (const topic of touched) {
      const lane = laneOf(topic);
      lane.cursor = lossy.has(topic) ? null : (cursors[topic] ?? lane.cursor);
      lane.cancel ??= world.setTimer(coalesceMs[topic], () => flush(topic));
    }
    if (lossy.size > 0) world.missed([...lossy]);
    if (control.length > 0) world.applied(control);
  };

  const flush = (topic: Topic): void => {
    const lane = laneOf(topic);
    lane.cancel?.();
    const { cursor } = lane;
    Object.assign(lane, { cancel: null, cursor: null });
    const frames = lane.ring.drain();
    tellDropped();
    if (frames.length === 0 && cursor === null) return;
    if (queued >= longestQueue) {
      world.log?.('error', 'write_blocked', `${queued} batches wait`);
      lost(frames);
      world.settled(false, {}, epoch);
      return;
    }
    // The cursor that came with the newest frames covers all before it; a flush in the middle of a burst has none yet.
    waiting.push({ frames, cursors: cursor === null ? {} : { [topic]: cursor } });
    queued += 1;
    const mine = generation;
    writing = writing.then(() => (mine === generation ? write(epoch) : undefined));
  };

  const tellDropped = (): void => {
    const now = total(counts);
    if (now === toldDropped) return;
    toldDropped = now;
    world.dropped({ ...counts });
  };

  /** What has come to wait meanwhile goes into one transaction: topics that are due at the same time cost one. */
  const write = async (of: string): Promise<void> => {
    const mine = generation;
    const batches: Waiting[] = [];
    for (let frames = 0; frames < largestBatch && waiting.length > 0; frames += batches.at(-1)?.frames.length ?? 0)
      batches.push(...waiting.splice(0, 1));
    if (batches.length === 0) return; // went with those before it
    const outcome = await world.store.applyBatch({
      frames: batches.flatMap(({ frames }) => frames),
      cursors: Object.assign({}, ...batches.map(({ cursors }) => cursors)) as TopicSeqs,
      epoch: of,
      at: world.now(),
    });
    if (mine !== generation) return outcome.ok ? undefined : lost(batches.flatMap(({ frames }) => frames));
    queued -= batches.length;
    if (outcome.ok) settle(outcome.value, batches, of);
    else if (outcome.problem.code !== 'cancelled') {
      for (const { cursors } of batches) world.settled(false, cursors, of);
      lost(batches.flatMap(({ frames }) => frames));
    }
  };

  const settle = (outcome: BatchOutcome, batches: readonly Waiting[], of: string): void => {
    const spoilt = new Set<Topic>();
    for (const { frame, detail } of outcome.unusable) {
      world.log?.('error', 'malformed_event', `${nameOf(frame)}: ${detail}`);
      const topic = topicOf(frame.type);
      if (topic !== null) spoilt.add(topic);
    }
    for (const { cursors } of batches) world.settled(true, cursors, of);
    if (spoilt.size > 0) world.missed([...spoilt]);
    const fresh = outcome.applied.filter((frame) => topicOf(frame.type) !== 'system');
    if (fresh.length > 0) news.add(fresh);
  };

  return {
    accept,
    discard,
    // Redacted when asked for, which is rare, and not once an event.
    recent: () => recent.items().map(redactEvent),
    close: async () => {
      closed = true;
      discard();
      news.stop();
      await writing;
    },
  };
}

function resourceOf(frame: HeardFrame): string {
  return `${frame.type} ${frame.resourceId}`;
}

function keyOf(frame: HeardFrame): string {
  return `${resourceOf(frame)} ${frame.version}`;
}

/** Topics of events that have no place in the platform's log: thrown away here, they do not come again. */
function unnumbered(frames: readonly HeardFrame[]): readonly Topic[] {
  return [...new Set(frames.flatMap((frame) => (frame.seq === undefined ? (topicOf(frame.type) ?? []) : [])))];
}

function total(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
