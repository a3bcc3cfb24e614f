import { openWriteStore } from '../../src/store/write.ts';
import { stageFrame } from './operations.ts';

/** A worker that writes batches of ten events until it is killed; posts 'going' once the first batch is written. */
const names = ['saastain_intake', 'outbox_pump', 'decision_service', 'bank_integration'] as const;

async function write(userId: string): Promise<void> {
  const opened = await openWriteStore('demo', userId);
  if (!opened.ok) throw new Error(opened.problem.message);
  const log = await opened.value.readLog();
  for (let seq = log.ok ? (log.value.cursors.pipeline ?? 0) : 0; ; seq += 10) {
    const frames = Array.from({ length: 10 }, (_, n) => stageFrame(seq + n + 1, { name: names[n % 4] ?? 'outbox_pump' }));
    const written = await opened.value.applyBatch({ frames, cursors: { pipeline: seq + 10 }, epoch: 'e1', at: 1 });
    if (!written.ok) throw new Error(written.problem.message);
    self.postMessage('going');
  }
}

self.addEventListener('message', (event: MessageEvent<string>) => void write(event.data));
