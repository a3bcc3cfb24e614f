import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { problemAnswerSchema } from '../../src/contracts/problem.ts';
import { z } from '../../src/contracts/zod.ts';
import { appendEntry } from '../entities/chain.ts';
import { verifyChain } from '../testing/chain.ts';
import { followByStream, type Follower } from '../testing/follower.ts';
import { type Instances, startInstances } from '../testing/instances.ts';
import type { TestClient, TestPlatform } from '../testing/platform.ts';
import { startCluster, type TestCluster } from '../testing/postgres.ts';
import { openSocket } from '../testing/streamReaders.ts';
import { readEvents, readHead } from '../realtime/head.ts';
import { allTopics } from '../realtime/hub.ts';
import { writeTransaction } from '../realtime/log.ts';

/** PostgreSQL goes away under two running instances and comes back: F-26, and F-27 with the server in its own process. */
describe('two instances whose PostgreSQL goes away', () => {
  let cluster: TestCluster;
  let instances: Instances;
  let admin: TestClient;
  let all: readonly TestPlatform[] = [];
  beforeAll(async () => {
    cluster = await startCluster();
    instances = await startInstances(await cluster.createDatabase());
    all = instances.all;
    admin = await instance(0).signIn('admin@ukweli.example');
  }, 120_000);
  afterAll(async () => {
    await instances?.close();
    await cluster?.stop();
  });

  const instance = (index: number): TestPlatform => {
    const one = all[index % all.length];
    if (one === undefined) throw new Error('no instance was started');
    return one;
  };
  const at = (index: number): string => `http://127.0.0.1:${instances.ports[index]}`;
  const ask = (index: number, path: string, init: RequestInit = {}) =>
    fetch(`${at(index)}${path}`, { ...init, headers: { cookie: admin.cookie, connection: 'close', ...init.headers } });
  const ready = () =>
    vi.waitFor(
      async () => {
        for (const index of [0, 1]) expect((await ask(index, '/readyz')).status).toBe(200);
      },
      { timeout: 30_000, interval: 50 },
    );
  /**
   * A link of the chain and its event in one transaction; resolves once both are committed. It belongs to no verification, which the
   * database's rules would require.
   */
  const append = (on: TestPlatform, vrfId: string): Promise<{ seq: number; chainIndex: number; vrfId: string }> =>
    writeTransaction(on.platform, 'demo', async (trx, emit) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      const entry = await appendEntry(trx, 'demo', {
        vrfId,
        siteCode: 'S',
        timestamp: on.clock.now().toISOString(),
        performanceKpis: { uptime: 99, fuelSavings: 20, emissionReduction: 1 },
        status: 'pending',
        covenantHash: 'c'.repeat(64),
        evidenceHash: 'e'.repeat(64),
      });
      const seq = emit({ type: 'verifications.appended', resourceId: vrfId, data: {}, correlationId: 'c' });
      return { seq, chainIndex: entry.chainIndex, vrfId };
    });
  const followers = (): Follower[] =>
    [0, 1].map((index) =>
      followByStream(`on ${index}`, {
        origin: at(index),
        page: instance(0).platform.config.origin,
        cookie: admin.cookie,
        tenantId: 'demo',
        topics: ['verifications'],
      }),
    );

  it('say 503 and when to try again while it is away, and go on afterwards on the same streams without a gap', {
    tags: ['F-26'],
    timeout: 90_000,
  }, async () => {
    const streams = followers();
    const first = await append(instance(0), 'before');
    await Promise.all(streams.map((stream) => stream.reached(first.seq)));

    await cluster.halt();
    const waits = new Set<string | null>();
    for (const index of [0, 1]) {
      const calls = [
        ask(index, '/api/tenants'),
        ask(index, '/api/auth/me'),
        ask(index, '/api/events?tenantId=demo'),
        ask(index, '/api/auth/refresh', {
          method: 'POST',
          headers: { origin: instance(0).platform.config.origin, 'x-correlation-id': 'outage', 'content-type': 'application/json' },
        }),
      ];
      for (const answer of await Promise.all(calls)) {
        expect([answer.url, answer.status, answer.headers.get('retry-after')]).toEqual([
          answer.url,
          503,
          expect.stringMatching(/^([5-9]|10)$/),
        ]);
        waits.add(answer.headers.get('retry-after'));
        expect(z.parse(problemAnswerSchema, await answer.json()).error.code).toBe('unavailable');
      }
      const socket = openSocket(at(index), '/tenants/demo', { cookie: admin.cookie, origin: instance(0).platform.config.origin });
      await expect(socket).rejects.toThrow('503');
      expect((await ask(index, '/readyz')).status).toBe(503);
      expect((await ask(index, '/healthz')).status).toBe(200);
    }
    // [S-13] Retry times are spread.
    expect(waits.size).toBeGreaterThan(1);
    const meanwhile = await append(instance(1), 'while-away').then(
      () => 'stored',
      () => 'refused',
    );
    expect(meanwhile).toBe('refused');

    await cluster.start();
    await ready();
    // Each instance receives the other's events, including those written before its listening connection was back.
    let last = 0;
    for (const index of [0, 1, 0, 1]) last = (await append(instance(index), `after-${index}`)).seq;
    for (const stream of streams) {
      await stream.reached(last);
      expect([stream.name, stream.events.map(({ seq }) => seq)]).toEqual([
        stream.name,
        Array.from({ length: last }, (_, index) => index + 1),
      ]);
      expect([stream.name, stream.connections(), stream.resyncs()]).toEqual([stream.name, 1, 0]);
      await stream.stop();
    }
    expect((await ask(0, '/api/tenants')).status).toBe(200);
  });

  it('keep every acknowledged row, seq and link when PostgreSQL itself is killed in the middle of writing', {
    tags: ['F-27'],
    timeout: 90_000,
  }, async () => {
    const streams = followers();
    const acknowledged: { seq: number; chainIndex: number; vrfId: string }[] = [];
    let killed = false;
    let refusedAfter = 0;
    const writer = async (index: number): Promise<void> => {
      for (let number = 0; !killed || refusedAfter < 3; number += 1) {
        const outcome = await append(instance(index), `w${index}-${number}`).catch((failure: unknown) => {
          // No refusal is expected before the kill; looping over one would block this process.
          if (!killed) throw failure;
          return null;
        });
        if (outcome !== null) acknowledged.push(outcome);
        else if (killed) refusedAfter += 1;
      }
    };
    const writing = Promise.all(Array.from({ length: 6 }, (_, index) => writer(index)));
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(60), { timeout: 30_000, interval: 5 });
    killed = true;
    await cluster.kill();
    await writing;
    await cluster.start();
    await ready();

    const last = await append(instance(1), 'after-kill');
    const { db } = instance(0).platform;
    const head = await readHead(db, 'demo');
    expect(head.seq).toBe(last.seq);
    const log = await readEvents(db, 'demo', { after: 0, upTo: head.seq, topics: allTopics, limit: 100_000 });
    expect(log.map(({ seq }) => seq)).toEqual(Array.from({ length: head.seq }, (_, index) => index + 1));
    const chain = await db.selectFrom('chain_entries').selectAll().where('tenant_id', '=', 'demo').orderBy('chain_index').execute();
    expect(verifyChain(chain)).toBeNull();
    for (const { seq, chainIndex, vrfId } of acknowledged) {
      expect(chain[chainIndex]).toMatchObject({ chain_index: chainIndex, vrf_id: vrfId });
      expect(log[seq - 1]?.frame).toContain(`"resourceId":"${vrfId}"`);
    }
    for (const stream of streams) {
      await stream.reached(last.seq);
      expect([stream.name, stream.events.map(({ seq }) => seq)]).toEqual([stream.name, log.map(({ seq }) => seq)]);
      await stream.stop();
    }
  });
});
