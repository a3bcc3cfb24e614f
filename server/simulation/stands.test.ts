// Long: lets simulated days pass.
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import type { Incident } from '../../src/contracts/incident.ts';
import { migrate } from '../db/migrations/index.ts';
import { freezeAsKept, keepFrozen } from '../prepareData.ts';
import { FIXED_ANCHOR } from '../seed/anchor.ts';
import { demoProfile } from '../seed/profiles.ts';
import { createRandom } from '../seed/random.ts';
import { createFakeClock, createTestPlatform, type TestClient, type TestPlatform } from '../testing/platform.ts';
import { receiveVerification } from './acts/verifications.ts';
import { writeBatch } from './burst.ts';
import { createTenantDayRunner } from './step.ts';

const minuteMs = 60_000;
const fixed = Date.parse(FIXED_ANCHOR);
const opened: TestPlatform[] = [];
afterEach(async () => {
  for (const test of opened.splice(0).reverse()) await test.close();
});

/** Starts a platform with SIMULATION=off at this moment, on its own demo or on another platform's database. */
async function startedOff(at: number, over?: TestPlatform): Promise<TestPlatform> {
  const test = await createTestPlatform({
    clock: createFakeClock(new Date(at)),
    config: { simulation: 'off' },
    ...(over === undefined ? { seeded: true } : { database: over.platform.database, joins: true }),
  });
  opened.push(test);
  await freezeAsKept(test.platform, test.clock);
  return test;
}
const standsAt = (test: TestPlatform): number => test.clock.business().getTime();
const note = async (who: TestClient, text: string): Promise<Incident> => {
  const answer = await who.post('/api/incidents/INC-0042/notes', { text }, { 'idempotency-key': crypto.randomUUID() });
  expect(answer.status, answer.body).toBe(200);
  return answer.json().incident;
};

const theStep = '135_simulated_at';
/** Puts the database into its state before the log's head stored the simulation's time. */
async function beforeTheStep(db: TestPlatform['platform']['db']): Promise<void> {
  await sql`alter table event_heads drop column simulated_at`.execute(db);
  await sql`delete from schema_migrations where name = ${theStep}`.execute(db);
}

/** Calls whose figures the frozen day determines (D-16). */
const figures = [
  '/api/kpis',
  '/api/health',
  '/api/pipeline',
  '/api/dlq',
  '/api/confidence',
  '/api/refinance/summary',
  '/api/rbf/summary',
  '/api/refinance/portfolios',
  '/api/rbf/payments',
  '/api/schools',
  '/api/notifications',
  '/api/verifications?limit=50',
  '/api/evidence',
  '/api/series?window=24h&metric=kpi.avgLatency,stage.decision_service.lag',
  '/api/reports',
  '/api/ai/agreement',
];
async function readFigures(test: TestPlatform): Promise<Readonly<Record<string, unknown>>> {
  const who = await test.signIn('admin@ukweli.example');
  const read: Record<string, unknown> = {};
  for (const path of figures) {
    const answer = await who.get(path);
    expect([path, answer.status], answer.body).toEqual([path, 200]);
    const { lastUpdated, ...figure } = answer.json();
    // For the list of packs it is the time of reading.
    read[path] = path === '/api/evidence' ? figure : { ...figure, lastUpdated };
  }
  return read;
}

describe('the demo with SIMULATION=off', { tags: ['S-11'] }, () => {
  it('stands at the seed’s moment; a note carries the real one, and after a start all figures are as they were', {
    tags: ['D-16'],
  }, async () => {
    const today = Date.parse('2026-11-27T06:17:00.000Z');
    const first = await startedOff(today);
    expect(standsAt(first)).toBe(fixed);
    const before = await readFigures(first);
    const who = await first.signIn('admin@ukweli.example');
    first.clock.advance(3 * minuteMs);
    const { timeline = [] } = await note(who, 'Asked the utility.');
    expect(timeline.at(-1)).toMatchObject({ text: 'Asked the utility.', at: new Date(today + 3 * minuteMs).toISOString() });

    const again = await startedOff(today + 60 * minuteMs, first);
    expect(standsAt(again)).toBe(fixed);
    expect(await readFigures(again)).toEqual(before);
    const [line] = (await (await again.signIn('auditor@ukweli.example')).get('/api/audit?limit=1')).json().records;
    expect(line).toMatchObject({ action: 'incident.note', at: new Date(today + 3 * minuteMs).toISOString() });
  });

  it('stands at the newest of the simulation while another instance still simulates, and is the same day for one that starts after that', async () => {
    const live = await createTestPlatform({ seeded: true });
    opened.push(live);
    live.clock.advance(10 * minuteMs);
    await writeBatch(live.platform, 'demo', 4, createRandom(1));
    const early = await startedOff(live.clock.now().getTime(), live);
    keepFrozen(early.platform, early.clock);
    await early.platform.start();
    live.clock.advance(10 * minuteMs);
    await writeBatch(live.platform, 'demo', 4, createRandom(2));
    const simulated = live.clock.now().getTime();
    const late = await startedOff(simulated + minuteMs, live);
    expect(standsAt(late)).toBe(simulated);
    await expect.poll(() => standsAt(early), { timeout: 5000 }).toBe(simulated);
    expect(await readFigures(early)).toEqual(await readFigures(late));
  });

  it('after a live run stands at the newest of the simulation, whatever people did since, and what they do stands after it', async () => {
    const live = await createTestPlatform({ seeded: true });
    opened.push(live);
    const seededAt = live.clock.now().getTime();
    live.clock.advance(10 * minuteMs);
    await writeBatch(live.platform, 'demo', 4, createRandom(1));
    const simulated = live.clock.now().getTime();
    live.clock.advance(30 * minuteMs);
    const who = await live.signIn('admin@ukweli.example');
    await note(who, 'Written while it was live.');

    const off = await startedOff(seededAt + 120 * minuteMs, live);
    expect(standsAt(off)).toBe(simulated);
    const mine = await off.signIn('admin@ukweli.example');
    const { timeline = [] } = await note(mine, 'Written while the day stands.');
    expect(timeline.slice(-2).map(({ text, at }) => [text, Date.parse(at ?? '') - seededAt])).toEqual([
      ['Written while it was live.', 40 * minuteMs],
      ['Written while the day stands.', 120 * minuteMs],
    ]);
    const kpisAt = async (test: TestPlatform) => (await (await test.signIn('admin@ukweli.example')).get('/api/kpis')).json();
    const standing = await kpisAt(off);
    const again = await startedOff(seededAt + 180 * minuteMs, off);
    expect([standsAt(again), await kpisAt(again)]).toEqual([simulated, standing]);
  });

  it('that was live before the log’s head said where its simulation was stands where that had come to all the same, after the step that tells it', async () => {
    const live = await createTestPlatform({ seeded: true });
    opened.push(live);
    const { db } = live.platform;
    const day = createTenantDayRunner(live.platform, demoProfile, createRandom(5), [[1_000_000, receiveVerification]]);
    live.clock.advance(90 * minuteMs);
    await day.step();
    const simulated = live.clock.now().getTime();
    live.clock.advance(30 * minuteMs);
    await note(await live.signIn('admin@ukweli.example'), 'Written while it was live.');
    // As an earlier platform left it.
    await beforeTheStep(db);
    expect(await migrate(db)).toEqual([theStep]);
    expect(standsAt(await startedOff(simulated + 120 * minuteMs, live))).toBe(simulated);

    const seeded = await startedOff(Date.parse('2026-11-27T06:17:00.000Z'));
    await beforeTheStep(seeded.platform.db);
    await migrate(seeded.platform.db);
    await freezeAsKept(seeded.platform, seeded.clock);
    expect(standsAt(seeded)).toBe(fixed);
  });

  it('signs by the real clock what is of the frozen day: each report its own moment, and no period beyond the day', async () => {
    const today = Date.parse('2026-11-27T06:17:00.000Z');
    const test = await startedOff(today);
    const bank = await test.signIn('bank@ukweli.example');
    const made = async () =>
      (await bank.post('/api/reports/pcaf', undefined, { 'idempotency-key': crypto.randomUUID() })).json<{
        generatedAt: string;
        period: { to: string };
      }>();
    const one = await made();
    test.clock.advance(minuteMs);
    const two = await made();
    expect([one, two].map(({ generatedAt }) => Date.parse(generatedAt) - today)).toEqual([0, minuteMs]);
    expect([one, two].map(({ period }) => period.to)).toEqual([FIXED_ANCHOR, FIXED_ANCHOR]);
    const beyond = { from: '2025-11-01T00:00:00.000Z', to: new Date(today).toISOString() };
    expect((await bank.get(`/api/reports/preview?kind=pcaf&from=${beyond.from}&to=${beyond.to}`)).status).toBe(400);
  });

  it('is moved by the simulation alone, in whatever order it and people write', async () => {
    const test = await createTestPlatform({ seeded: true });
    opened.push(test);
    const { platform, clock } = test;
    const random = createRandom(3);
    let newest = Number.NEGATIVE_INFINITY;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ by: fc.constantFrom('simulation', 'person'), laterMs: fc.integer({ min: 1, max: 20 * minuteMs }) }), {
          minLength: 1,
          maxLength: 5,
        }),
        async (acts) => {
          for (const { by, laterMs } of acts) {
            clock.advance(laterMs);
            if (by === 'person') await note(await test.signIn('admin@ukweli.example'), 'Looked again.');
            else {
              await writeBatch(platform, 'demo', 2, random);
              newest = clock.now().getTime();
            }
          }
          const asked = createFakeClock(clock.now());
          await freezeAsKept({ ...platform, config: { ...platform.config, simulation: 'off' } }, asked);
          if (newest > 0) expect(asked.business().getTime()).toBe(newest);
        },
      ),
      { numRuns: 12 },
    );
    expect(newest).toBeGreaterThan(0);
  });
});
