import type { EventFrame } from '../../src/contracts/realtime/event.ts';
import { chunksOf, type Mix } from './events.ts';

/** A page's order to a contestant's worker. */
export interface Task {
  readonly mix: Mix;
  readonly chunks: number;
}

/** Duration of storing, and how many events the store contained afterwards. */
export interface Score {
  readonly ms: number;
  readonly stored: number;
}

/** One way to store events in chunks, each durable (relaxed) before the next begins. */
export interface Contestant {
  readonly open: () => Promise<void>;
  readonly store: (chunk: readonly EventFrame[]) => Promise<void>;
  /** Number of events stored or accounted for; losing any invalidates the run. */
  readonly count: () => Promise<number>;
  readonly remove: () => Promise<void>;
}

/** Makes this worker a contestant: each message is one round on a new database. Only storing is timed. */
export function contest(contestant: Contestant): void {
  addEventListener('message', (message: MessageEvent<Task>) => {
    void round(contestant, message.data).then(
      (score) => postMessage(score),
      (failure: unknown) => postMessage({ failure: String(failure instanceof Error ? failure.stack : failure) }),
    );
  });
}

async function round({ open, store, count, remove }: Contestant, { mix, chunks }: Task): Promise<Score> {
  const events = chunksOf(mix, chunks);
  await open();
  const begun = performance.now();
  for (const chunk of events) await store(chunk);
  const ms = performance.now() - begun;
  const stored = await count();
  await remove();
  return { ms, stored };
}
