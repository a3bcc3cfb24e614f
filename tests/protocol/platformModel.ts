import type { DownFrame } from '../../src/contracts/realtime/down.ts';
import type { EventFrame, Topic, TopicSeqs } from '../../src/contracts/realtime/event.ts';
import type { PollAnswer } from '../../src/domain/realtime/event.ts';
import { topicOf } from '../../src/domain/realtime/log.ts';

/**
 * The platform's promises (D-14), in memory: a numbered log per tenant, tables that always agree with it, streams that replay from a
 * cursor, and a limit to how far back the log is kept.
 */
export interface PlatformModel {
  readonly epoch: () => string;
  readonly head: () => number;
  /** Every event of the current log, including forgotten ones: the oracle. */
  readonly log: () => readonly EventFrame[];
  /** Version of each row; removed rows are absent. */
  readonly tables: () => ReadonlyMap<string, number>;
  readonly change: (resource: number, remove: boolean) => EventFrame;
  readonly forget: () => void;
  /** Starts a new log (epoch); tables stay, their versions restart. */
  readonly restore: () => void;
  readonly newest: () => TopicSeqs;
  readonly replay: (since: TopicSeqs) => readonly DownFrame[];
  readonly poll: (topic: Topic, since: number | undefined) => PollAnswer;
}

const modelTopics: readonly Topic[] = ['pipeline', 'health'];
const at = '2026-11-21T08:00:00Z';

export function createPlatformModel(): PlatformModel {
  let generation = 1;
  let log: EventFrame[] = [];
  let floor = 0;
  const versions = new Map<string, number>();
  const present = new Map<string, number>();
  const newest = (): TopicSeqs =>
    Object.fromEntries(modelTopics.map((topic) => [topic, log.findLast((frame) => topicOf(frame.type) === topic)?.seq ?? 0]));
  const framesOf = (topic: Topic) => log.filter((frame) => topicOf(frame.type) === topic);
  /** Whether everything after `since` on the topic is still kept. */
  const holds = (topic: Topic, since: number) => framesOf(topic).every((frame) => frame.seq <= since || frame.seq > floor);

  return {
    epoch: () => `e${generation}`,
    head: () => log.length,
    log: () => log,
    tables: () => present,
    change: (resource, remove) => {
      const topic = modelTopics[resource % modelTopics.length] ?? 'pipeline';
      const resourceId = `r${resource}`;
      const key = `${topic}.row ${resourceId}`;
      const version = (versions.get(key) ?? 0) + 1;
      versions.set(key, version);
      if (remove) present.delete(key);
      else present.set(key, version);
      const prev = newest()[topic] ?? 0;
      const frame: EventFrame = {
        type: `${topic}.row`,
        tenantId: 'demo',
        resourceId,
        version,
        ts: at,
        correlationId: 'c',
        data: remove ? { removed: true } : {},
        seq: log.length + 1,
        prev,
      };
      log.push(frame);
      return frame;
    },
    forget: () => {
      floor = log.length;
    },
    restore: () => {
      generation += 1;
      log = [];
      floor = 0;
      versions.clear();
      for (const key of present.keys()) {
        versions.set(key, 1);
        present.set(key, 1);
      }
    },
    newest,
    replay: (since) => {
      const lost = modelTopics.filter((topic) => since[topic] !== undefined && !holds(topic, since[topic]));
      const frames: DownFrame[] = [{ kind: 'hello', epoch: `e${generation}`, topics: newest(), at, heartbeatMs: 25_000 }];
      if (lost.length > 0) return [...frames, { kind: 'resync', epoch: `e${generation}`, topics: newest(), reason: 'gap' }];
      for (const frame of log) {
        const from = since[topicOf(frame.type) ?? 'system'];
        if (from !== undefined && frame.seq > from) frames.push({ kind: 'event', ...frame });
      }
      return frames;
    },
    poll: (topic, since) => {
      const last = newest()[topic] ?? 0;
      const resync = since !== undefined && !holds(topic, since);
      const frames = resync || since === undefined ? [] : framesOf(topic).filter((frame) => frame.seq > since);
      return { ok: true, topic, frames, epoch: `e${generation}`, newest: last, resync };
    },
  };
}

export { modelTopics };
