// Long: locks are held for seconds of real time.
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headers } from '../../src/contracts/endpoints.ts';
import { problemAnswerSchema } from '../../src/contracts/problem.ts';
import { z } from '../../src/contracts/zod.ts';
import { demoPassword } from '../identity/demo/demoAccounts.ts';
import { type Instances, startInstances } from '../testing/instances.ts';
import type { TestClient } from '../testing/platform.ts';
import { startPostgres, type TestPostgres } from '../testing/postgres.ts';

/** Maximum duration of a read meanwhile: this many milliseconds, on a busy machine this many times the slowest read without a lock. */
const readWithinMs = 500;
const timesUsual = 4;
/** Rounds of reads that tell what is usual on this machine now. */
const usualRounds = 5;
const body = (name: string) => ({ screen: 'verifications', name, query: 'status=pending', version: 0 });

describe('one tenant’s row is held by somebody', { tags: ['S-1', 'F-40', 'D-66'] }, () => {
  let server: TestPostgres;
  let instances: Instances;
  let url: string;
  let holder: pg.Client;
  let demo: TestClient;
  let kampala: TestClient;
  beforeAll(async () => {
    server = await startPostgres();
    url = await server.createDatabase(process.env['TEST_DATABASE_TEMPLATE']);
    instances = await startInstances(url, {}, 1);
    const [one] = instances.all;
    if (one === undefined) throw new Error('one was started');
    demo = await one.signIn('admin@ukweli.example');
    kampala = await one.signIn('operator@kampala.example');
    for (const [client, name] of [
      [demo, 'First'],
      [kampala, 'First of theirs'],
    ] as const) {
      const { status } = await save(client, name);
      if (status !== 200) throw new Error(`${name}: ${status}`); // both tenants now have an event head and a record
    }
    holder = new pg.Client({ connectionString: url });
    await holder.connect();
  });
  afterAll(async () => {
    await holder?.end();
    await instances?.close();
    await server?.stop();
  });

  const call = (client: TestClient, method: string, path: string, sent?: object, more: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${instances.ports[0]}${path}`, {
      method,
      headers: {
        cookie: client.cookie,
        origin: instances.all[0]?.platform.config.origin ?? '',
        'content-type': 'application/json',
        [headers.correlation]: 'held-row',
        ...more,
      },
      ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
    });
  const save = (client: TestClient, name: string, key = `held-${randomUUID()}`, viewId = `view-${randomUUID()}`) =>
    call(client, 'POST', `/api/views/${viewId}`, body(name), { [headers.idempotency]: key });
  const timed = async (path: string, client: TestClient) => {
    const began = performance.now();
    const { status } = await call(client, 'GET', path);
    return { path, status, ms: performance.now() - began };
  };
  /** Reads of both tenants and the readiness probe. */
  const readOnce = async (): Promise<{ path: string; status: number; ms: number }[]> => {
    const paths = ['/readyz', '/api/auth/me', '/api/kpis', '/api/views', '/api/system/kill-switch'];
    const reads = await Promise.all(paths.map((path) => timed(path, demo)));
    return [...reads, ...(await Promise.all(paths.map((path) => timed(path, kampala))))];
  };
  /** The same, repeated until `until` settles. */
  const read = async (until: Promise<unknown>): Promise<{ path: string; status: number; ms: number }[]> => {
    let over = false;
    void until.finally(() => (over = true));
    const seen: { path: string; status: number; ms: number }[] = [];
    while (!over) seen.push(...(await readOnce()));
    return seen;
  };
  /** The limit for reads, taken on the machine as it is now; nothing is locked meanwhile. */
  const limitNow = async (): Promise<number> => {
    let slowest = 0;
    for (let round = 0; round < usualRounds; round += 1) slowest = Math.max(slowest, ...(await readOnce()).map(({ ms }) => ms));
    return Math.max(readWithinMs, timesUsual * slowest);
  };
  const bad = (reads: readonly { status: number; ms: number }[], limitMs: number) =>
    reads.filter(({ status, ms }) => status !== 200 || ms > limitMs);
  const lines = async (target: string): Promise<string[]> =>
    (await holder.query<{ outcome: string }>('select outcome from audit_records where target = $1', [target])).rows.map(
      ({ outcome }) => outcome,
    );

  it.each([
    ['the head of its log', `select 1 from event_heads where tenant_id = 'demo' for update`],
    ['its record', `select pg_advisory_xact_lock(hashtextextended('audit:demo', 0))`],
  ])('%s: every read goes on, its commands are told when to come again, the other tenant’s are done', async (_what, lock) => {
    const limitMs = await limitNow();
    await holder.query('begin');
    await holder.query(lock);
    const commands = Array.from({ length: 100 }, (_, index) => ({ key: `held-${randomUUID()}`, viewId: `view-${randomUUID()}`, index }));
    const began = performance.now();
    const waiting = Promise.all(
      commands.map(async ({ key, viewId, index }) => {
        const answer = await save(demo, `Held ${index} ${_what}`, key, viewId);
        return { answer, ms: performance.now() - began };
      }),
    );
    // A hundred are accepted at once and wait; the test measures what their waiting does to others.
    await expect.poll(() => instances.all[0]?.platform.database.writersWaiting()).toBeGreaterThan(90);
    const reading = read(waiting);
    // Meanwhile the other tenant works.
    for (let count = 0; count < 5; count += 1) {
      const at = performance.now();
      expect((await save(kampala, `Meanwhile ${count} ${_what}`)).status).toBe(200);
      expect(performance.now() - at).toBeLessThan(2000);
    }
    const refused = await waiting;
    expect(bad(await reading, limitMs)).toEqual([]);
    for (const { answer, ms } of refused) {
      expect([answer.status, Number(answer.headers.get('retry-after'))]).toEqual([503, expect.any(Number)]);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(z.parse(problemAnswerSchema, await answer.json()).error.code).toBe('unavailable');
      expect(ms).toBeLessThan(12_000);
    }
    // Nothing took effect or was recorded, and no key is used up: each command takes effect once when sent again.
    expect(await lines(commands[0]?.viewId ?? '')).toEqual([]);
    const { rows } = await holder.query(`select 1 from idempotency_keys where key = any($1)`, [commands.map(({ key }) => key)]);
    expect(rows).toEqual([]);
    await holder.query('rollback');
    for (const { key, viewId, index } of commands.slice(0, 5)) {
      for (const _time of [1, 2]) expect((await save(demo, `Held ${index} ${_what}`, key, viewId)).status).toBe(200);
      expect(await lines(viewId)).toEqual(['done']);
    }
  });

  it('the records of three tenants at once, with thirty who wait in each of their six lines and come again: the fourth tenant’s commands are done, and people sign in', async () => {
    const database = instances.all[0]?.platform.database;
    if (database === undefined) throw new Error('one was started');
    const tenants = ['kigali', 'kisumu', 'dodoma'];
    await holder.query('begin');
    for (const tenant of tenants) await holder.query(`select pg_advisory_xact_lock(hashtextextended('audit:${tenant}', 0))`);
    let over = false;
    const comeAgain = async (tenant: string, line: string): Promise<void> => {
      while (!over)
        await database
          .write(line, (trx) => sql`select pg_advisory_xact_lock(hashtextextended(${`audit:${tenant}`}, 0))`.execute(trx))
          .catch(() => undefined);
    };
    const waiting = tenants.flatMap((tenant) =>
      [tenant, `record ${tenant}`].flatMap((line) => Array.from({ length: 30 }, () => comeAgain(tenant, line))),
    );
    await expect.poll(() => database.writersWaiting()).toBeGreaterThan(150);
    const done: number[] = [];
    for (let count = 0; count < 3; count += 1) done.push((await save(kampala, `Beside three ${count}`)).status);
    const login = { email: 'operator@kampala.example', password: demoPassword };
    done.push((await call(kampala, 'POST', '/api/auth/login', login)).status);
    over = true;
    await holder.query('rollback');
    await Promise.all(waiting);
    expect(done).toEqual([200, 200, 200, 200]);
  });

  it('the kill switch is pulled as soon as the lock is free, ahead of what waits', async () => {
    await holder.query('begin');
    await holder.query(`select 1 from event_heads where tenant_id = 'demo' for update`);
    const waiting = Promise.all(Array.from({ length: 30 }, (_, index) => save(demo, `Before the switch ${index}`)));
    const pulled = call(demo, 'PUT', '/api/system/kill-switch', { active: true, confirmation: 'STOP', reason: 'Meter fraud' });
    // Only the switch and the command whose turn it is wait for the lock.
    const waitingForIt = async (): Promise<unknown> => {
      await holder.query('select pg_stat_clear_snapshot()'); // statistics are otherwise read once per transaction
      const { rows } = await holder.query(
        `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      return rows[0]?.n;
    };
    await expect.poll(waitingForIt, { timeout: 2000, interval: 10 }).toBe(2);
    await holder.query('rollback');
    const answer = await pulled;
    expect(answer.status).toBe(200);
    const after = (await waiting).map(({ status }) => status);
    expect(after.filter((status) => status === 423).length).toBeGreaterThanOrEqual(28);
    const { version } = (await answer.json()) as { version: number };
    expect((await call(demo, 'PUT', '/api/system/kill-switch', { active: false, version, reason: 'Over' })).status).toBe(200);
  });
});
