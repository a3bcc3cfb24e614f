import { liveQuery } from 'dexie';
import { closeReadStore, openReadStore } from '../../src/store/read.ts';
import { readVerifications } from '../../src/store/readVerifications.ts';
import type { Score, Task } from './contest.ts';
import { lockKey } from './lockKey.ts';

/**
 * The page beside the worker: shows the newest 40 verifications with a live query, as the screens do, and reports its longest task. It
 * reads only what the console's own contestant writes.
 */
let longestMs = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longestMs = Math.max(longestMs, duration);
}).observe({ type: 'longtask' });

const workers = new Map<string, Worker>();

/** One round of one contestant: time, events stored, and this page's longest task meanwhile (0: none above 50 ms). */
async function runRound(
  script: string,
  task: Task,
  showsRows: boolean,
): Promise<Score & { readonly longestTaskMs: number; readonly shown: number }> {
  let shown = 0;
  const rows = document.getElementById('root');
  const worker = workers.get(script) ?? new Worker(script);
  workers.set(script, worker);
  const answer = new Promise<Score>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Score | { readonly failure: string }>) =>
      'failure' in data ? reject(new Error(data.failure)) : resolve(data);
    worker.onerror = (event) => reject(new Error(event.message));
  });
  if (showsRows) openReadStore('bench', 'bench', await lockKey());
  const watching = showsRows
    ? liveQuery(() => readVerifications({ sort: 'newest', offset: 0, limit: 40 })).subscribe({
        next: ({ rows: newest }) => {
          shown += 1;
          if (rows !== null) rows.textContent = newest.map(({ vrfId, siteName, status }) => `${vrfId} ${siteName} ${status}`).join('\n');
        },
        error: () => {}, // the store is removed at the end of the round
      })
    : null;
  longestMs = 0;
  worker.postMessage(task);
  const score = await answer;
  watching?.unsubscribe();
  if (showsRows) closeReadStore();
  return { ...score, longestTaskMs: longestMs, shown };
}

Object.assign(globalThis, { runRound });
