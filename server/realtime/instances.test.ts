// Long: instances that listen to each other, in real time.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Topic } from '../../src/contracts/realtime/event.ts';
import { countKpis } from '../entities/kpis.ts';
import { demoProfile } from '../seed/profiles.ts';
import { createRandom } from '../seed/random.ts';
import { seedDemo } from '../seed/seed.ts';
import { createLease } from '../lease.ts';
import { createTenantDayRunner, eventfulRepertoire } from '../simulation/step.ts';
import { seedKpis } from '../testing/seedFigures.ts';
import { type Follower, followByPoll, followBySocket, followByStream } from '../testing/follower.ts';
import { type Instances, startInstances } from '../testing/instances.ts';
import { openStream } from '../testing/streamReaders.ts';
import { openTestDatabase, type TestPlatform } from '../testing/platform.ts';
import { startPostgres, type TestPostgres } from '../testing/postgres.ts';
import { pairWall } from '../testing/wallBrowser.ts';
import { readEvents, readHead } from './head.ts';
import { allTopics } from './hub.ts';
import { writeTransaction } from './log.ts';

/** Two instances on one PostgreSQL behind one proxy: clients of each must get what the other commits, in order, once (D-3). */
describe('two instances on one PostgreSQL', () => {
  let server: TestPostgres;
  let instances: Instances;
  let first: TestPlatform;
  let second: TestPlatform;
  let cookie = '';

  beforeAll(async () => {
    server = await startPostgres();
    instances = await startInstances(await server.createDatabase(process.env['TEST_DATABASE_TEMPLATE']));
    [first, second] = instances.all as [TestPlatform, TestPlatform]; // two were started
    cookie = (await first.signIn('admin@ukweli.example')).cookie;
  });
  afterAll(async () => {
    await instances?.close();
    await server?.stop();
  });

  const write = (on: TestPlatform, writer: number, events: number): Promise<number> =>
    writeTransaction(on.platform, 'demo', async (_trx, emit) => {
      let seq = 0;
      for (let at = 0; at < events; at += 1)
        seq = emit({ type: at % 2 === 0 ? 'kpis.updated' : 'pipeline.stage', resourceId: `w-${writer}`, data: {}, correlationId: 'c' });
      return seq;
    });
  const following = (topics: readonly Topic[], origin = instances.balancer.origin) => ({
    origin,
    page: first.platform.config.origin,
    cookie,
    tenantId: 'demo',
    topics,
  });
  /** Retries as a caller does after 503: lost connections are noticed one by one. */
  const insist = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let attempt = 0; attempt < 30; attempt += 1) {
      const outcome = await work().then(
        (value) => ({ value }),
        () => null,
      );
      if (outcome !== null) return outcome.value;
    }
    return work();
  };
  const endBackends = (names: readonly string[]) =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name in (${sql.join(names)}) and datname = current_database() and pid <> pg_backend_pid()`.execute(
      first.platform.db,
    );

  it('stand on PostgreSQL, as every test of this run', async () => {
    const database = await openTestDatabase();
    expect(database.kind).toBe('postgres');
    await database.close();
  });

  it('number 8,000 events of ten writers without gaps; every client of both gets each once, in order, over cuts', {
    tags: ['D-3', 'D-14'],
    timeout: 90_000,
  }, async () => {
    const both: readonly Topic[] = ['kpis', 'pipeline'];
    const direct = instances.ports.map((port) => `http://127.0.0.1:${port}`);
    const followers: Follower[] = [
      ...direct.map((origin, index) => followByStream(`stream on ${index}`, following(both, origin))),
      ...direct.map((origin, index) => followBySocket(`socket on ${index}`, following(both, origin))),
      followByStream('stream through the proxy', following(both)),
      followBySocket('socket through the proxy', following(both)),
      followByStream('one topic through the proxy', following(['pipeline'])),
      followByPoll('poll through the proxy', following(both)),
    ];
    await vi.waitFor(() => expect(followers.filter((follower) => follower.connections() === 0)).toEqual([]), { timeout: 20_000 });
    const writer = async (index: number): Promise<void> => {
      for (let batch = 0; batch < 40; batch += 1) {
        await write(index % 2 === 0 ? first : second, index, 20);
        // Meanwhile the proxy restarts and the instances lose their LISTEN connections.
        if (index === 0 && batch % 10 === 5) instances.balancer.cut();
        if (index === 0 && batch === 20) await endBackends(['ukweli-listen']);
      }
    };
    await Promise.all(Array.from({ length: 10 }, (_, index) => writer(index)));
    const { seq, topics } = await readHead(second.platform.db, 'demo');
    expect(seq).toBe(8000);

    const log = await readEvents(second.platform.db, 'demo', { after: 0, upTo: seq, topics: allTopics, limit: 10_000 });
    const newest = new Map<string, number>();
    for (const event of log) {
      expect(event.prev).toBe(newest.get(event.topic) ?? 0);
      newest.set(event.topic, event.seq);
    }
    const seqsOf = (topic: Topic): number[] => log.filter((event) => event.topic === topic).map((event) => event.seq);
    for (const follower of followers) {
      const wanted: readonly Topic[] = follower.name.startsWith('one topic') ? ['pipeline'] : both;
      await Promise.all(wanted.map((topic) => follower.reached(topics[topic] ?? 0)));
      await follower.stop();
      for (const topic of wanted) {
        const given = follower.events.filter(({ type }) => type.startsWith(`${topic}.`)).map((event) => event.seq);
        expect([follower.name, topic, given]).toEqual([follower.name, topic, seqsOf(topic)]);
      }
      // A stream has one order for all its topics.
      if (follower.name.startsWith('stream')) expect(follower.events.map((event) => event.seq)).toEqual(log.map((event) => event.seq));
      expect([follower.name, follower.resyncs()]).toEqual([follower.name, 0]);
      // A poll may escape every cut: the proxy may always be down between two of its requests.
      if (follower.name.includes('proxy') && !follower.name.startsWith('poll'))
        expect([follower.name, follower.connections() > 1]).toEqual([follower.name, true]);
    }
  });

  it('lose every connection to the database in the middle of writing: what was acknowledged is told once, in order, on the same streams', {
    tags: ['D-3', 'F-26'],
    timeout: 300_000,
  }, async () => {
    const before = (await readHead(first.platform.db, 'demo')).seq;
    const direct = instances.ports.map((port, index) =>
      followByStream(`stream on ${index}`, following(['kpis', 'pipeline'], `http://127.0.0.1:${port}`)),
    );
    await Promise.all(direct.map((follower) => follower.reached(before)));
    const acknowledged: number[] = [];
    let failed = 0;
    const writer = async (index: number): Promise<void> => {
      for (let batch = 0; batch < 20; batch += 1) {
        await write(index % 2 === 0 ? first : second, index, 5).then(
          (seq) => acknowledged.push(seq),
          () => {
            failed += 1; // a caller gets 503
          },
        );
        if (index === 0 && batch % 5 === 4) await endBackends(['ukweli', 'ukweli-listen']);
      }
    };
    await Promise.all(Array.from({ length: 6 }, (_, index) => writer(index)));
    expect(failed).toBeGreaterThan(0);
    const last = await insist(() => write(second, 0, 1));
    const log = await readEvents(first.platform.db, 'demo', { after: before, upTo: last, topics: allTopics, limit: 10_000 });
    expect(log.map((event) => event.seq)).toEqual(Array.from({ length: last - before }, (_, index) => before + 1 + index));
    for (const seq of acknowledged) expect(log.some((event) => event.seq === seq)).toBe(true);
    for (const follower of direct) {
      await follower.reached(last);
      const given = follower.events.map((event) => event.seq).filter((seq) => seq > before);
      expect([follower.name, given]).toEqual([follower.name, log.map((event) => event.seq)]);
      expect([follower.name, follower.connections()]).toEqual([follower.name, 1]);
      await follower.stop();
    }
  });

  it('are read-only together: pulled on one, the other refuses at once, tells its streams within 2 s, and releases for both', {
    tags: ['D-23', 'C-63'],
  }, async () => {
    const admin = await second.signIn('admin@ukweli.example');
    const reader = await openStream(`http://127.0.0.1:${instances.ports[1]}`, '/api/events?tenantId=demo', admin.cookie);
    await reader.frame('hello');
    const auditor = await first.signIn('auditor@ukweli.example');
    const path = '/api/system/kill-switch';
    // Recorded as it arrives, whatever the test awaits meanwhile.
    const telling = reader
      .frame('event', ({ type, data }) => type === 'system.kill_switch' && data['active'] === true)
      .then((frame) => ({ frame, at: performance.now() }));
    const startedAt = performance.now();
    const pulled = await auditor.call('PUT', path, { active: true, confirmation: 'STOP', reason: 'Meter fraud' });
    expect(pulled.status, pulled.body).toBe(200);
    const promote = () =>
      admin.post('/api/dlq/promote', { items: [{ itemId: 'DLQ-00001', version: 1 }] }, { 'idempotency-key': 'two-instances-0001' });
    expect((await promote()).status).toBe(423);
    await expect(write(second, 9, 1)).rejects.toThrow('read-only');
    const told = await telling;
    expect(told.at - startedAt).toBeLessThan(2000);
    expect(told.frame.data).toMatchObject({ reason: 'Meter fraud', by: 'Amina Yusuf' });
    const released = await admin.call('PUT', path, { active: false, version: pulled.json().version, reason: 'Over' });
    expect(released.status, released.body).toBe(200);
    expect((await promote()).status).toBe(409);
    expect(await write(first, 9, 1)).toBeGreaterThan(0);
    reader.close();
  });

  it('end the stream that a wall display holds on one, when it is revoked on the other', { tags: ['K-10', 'D-19'] }, async () => {
    const { wall, displayId } = await pairWall(first);
    const stream = await openStream(`http://127.0.0.1:${instances.ports[1]}`, '/api/events?tenantId=demo&topics=kpis', wall.cookie);
    await stream.frame('hello');
    const admin = await first.signIn('admin@ukweli.example');
    const began = performance.now();
    expect((await admin.call('DELETE', `/api/displays/${displayId}`)).status).toBe(200);
    await stream.ended;
    expect(performance.now() - began).toBeLessThan(5000);
    expect((await openStream(`http://127.0.0.1:${instances.ports[1]}`, '/api/events?tenantId=demo', wall.cookie)).status).toBe(401);
  });

  it('seed the same figures on PostgreSQL, and play the day there', { tags: ['D-3', 'D-16'], timeout: 300_000 }, async () => {
    for (const table of ['event_heads', 'events', 'activities', 'id_counters'])
      await sql`delete from ${sql.table(table)}`.execute(first.platform.db);
    await seedDemo(first.platform);
    expect(await countKpis(second.platform.db, 'demo')).toEqual(seedKpis);
    const day = createTenantDayRunner(first.platform, demoProfile, createRandom(11), eventfulRepertoire);
    for (let step = 0; step < 80; step += 1) {
      first.clock.advance(2500);
      await day.step();
    }
    expect((await readHead(second.platform.db, 'demo')).seq).toBeGreaterThan(80);
  });

  it('let one of them play the day', async () => {
    const [one, other] = [createLease(first.platform, 'a_job'), createLease(second.platform, 'a_job')];
    expect([await one.hold(), await other.hold()]).toEqual([true, false]);
    first.clock.advance(16_000);
    expect([await other.hold(), await one.hold()]).toEqual([true, false]);
  });
});
