import type { TopicSeqs } from '../../src/contracts/realtime/event.ts';
import { topicOf } from '../../src/domain/realtime/log.ts';
import type { WriteStore } from '../../src/store/types.ts';
import { openWriteStore, wipe } from '../../src/store/write.ts';
import { createIngest, type Ingest } from '../../src/workers/hub/events/ingest.ts';
import { contest } from './contest.ts';
import { lockKey } from './lockKey.ts';

/**
 * The console's own way: the hub's ingest with the real store, including entity rows, chain links, segments and cursors. The coalescing
 * delays (C-76) are skipped once a chunk is in, since they are waiting, not work.
 */
let store: WriteStore | null = null;
let ingest: Ingest | null = null;
let applied = 0;
let due: (() => void)[] | null = null;
let settled: (ok: boolean) => void = () => {};

contest({
  async open() {
    applied = 0;
    const opened = await openWriteStore('bench', 'bench', null, await lockKey());
    if (!opened.ok) throw new Error(opened.problem.message);
    store = opened.value;
    ingest = createIngest({
      store: {
        applyBatch: async (batch) => {
          const outcome = await opened.value.applyBatch(batch);
          // Events superseded within the same chunk count as applied without a write of their own.
          if (outcome.ok) applied += batch.frames.length - outcome.value.unusable.length;
          return outcome;
        },
      },
      now: () => Date.now(),
      setTimer: (delayMs, run) => {
        if (due !== null) {
          due.push(run);
          return () => {};
        }
        const timer = setTimeout(run, delayMs);
        return () => clearTimeout(timer);
      },
      settled: (ok) => settled(ok),
      missed: (topics) => settleBadly(`missed ${topics.join()}`),
      dropped: () => settleBadly('dropped events'),
      applied: () => {},
    });
  },
  async store(chunk) {
    const cursors: TopicSeqs = {};
    for (const frame of chunk) {
      const topic = topicOf(frame.type);
      if (topic !== null) cursors[topic] = frame.seq;
    }
    due = [];
    ingest?.accept(chunk, cursors, 'bench');
    const flushes = due;
    due = null;
    await new Promise<void>((resolve, reject) => {
      let left = flushes.length;
      settled = (ok) => {
        left -= 1;
        if (!ok) reject(new Error('a batch could not be written'));
        else if (left === 0) resolve();
      };
      for (const flush of flushes) flush();
    });
  },
  count: () => Promise.resolve(applied),
  async remove() {
    await ingest?.close();
    await store?.close();
    await wipe('bench', 'bench');
  },
});

function settleBadly(why: string): void {
  throw new Error(`the bench overran the hub's rings: ${why}`);
}
