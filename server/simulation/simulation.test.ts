import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deadLetterSchema } from '../../src/contracts/deadLetter.ts';
import { headers } from '../../src/contracts/endpoints.ts';
import { healthComponentSchema } from '../../src/contracts/health.ts';
import { kpiResponseSchema } from '../../src/contracts/kpi.ts';
import { pipelineStageSchema } from '../../src/contracts/pipeline.ts';
import type { EventFrame } from '../../src/contracts/realtime/event.ts';
import { eventFrameSchema } from '../../src/contracts/realtime/frame.ts';
import { type ChainEntry, verificationSchema } from '../../src/contracts/verification.ts';
import { z } from '../../src/contracts/zod.ts';
import { checkChain } from '../../src/domain/records/chain.ts';
import { computeKpis } from '../entities/kpis.ts';
import { sha256, toChainEntry } from '../entities/verification.ts';
import { readEvents } from '../realtime/head.ts';
import { allTopics } from '../realtime/hub.ts';
import { demoProfile } from '../seed/profiles.ts';
import { createRandom } from '../seed/random.ts';
import { createTestPlatform, type TestClient, type TestPlatform } from '../testing/platform.ts';
import { runBurst } from './burst.ts';
import { readPace } from './pace.ts';
import { keepHistory } from '../history/keepHistory.ts';
import { createTenantDayRunner, eventfulRepertoire } from './step.ts';

let test: TestPlatform;
/** Signs in for each call, because the simulated day outlasts a session. */
const admin: Pick<TestClient, 'get'> = { get: async (path) => (await test.signIn('admin@ukweli.example')).get(path) };
const random = createRandom(7);
const STEPS = 340;

beforeAll(async () => {
  test = await createTestPlatform({ seeded: true });
  const day = createTenantDayRunner(test.platform, demoProfile, random, eventfulRepertoire);
  for (let step = 0; step < STEPS; step += 1) {
    test.clock.advance(2500);
    await day.step();
  }
}, 120_000);
afterAll(() => test.close());

async function allEvents(): Promise<EventFrame[]> {
  const events = await readEvents(test.platform.db, 'demo', { after: 0, upTo: Number.MAX_SAFE_INTEGER, topics: allTopics, limit: 20_000 });
  return events.map(({ frame }) => z.parse(eventFrameSchema, JSON.parse(frame)));
}

const removedSchema = z.object({ itemId: z.string(), removed: z.literal(true) });
const dataSchemas: Readonly<Record<string, z.core.$ZodType>> = {
  'kpis.updated': kpiResponseSchema,
  'verifications.appended': verificationSchema,
  'pipeline.stage': pipelineStageSchema,
  'health.component': healthComponentSchema,
  'pipeline.dead_letter': z.union([deadLetterSchema, removedSchema]),
  'system.notice': z.object({ changed: z.enum(['activity', 'notifications', 'incidents', 'governance']) }),
};

describe('the simulated day', () => {
  it('tells of every kind of change in the shape of its entity, versions rising', { tags: ['C-39', 'D-14'] }, async () => {
    const events = await allEvents();
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(Object.keys(dataSchemas)));
    const versions = new Map<string, number>();
    for (const event of events) {
      const parsed = z.safeParse(dataSchemas[event.type] ?? z.never(), event.data);
      expect(parsed.success, `${event.type} ${JSON.stringify(event.data)}`).toBe(true);
      const key = `${event.type} ${event.resourceId}`;
      expect(event.version).toBeGreaterThan(versions.get(key) ?? 0);
      versions.set(key, event.version);
    }
  });

  it('leaves rows as the newest events say, so that events and reads never disagree', { tags: ['D-14'] }, async () => {
    const newest = new Map((await allEvents()).map((event) => [`${event.type} ${event.resourceId}`, event.data]));
    const { stages } = (await admin.get('/api/pipeline')).json();
    for (const stage of stages) expect(newest.get(`pipeline.stage ${stage.name}`)).toEqual(stage);
    const { components } = (await admin.get('/api/health')).json();
    for (const component of components) expect(newest.get(`health.component ${component.name}`)).toEqual(component);
    expect(newest.get('kpis.updated kpis')).toEqual((await admin.get('/api/kpis')).json());
    const { verifications } = (await admin.get('/api/verifications?since=0&limit=500')).json();
    expect(verifications.length).toBeGreaterThan(20);
    for (const verification of verifications) expect(newest.get(`verifications.appended ${verification.vrfId}`)).toEqual(verification);
    const { items } = (await admin.get('/api/dlq')).json();
    for (const item of items) expect(newest.get(`pipeline.dead_letter ${item.itemId}`) ?? item).toEqual(item);
  });

  it('appends to the chain and keeps it whole', { tags: ['C-44', 'D-9'] }, async () => {
    const rows = await test.platform.db
      .selectFrom('chain_entries')
      .select(['canonical', 'seal'])
      .where('tenant_id', '=', 'demo')
      .orderBy('chain_index')
      .execute();
    const entries: ChainEntry[] = rows.map(toChainEntry);
    const last = entries.at(-1);
    expect(
      await checkChain('demo', entries, last === undefined ? null : { chainIndex: last.chainIndex, seal: last.seal }, sha256),
    ).toMatchObject({ state: 'whole' });
    // A change of status is a new entry for the same record, never a new text for an old entry.
    const decided = new Set(
      (await allEvents()).flatMap(({ type, resourceId, data }) =>
        type === 'verifications.appended' && data['status'] === 'verified' ? [resourceId] : [],
      ),
    );
    const [vrfId = ''] = decided;
    expect(entries.filter((entry) => entry.vrfId === vrfId).map(({ status }) => status)).toEqual(['pending', 'verified']);
  });

  it('stores the KPIs that the rows come to', async () => {
    const { version: _, ...held } = (await admin.get('/api/kpis')).json();
    const computed = await computeKpis(test.platform.db, 'demo', new Date(held.verificationAccuracy.lastUpdated));
    expect(held).toEqual(computed);
  });

  it('answers with the newest seq that the snapshot holds, under writers', { tags: ['D-32'] }, async () => {
    const day = createTenantDayRunner(test.platform, demoProfile, random, eventfulRepertoire);
    const reading = (async () => {
      const read: { asOf: number; version: number; stages: Map<string, number> }[] = [];
      for (let round = 0; round < 25; round += 1) {
        const [kpis, pipeline] = [await admin.get('/api/kpis'), await admin.get('/api/pipeline')];
        expect(Number(pipeline.headers[headers.asOfSeq.toLowerCase()])).toBeGreaterThanOrEqual(
          Number(kpis.headers[headers.asOfSeq.toLowerCase()]),
        );
        read.push({
          asOf: Number(pipeline.headers[headers.asOfSeq.toLowerCase()]),
          version: kpis.json().version,
          stages: new Map(pipeline.json().stages.map((stage: { name: string; version: number }) => [stage.name, stage.version])),
        });
      }
      return read;
    })();
    for (let step = 0; step < 60; step += 1) await day.step();
    const events = await allEvents();
    for (const { asOf, stages } of await reading) {
      for (const [name, version] of stages) {
        const newest = events.findLast((event) => event.type === 'pipeline.stage' && event.resourceId === name && event.seq <= asOf);
        expect(version).toBe(newest?.version ?? version);
      }
    }
  });

  it('adds a point a minute, leaves out what was not measured, and folds what is old', { tags: ['D-35'] }, async () => {
    const { platform, clock } = test;
    const minute = (): number => Math.floor(clock.business().getTime() / 60_000) * 60_000;
    clock.advance(60_000);
    await keepHistory(platform, 'demo', minute());
    clock.advance(5 * 60_000);
    await keepHistory(platform, 'demo', minute());
    const { series } = (await admin.get('/api/series?window=1h&metric=stage.decision_service.lag')).json();
    const tail = series[0].points.slice(-6).map(([, value]: [number, number | null]) => value);
    expect(tail[0]).not.toBeNull();
    expect(tail.slice(1, 5)).toEqual([null, null, null, null]);
    expect(tail[5]).not.toBeNull();

    const buckets = async (): Promise<ReadonlyMap<string, number | null>> =>
      new Map((await admin.get('/api/series?window=7d&metric=kpi.avgLatencyP95')).json().series[0].points);
    const unfolded = await buckets();
    clock.advance(3 * 86_400_000);
    await keepHistory(platform, 'demo', minute());
    // Folded buckets show the same values as before; the newest is excluded, because it was closed by the value of that moment.
    const folded = [...(await buckets())].filter(([at]) => unfolded.has(at)).slice(0, -1);
    expect(folded.length).toBeGreaterThan(40);
    for (const [at, value] of folded) expect([at, value]).toEqual([at, unfolded.get(at)]);
    const minutes = await platform.db
      .selectFrom('series_chunks')
      .select('metric')
      .where('tenant_id', '=', 'demo')
      .where('step_s', '=', 60)
      .where('starts_at', '<', new Date(minute() - 49 * 3_600_000).toISOString())
      .execute();
    expect(minutes).toEqual([]);
    const week = (await admin.get('/api/series?window=7d&metric=kpi.avgLatency')).json();
    // The three unmeasured days are a gap; earlier data is still there.
    expect(week.series[0].points.some(([, value]: [number, number | null]) => value === null)).toBe(true);
    expect(week.series[0].points.slice(0, 40).every(([, value]: [number, number | null]) => value !== null)).toBe(true);
  });

  it('writes a burst of ordinary events on demand', async () => {
    const before = (await allEvents()).length;
    expect(await runBurst(test.platform, 'demo', { perSecond: 2000, seconds: 0.5 }, random)).toBe(1000);
    expect((await allEvents()).length - before).toBe(1000);
    expect(readPace('2000')).toEqual({ kind: 'load', perSecond: 2000 });
    expect(readPace('eventful')).toEqual({ kind: 'day', meanMs: 150, eventful: true });
    expect(readPace('fast')).toBeNull();
    expect(readPace(undefined)).toEqual({ kind: 'day', meanMs: 2500 });
  });
});
