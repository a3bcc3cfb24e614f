import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { topicOf } from '../../src/domain/realtime/log.ts';
import { modelTopics } from './platformModel.ts';
import { type Act, createSimulation } from './world.ts';

const plain = (kind: Exclude<Act['kind'], 'change' | 'replay' | 'pass'>): fc.Arbitrary<Act> => fc.constant({ kind });
const change: fc.Arbitrary<Act> = fc.record({
  kind: fc.constant('change'),
  resource: fc.integer({ min: 0, max: 5 }),
  remove: fc.integer({ min: 0, max: 6 }).map((n) => n === 0),
});
const replay: fc.Arbitrary<Act> = fc.record({ kind: fc.constant('replay'), n: fc.nat(200) });
const pass: fc.Arbitrary<Act> = fc.record({ kind: fc.constant('pass'), ms: fc.constantFrom(100, 300, 600, 2000, 15_000, 60_000) });

/** Schedules of each property: more than ten thousand in total with LONG_TESTS=1 (CI), a sample of them otherwise. */
const schedules = process.env['LONG_TESTS'] === '1' ? 6000 : 250;

/** A stream that loses, doubles and reorders frames, on a platform that forgets nothing. */
const roughStream = fc.oneof(
  { weight: 8, arbitrary: change },
  { weight: 8, arbitrary: plain('deliver') },
  { weight: 2, arbitrary: plain('lose') },
  { weight: 2, arbitrary: plain('double') },
  { weight: 2, arbitrary: plain('swap') },
  { weight: 2, arbitrary: replay },
  { weight: 2, arbitrary: plain('heartbeat') },
  { weight: 1, arbitrary: plain('cut') },
  { weight: 3, arbitrary: plain('answerPoll') },
  { weight: 4, arbitrary: pass },
  { weight: 2, arbitrary: plain('land') },
);
/** The same, with a platform, a store and a browser that may fail. */
const everything = fc.oneof(
  { weight: 30, arbitrary: roughStream },
  { weight: 1, arbitrary: plain('failPoll') },
  { weight: 1, arbitrary: plain('forget') },
  { weight: 1, arbitrary: plain('restore') },
  { weight: 1, arbitrary: plain('failWrite') },
  { weight: 1, arbitrary: plain('crash') },
  { weight: 2, arbitrary: plain('owe') },
);

async function run(acts: readonly Act[]) {
  const world = createSimulation();
  for (const act of acts) await world.act(act);
  await world.calm();
  return world;
}
type World = Awaited<ReturnType<typeof run>>;

/** Rows equal the platform's tables, no effect was doubled or reverted, and every event of the log is accounted for. */
function expectConverged(world: World): void {
  expect(world.state().name).toBe('connected');
  expect(new Map(world.store.rows())).toEqual(new Map(world.platform.tables()));

  const highest = new Map<string, number>();
  for (const { key, epoch, version } of world.store.effects()) {
    expect(version).toBeGreaterThan(highest.get(`${epoch} ${key}`) ?? 0);
    highest.set(`${epoch} ${key}`, version);
  }

  const epoch = world.platform.epoch();
  const applied = new Set(
    world.store
      .effects()
      .filter((effect) => effect.epoch === epoch)
      .map(({ seq }) => seq),
  );
  for (const frame of world.platform.log()) {
    const topic = topicOf(frame.type);
    const fetched = world.covered.some(
      (resync) => resync.epoch === epoch && topic !== null && resync.topics[topic] !== undefined && resync.asOf >= frame.seq,
    );
    expect(applied.has(frame.seq) || fetched).toBe(true);
  }
  // The state was never "connected" on a connection that had sent nothing yet.
  expect(world.claims.every(Boolean)).toBe(true);
}

describe('machine, ingest and the store’s rules between a platform and bad weather', () => {
  it('lost, doubled, reordered and replayed frames: what is applied is the log, each event once, after one first fetch and no other', {
    tags: ['F-5', 'D-13', 'D-14', 'C-57'],
    timeout: 240_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(roughStream, { maxLength: 80, size: 'max' }), async (acts) => {
        const world = await run(acts);
        expectConverged(world);
        expect(world.resyncs).toEqual(['first']);
      }),
      { numRuns: schedules },
    );
  });

  it('with a forgetful platform, another log, failed writes and crashes besides: exact convergence', {
    tags: ['F-5', 'D-14', 'D-32', 'M-12'],
    timeout: 240_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(everything, { maxLength: 80, size: 'max' }), async (acts) => {
        expectConverged(await run(acts));
      }),
      { numRuns: schedules },
    );
  });

  it('hubs that die at any moment, in the middle of their first fetch too: the record has every event from its first on, once', {
    tags: ['F-13', 'F-15', 'D-14', 'M-12'],
    timeout: 240_000,
  }, async () => {
    const mortal = fc.oneof(
      { weight: 30, arbitrary: roughStream },
      { weight: 3, arbitrary: plain('crash') },
      { weight: 2, arbitrary: plain('owe') },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(mortal, { maxLength: 80, size: 'max' }), async (acts) => {
        const world = await run(acts);
        expectConverged(world);
        for (const topic of modelTopics) {
          const record = world.store.recorded(topic);
          const log = world.platform.log().filter(({ type }) => topicOf(type) === topic);
          expect(record).toEqual(log.map(({ seq }) => seq).filter((seq) => seq >= (record[0] ?? Number.POSITIVE_INFINITY)));
        }
      }),
      { numRuns: schedules },
    );
  });

  it('a log that begins anew, or no longer holds the gap, costs exactly one resync', { tags: ['D-14'] }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 30 }), fc.boolean(), async (changes, restored) => {
        const world = await run([]);
        const before = world.resyncs.length;
        await world.act({ kind: 'cut' });
        for (let n = 0; n < changes; n += 1) await world.act({ kind: 'change', resource: n % 6, remove: false });
        await world.act({ kind: restored ? 'restore' : 'forget' });
        await world.calm();
        expectConverged(world);
        expect(world.resyncs.slice(before)).toEqual([restored ? 'epoch' : 'gap']);
      }),
      { numRuns: Math.min(schedules, 200) },
    );
  });
});
