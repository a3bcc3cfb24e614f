import type { HeardFrame, Topic, TopicSeqs } from '../../../contracts/realtime/event.ts';
import { coalesceMs, createPacer, publishMs } from '../../../domain/coalesce.ts';
import { createHighWater, createSeenSet } from '../../../domain/dedup.ts';
import { nameOf, topicOf } from '../../../domain/realtime/log.ts';
import { redactEvent } from '../../../domain/redact.ts';
import { type Ring, createRing, recentLimit, ringLimits } from '../../../domain/series/ring.ts';
import type { BatchOutcome, WriteStore } from '../../../store/types.ts';

/**
 * Writes accepted frames to rows and tells the pages: deduplication, high-water marks, ring buffers, one coalesced write per due topic,
 * then the news. Knows no transport. Everything here may be discarded at any moment (`discard`): the platform's log is the buffer, and
 * the machine asks for it again from the last stored cursor. Discarded frames without a log number are reported as missed.
 */
export interface IngestDeps {
  readonly store: Pick<WriteStore, 'applyBatch'>;
  /** Runs once after the delay; returns a function that cancels it. */
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
  /** Server clock, epoch milliseconds. */
  readonly now: () => number;
  /** A batch was stored with these cursors, or could not be written. */
  readonly settled: (ok: boolean, cursors: TopicSeqs, epoch: string) => void;
  /** Events of these topics were accepted but not stored: fetch the resources they feed. */
  readonly missed: (topics: readonly Topic[]) => void;
  /** Events dropped by full buffers since start, by topic; reported with the batch that lacks them, if the number rose. */
  readonly dropped: (counts: Readonly<Record<string, number>>) => void;
  /** Events that changed something, oldest first, at most once per 250 ms; those of the control topic at once. */
  readonly applied: (events: readonly HeardFrame[]) => void;
  readonly log?: (level: 'warning' | 'error', code: string, detail: string) => void;
}

/** The writer of one session context; batches are written one after the other. */
export interface Ingest {
  readonly accept: (frames: readonly HeardFrame[], cursors: TopicSeqs, epoch: string) => void;
  readonly discard: () => void;
  /** The last 20 events, redacted (C-81). */
  readonly recent: () => readonly HeardFrame[];
  /** Writes nothing more; resolves when no write is under way. */
  readonly close: () => Promise<void>;
}

/** Maximum number of batches waiting for the single writer; beyond it the store counts as blocked. */
const longestQueue = 8;

/** Approximate maximum of frames per transaction; one topic's batch may exceed it. */
const largestBatch = 1000;

/** One topic's batch, waiting for the single writer. */
interface Waiting {
  readonly frames: readonly HeardFrame[];
  readonly cursors: TopicSeqs;
}

interface Lane {
  readonly ring: Ring<HeardFrame>;
  cursor: number | null;
  cancel: (() => void) | null;
}

/** Remembers no event of an earlier session context: what comes again is recognised by the stored versions. */
export function createIngest(deps: IngestDeps): Ingest {
  const intake = createIntake();
  // The control topic is delivered before it is stored, so this set survives a discard.
  const delivered = createSeenSet();
  const lanes = new Map<Topic, Lane>();
  const news = createPacer(publishMs, deps.setTimer, deps.applied);
  let epoch = '';
  let closed = false;

  const laneOf = (topic: Topic): Lane => {
    const held = lanes.get(topic);
    if (held !== undefined) return held;
    const { capacity, policy } = ringLimits[topic];
    const lane: Lane = { ring: createRing(capacity, policy), cursor: null, cancel: null };
    lanes.set(topic, lane);
    return lane;
  };

  /** Numbered frames come again from the last stored cursor; the rest must be fetched. */
  const lost = (frames: readonly HeardFrame[]): void => {
    const topics = closed ? [] : unnumbered(frames);
    if (topics.length > 0) deps.missed(topics);
  };

  const writer = createBatchWriter(deps, lost, news);

  const discard = (): void => {
    const thrown = [...writer.discard()];
    for (const lane of lanes.values()) {
      lane.cancel?.();
      Object.assign(lane, { cancel: null, cursor: null });
      thrown.push(...lane.ring.drain());
    }
    lost(thrown);
    intake.clear();
  };

  const accept = (frames: readonly HeardFrame[], cursors: TopicSeqs, batchEpoch: string): void => {
    if (closed) return;
    if (batchEpoch !== epoch) {
      discard();
      epoch = batchEpoch;
    }
    const touched = new Set<Topic>();
    const lossy = new Set<Topic>();
    const control: HeardFrame[] = [];
    for (const frame of frames) {
      const topic = topicOf(frame.type);
      if (topic === null) continue;
      touched.add(topic);
      if (topic === 'system' && delivered.add(`${batchEpoch} ${frame.seq ?? keyOf(frame)}`)) control.push(frame);
      const lane = laneOf(topic);
      if (intake.take(frame, lane.ring)) lossy.add(topic);
      // D-12: a buffer that must not drop frames is flushed the moment it is full.
      if (ringLimits[topic].policy === 'buffer' && lane.ring.isFull()) flush(topic);
    }
    for (const topic of touched) {
      const lane = laneOf(topic);
      lane.cursor = lossy.has(topic) ? null : (cursors[topic] ?? lane.cursor);
      lane.cancel ??= deps.setTimer(coalesceMs[topic], () => flush(topic));
    }
    if (lossy.size > 0) deps.missed([...lossy]);
    if (control.length > 0) deps.applied(control);
  };

  const flush = (topic: Topic): void => {
    const lane = laneOf(topic);
    lane.cancel?.();
    const { cursor } = lane;
    Object.assign(lane, { cancel: null, cursor: null });
    const frames = lane.ring.drain();
    const dropped = intake.newlyDropped();
    if (dropped !== null) deps.dropped(dropped);
    if (frames.length === 0 && cursor === null) return;
    if (writer.queued() >= longestQueue) {
      deps.log?.('error', 'write_blocked', `${writer.queued()} batches wait`);
      lost(frames);
      deps.settled(false, {}, epoch);
      return;
    }
    // The cursor that arrives with the newest frames covers all before it; a flush in the middle of a burst has none yet.
    writer.add({ frames, cursors: cursor === null ? {} : { [topic]: cursor } }, epoch);
  };

  return {
    accept,
    discard,
    // Redacted on request, which is rare, instead of once per event.
    recent: () => intake.recent().map(redactEvent),
    close: async () => {
      closed = true;
      discard();
      news.stop();
      await writer.idle();
    },
  };
}

/** Recognises frames that came before and those older than what came, and counts what full rings drop. */
function createIntake() {
  const seen = createSeenSet();
  const versions = createHighWater();
  const recent = createRing<HeardFrame>(recentLimit, 'dropOldest');
  const counts: Record<string, number> = {};
  let toldDropped = 0;

  /** Takes one frame into its ring; returns whether a frame was dropped that no newer one in the ring supersedes. */
  const take = (frame: HeardFrame, ring: Ring<HeardFrame>): boolean => {
    if (!seen.add(keyOf(frame))) return false;
    if (!versions.raise(resourceOf(frame), frame.version)) return false;
    recent.push(frame);
    const gone = ring.push(frame);
    if (gone === null) return false;
    const topic = topicOf(gone.type) ?? 'system';
    counts[topic] = (counts[topic] ?? 0) + 1;
    return (versions.of(resourceOf(gone)) ?? 0) <= gone.version;
  };

  return {
    take,
    recent: recent.items,
    /** How many were dropped since start, by topic; null if no more than when it was last asked. */
    newlyDropped: (): Readonly<Record<string, number>> | null => {
      const now = total(counts);
      if (now === toldDropped) return null;
      toldDropped = now;
      return { ...counts };
    },
    clear: (): void => {
      seen.clear();
      versions.clear();
    },
  };
}

/** The single writer: batches are written one after the other. */
function createBatchWriter(
  deps: IngestDeps,
  lost: (frames: readonly HeardFrame[]) => void,
  news: { readonly add: (frames: readonly HeardFrame[]) => void },
) {
  let generation = 0;
  let queued = 0;
  const waiting: Waiting[] = [];
  let writing: Promise<void> = Promise.resolve();

  /** Combines all waiting batches into one transaction: topics due at the same time cost one. */
  const write = async (batchEpoch: string): Promise<void> => {
    const mine = generation;
    const batches: Waiting[] = [];
    for (let frames = 0; frames < largestBatch && waiting.length > 0; frames += batches.at(-1)?.frames.length ?? 0)
      batches.push(...waiting.splice(0, 1));
    if (batches.length === 0) return; // written with an earlier batch
    const outcome = await deps.store.applyBatch({
      frames: batches.flatMap(({ frames }) => frames),
      cursors: Object.assign({}, ...batches.map(({ cursors }) => cursors)) as TopicSeqs,
      epoch: batchEpoch,
      at: deps.now(),
    });
    if (mine !== generation) return outcome.ok ? undefined : lost(batches.flatMap(({ frames }) => frames));
    queued -= batches.length;
    if (outcome.ok) settle(outcome.value, batches, batchEpoch);
    else if (outcome.problem.code !== 'cancelled') {
      for (const { cursors } of batches) deps.settled(false, cursors, batchEpoch);
      lost(batches.flatMap(({ frames }) => frames));
    }
  };

  const settle = (outcome: BatchOutcome, batches: readonly Waiting[], batchEpoch: string): void => {
    const spoilt = new Set<Topic>();
    for (const { frame, detail } of outcome.unusable) {
      deps.log?.('error', 'malformed_event', `${nameOf(frame)}: ${detail}`);
      const topic = topicOf(frame.type);
      if (topic !== null) spoilt.add(topic);
    }
    for (const { cursors } of batches) deps.settled(true, cursors, batchEpoch);
    if (spoilt.size > 0) deps.missed([...spoilt]);
    const fresh = outcome.applied.filter((frame) => topicOf(frame.type) !== 'system');
    if (fresh.length > 0) news.add(fresh);
  };

  return {
    queued: (): number => queued,
    add: (batch: Waiting, epoch: string): void => {
      waiting.push(batch);
      queued += 1;
      const mine = generation;
      writing = writing.then(() => (mine === generation ? write(epoch) : undefined));
    },
    /** Drops what waits and returns its frames; a write under way is not undone. */
    discard: (): readonly HeardFrame[] => {
      generation += 1;
      queued = 0;
      return waiting.splice(0).flatMap(({ frames }) => frames);
    },
    idle: (): Promise<void> => writing,
  };
}

function resourceOf(frame: HeardFrame): string {
  return `${frame.type} ${frame.resourceId}`;
}

function keyOf(frame: HeardFrame): string {
  return `${resourceOf(frame)} ${frame.version}`;
}

/** Topics of frames without a number in the platform's log: once discarded, they do not come again. */
function unnumbered(frames: readonly HeardFrame[]): readonly Topic[] {
  return [...new Set(frames.flatMap((frame) => (frame.seq === undefined ? (topicOf(frame.type) ?? []) : [])))];
}

function total(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
