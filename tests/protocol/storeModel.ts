import type { HeardFrame, Topic, TopicSeqs } from '../../src/contracts/realtime/event.ts';
import { topicOf } from '../../src/domain/realtime/log.ts';
import { type MadeWhole, answerTakes, eventTakes } from '../../src/store/entities/entity.ts';
import type { EventBatch, LogPlace, WriteStore } from '../../src/store/types.ts';

interface Row {
  readonly version: number;
  readonly seq: number;
  readonly epoch: string;
  readonly gone: 0 | 1;
}

/**
 * The store's rules over a Map: the same functions that decide inside the real transaction, without a database. It notes every effect, so
 * that a doubled or reverted one is seen even if later ones hide it.
 */
export interface StoreModel extends Pick<WriteStore, 'applyBatch'> {
  readonly rows: () => ReadonlyMap<string, number>;
  readonly log: () => LogPlace;
  /** The event record of the current epoch: seqs of each topic in storage order. */
  readonly recorded: (topic: Topic) => readonly number[];
  readonly saveCursors: (cursors: TopicSeqs, epoch: string) => void;
  /** A whole answer for these topics, as of a seq. */
  readonly applyTables: (topics: readonly Topic[], tables: ReadonlyMap<string, number>, asOfSeq: number, epoch: string) => void;
  /** What was applied to each row in turn, by epoch. */
  readonly effects: () => readonly { readonly key: string; readonly epoch: string; readonly version: number; readonly seq: number }[];
  /** Makes the next write fail. */
  readonly failNext: () => void;
}

export function createStoreModel(): StoreModel {
  const rows = new Map<string, Row>();
  const whole = new Map<Topic, MadeWhole>();
  const effects: { key: string; epoch: string; version: number; seq: number }[] = [];
  let epoch: string | null = null;
  let cursors: TopicSeqs = {};
  let record = new Map<Topic, number[]>();
  let fails = false;
  const keep = (saved: TopicSeqs, savedEpoch: string) => {
    cursors = epoch === savedEpoch ? { ...cursors, ...saved } : { ...saved };
    if (epoch !== savedEpoch) record = new Map();
    epoch = savedEpoch;
  };
  return {
    rows: () => new Map([...rows].flatMap(([key, row]) => (row.gone === 1 ? [] : [[key, row.version]]))),
    log: () => {
      const ends = new Map([...record].map(([topic, seqs]) => [topic, seqs.at(-1) ?? 0]));
      const owed = [...ends].flatMap(([topic, end]) => (end > (cursors[topic] ?? -1) ? [topic] : []));
      return { epoch, cursors: { ...cursors, ...Object.fromEntries(owed.map((topic) => [topic, ends.get(topic)])) }, owed };
    },
    recorded: (topic) => record.get(topic) ?? [],
    saveCursors: keep,
    effects: () => effects,
    failNext: () => {
      fails = true;
    },
    applyBatch: async (batch: EventBatch) => {
      if (fails) {
        fails = false;
        return { ok: false, problem: { code: 'storage', message: 'full', retry: true } };
      }
      const applied: HeardFrame[] = [];
      for (const frame of batch.frames) {
        const key = `${frame.type} ${frame.resourceId}`;
        if (!eventTakes(rows.get(key), { ...frame, epoch: batch.epoch }, whole.get(topicOf(frame.type) ?? 'system'))) continue;
        const { seq = 0 } = frame; // the model platform numbers all of its events
        rows.set(key, { version: frame.version, seq, epoch: batch.epoch, gone: 'removed' in frame.data ? 1 : 0 });
        effects.push({ key, epoch: batch.epoch, version: frame.version, seq });
        applied.push(frame);
      }
      keep(batch.cursors, batch.epoch);
      for (const { type, seq = 0 } of batch.frames) {
        const topic = topicOf(type) ?? 'system';
        const seqs = record.get(topic) ?? [];
        if (seq > (seqs.at(-1) ?? 0)) record.set(topic, [...seqs, seq]);
      }
      return { ok: true, value: { applied, unusable: [] } };
    },
    applyTables: (topics, tables, asOfSeq, answerEpoch) => {
      const asked = (key: string) => topics.some((topic) => key.startsWith(`${topic}.`));
      for (const [key, version] of tables) {
        if (asked(key) && answerTakes(rows.get(key), version, asOfSeq, answerEpoch))
          rows.set(key, { version, seq: asOfSeq, epoch: answerEpoch, gone: 0 });
      }
      for (const topic of topics) {
        const before = whole.get(topic);
        whole.set(topic, { epoch: answerEpoch, asOfSeq: before?.epoch === answerEpoch ? Math.max(before.asOfSeq ?? 0, asOfSeq) : asOfSeq });
      }
      for (const [key, row] of rows)
        if (asked(key) && !tables.has(key) && (row.epoch !== answerEpoch || row.seq <= asOfSeq)) rows.delete(key);
    },
  };
}
