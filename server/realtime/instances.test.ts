import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPlatform, type Platform } from '../context.ts';
import { openPostgres } from '../db/database.ts';
import { countKpis } from '../entities/kpis.ts';
import { demoProfile } from '../seed/profiles.ts';
import { createRandom } from '../seed/random.ts';
import { seedDemo } from '../seed/seed.ts';
import { createLease } from '../simulation/lease.ts';
import { createTenantDayRunner, eventfulRepertoire } from '../simulation/step.ts';
import { createTestPlatform, type TestPlatform } from '../testing/platform.ts';
import { hasPostgres, startPostgres, type TestPostgres } from '../testing/postgres.ts';
import { readEvents, readHead } from './head.ts';
import { allTopics, eventHubOf } from './hub.ts';
import { listenForOtherInstances } from './listen.ts';
import { writeTransaction } from './log.ts';

/** Two instances of the platform on one PostgreSQL: what one commits, the other's streams must get, in order, once (D-3). */
describe.skipIf(!hasPostgres)('two instances on one PostgreSQL', () => {
  let server: TestPostgres;
  let first: TestPlatform;
  let second: Platform;

  beforeAll(async () => {
    server = await startPostgres();
    const url = await server.createDatabase();
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    first = await createTestPlatform({ database: await openPostgres(url, log), config: { simulation: 'off', databaseUrl: url } });
    await first.platform.start();
    second = createPlatform({ database: await openPostgres(url, log), clock: first.clock, config: first.platform.config, log });
    listenForOtherInstances(second);
    await second.start();
  });
  afterAll(async () => {
    await second?.close();
    await first?.close();
    await server?.stop();
  });

  /** Hears a tenant on an instance; resolves once it was told of `seq`. */
  async function hear(platform: Platform): Promise<{ readonly told: number[]; reached(seq: number): Promise<void>; leave(): void }> {
    const hub = eventHubOf(platform);
    await hub.watch('demo');
    const told: number[] = [];
    let check = (): void => {};
    const leave = hub.join('demo', {
      hear(event) {
        told.push(event.seq);
        check();
      },
    });
    return {
      told,
      leave,
      reached: (seq) =>
        new Promise((resolve) => {
          check = () => {
            if ((told.at(-1) ?? 0) >= seq) resolve();
          };
          check();
        }),
    };
  }
  const write = (platform: Platform, writer: number, events: number): Promise<void> =>
    writeTransaction(platform, 'demo', async (_trx, emit) => {
      for (let at = 0; at < events; at += 1)
        emit({ type: at % 2 === 0 ? 'kpis.updated' : 'pipeline.stage', resourceId: `w-${writer}`, data: {}, correlationId: 'c' });
    });

  it('[D-3] [D-14] number the events of ten writers without gaps and tell all of them on both, in order', async () => {
    const ears = [await hear(first.platform), await hear(second)];
    const writer = async (index: number): Promise<void> => {
      for (let batch = 0; batch < 40; batch += 1) await write(index % 2 === 0 ? first.platform : second, index, 20);
    };
    await Promise.all(Array.from({ length: 10 }, (_, index) => writer(index)));
    const { seq } = await readHead(second.db, 'demo');
    expect(seq).toBe(8000);
    for (const ear of ears) {
      await ear.reached(seq);
      expect(ear.told).toEqual(Array.from({ length: 8000 }, (_, index) => index + 1));
      ear.leave();
    }
    const newest = new Map<string, number>();
    for (const event of await readEvents(second.db, 'demo', { after: 0, upTo: seq, topics: allTopics, limit: 10_000 })) {
      expect(event.prev).toBe(newest.get(event.topic) ?? 0);
      newest.set(event.topic, event.seq);
    }
  }, 60_000);

  it('[D-3] go on where they stood when the listening connection was lost', async () => {
    const ear = await hear(second);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'ukweli-listen' and datname = current_database()`.execute(
      first.platform.db,
    );
    await write(first.platform, 1, 3);
    const { seq } = await readHead(first.platform.db, 'demo');
    await ear.reached(seq);
    expect(ear.told).toEqual([seq - 2, seq - 1, seq]);
    ear.leave();
  });

  it('[D-3] [D-16] seed the same figures on PostgreSQL, and play the day there', async () => {
    await sql`delete from event_heads`.execute(first.platform.db);
    await sql`delete from events`.execute(first.platform.db);
    await seedDemo(first.platform);
    expect(await countKpis(second.db, 'demo')).toEqual({ verified: 1228, total: 1247, automated: 1175, p50Ms: 2300, p95Ms: 5800 });
    const day = createTenantDayRunner(first.platform, demoProfile, createRandom(11), eventfulRepertoire);
    for (let step = 0; step < 80; step += 1) {
      first.clock.advance(2500);
      await day.step();
    }
    expect((await readHead(second.db, 'demo')).seq).toBeGreaterThan(80);
  }, 60_000);

  it('let one of them play the day', async () => {
    const [one, other] = [createLease(first.platform), createLease(second)];
    expect([await one.hold(), await other.hold()]).toEqual([true, false]);
    first.clock.advance(16_000);
    expect([await other.hold(), await one.hold()]).toEqual([true, false]);
  });
});
