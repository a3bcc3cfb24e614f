import { afterEach, beforeEach } from 'vitest';
import type { EventFrame, TopicSeqs } from '../../src/contracts/realtime/event.ts';
import { closeReadStore, openReadStore, readDeadLetters, readStages } from '../../src/store/read.ts';
import type { AnswerMeta, BatchOutcome, WriteStore } from '../../src/store/types.ts';
import { openWriteStore, wipe } from '../../src/store/write.ts';
import type { deadLetterRow, stageRow } from './operations.ts';
import { valueOf } from './valueOf.ts';

/** When all data of these tests was received, epoch milliseconds. */
export const at = 1_000_000;
const lastUpdated = '2026-11-21T08:00:00Z';

/** Metadata of a whole answer from log `e1`, as of a seq. */
export function answered(asOfSeq: number | null, change: Partial<AnswerMeta> = {}): AnswerMeta {
  return { receivedAt: at, asOfSeq, epoch: 'e1', extent: 'whole', ...change };
}
export const dlq = (...items: ReturnType<typeof deadLetterRow>[]) => ({ items, totalCount: items.length, lastUpdated });
export const pipeline = (...stages: ReturnType<typeof stageRow>[]) => ({ stages, lastUpdated });
export const lags = async () => (await readStages()).rows.map((stage) => stage.currentLagMinutes);
export const items = async () => (await readDeadLetters()).rows.map((item) => item.itemId);

interface OpenedStore {
  store: WriteStore;
  readonly apply: (frames: readonly EventFrame[], cursors?: TopicSeqs, epoch?: string) => Promise<BatchOutcome>;
}

/** One user's store, open for writing and reading; new for each test of the file and wiped after it. */
export function openedStore(): OpenedStore {
  let open: WriteStore | null = null;
  const device: OpenedStore = {
    get store() {
      if (open === null) throw new Error('No test is under way');
      return open;
    },
    set store(next) {
      open = next;
    },
    apply: async (frames, cursors = {}, epoch = 'e1') => valueOf(await device.store.applyBatch({ frames, cursors, epoch, at })),
  };
  beforeEach(async () => {
    device.store = valueOf(await openWriteStore('demo', 'u1'));
    openReadStore('demo', 'u1');
  });
  afterEach(async () => {
    closeReadStore();
    valueOf(await wipe('demo', 'u1'));
  });
  return device;
}
