import { frameOf, stageFrame, verificationFrame, verificationRow } from '../../tests/builders/operations.ts';
import { componentNames } from '../../src/contracts/health.ts';
import { stageNames } from '../../src/contracts/pipeline.ts';
import type { EventFrame } from '../../src/contracts/realtime/event.ts';

/** Mix of events: in `repeated` 80 % concern known resources, in `fresh` none. */
export type Mix = 'repeated' | 'fresh';

/** Events per chunk, a size that suits the peers best. */
export const chunkEvents = 500;

/**
 * Deterministic events. A repeated chunk has 100 new verifications, 100 changes of earlier ones, 200 changes of stages and 100 of
 * components: it fits the hub's ring buffers, so that nothing is dropped and every contestant stores every event.
 */
export function chunksOf(mix: Mix, chunks: number): readonly (readonly EventFrame[])[] {
  let seq = 0;
  let news = 0;
  const random = randomOf(20_261_121);
  const fresh = (): EventFrame => {
    seq += 1;
    news += 1;
    return verificationFrame(seq, verificationRow(news));
  };
  const changed = (): EventFrame => {
    seq += 1;
    // A new chain link for an existing verification.
    const about = verificationRow(1 + Math.floor(random() * Math.max(1, news - 100)));
    const link = 1_000_000 + seq;
    return verificationFrame(seq, {
      ...about,
      chainIndex: link,
      status: 'disputed',
      seal: link.toString(16).padStart(64, '0'),
      version: seq,
    });
  };
  const stage = (): EventFrame => {
    seq += 1;
    return stageFrame(seq, { name: stageNames[seq % stageNames.length] ?? 'decision_service', queueDepth: Math.floor(random() * 100) });
  };
  const component = (): EventFrame => {
    seq += 1;
    const name = componentNames[seq % componentNames.length] ?? 'database';
    const latency = { p50: 10 + random() * 5, p95: 30 + random() * 20 };
    return frameOf('health.component', name, { name, status: 'healthy', uptime: 99.9, latency, version: seq }, { seq });
  };
  const times = (count: number, make: () => EventFrame): EventFrame[] => Array.from({ length: count }, make);
  return Array.from({ length: chunks }, () =>
    mix === 'fresh'
      ? times(chunkEvents, fresh)
      : [...times(100, fresh), ...times(100, changed), ...times(200, stage), ...times(100, component)],
  );
}

/** Deterministic random numbers in [0, 1) (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
