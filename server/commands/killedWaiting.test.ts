// Long: kills an instance while commands wait in it, and PostgreSQL while commands run.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headers } from '../../src/contracts/endpoints.ts';
import { checkLists, isSound } from '../audit/recordCheck.ts';
import { openPostgres } from '../db/postgres.ts';
import { createLogger } from '../log.ts';
import { createTestPlatform, type TestClient, type TestPlatform } from '../testing/platform.ts';
import { startCluster, type TestCluster } from '../testing/postgres.ts';
import { freePort, type Running, runProgram } from '../testing/process.ts';
import { testKeyFile } from '../testing/testKey.ts';

interface Instance {
  readonly run: Running;
  readonly origin: string;
}
const folder = mkdtempSync(join(tmpdir(), 'ukweli-killed-waiting-'));
const instances: Instance[] = [];
let cluster: TestCluster;
let url: string;
let people: TestPlatform;
let admin: TestClient;
let operator: TestClient;
let kampala: TestClient;
beforeAll(async () => {
  cluster = await startCluster();
  url = await cluster.createDatabase();
  const database = await openPostgres(
    url,
    createLogger(() => undefined),
  );
  people = await createTestPlatform({ database, config: { simulation: 'off', databaseUrl: url } });
  operator = await people.signIn('operator@ukweli.example');
  [admin, kampala] = [await people.signIn('admin@ukweli.example'), await people.signIn('operator@kampala.example')];
  for (const name of ['one', 'other']) {
    const port = await freePort();
    const env = { PORT: String(port), DATA_DIR: join(folder, name), DATABASE_URL: url, KEY_FILE: testKeyFile(), SIMULATION: 'off' };
    instances.push({ run: runProgram('server/main.ts', [], env), origin: `http://localhost:${port}` });
  }
  await Promise.all(instances.map(({ run }) => run.says('Stop with Ctrl+C')));
});
afterAll(async () => {
  for (const { run } of instances) {
    run.child.kill('SIGKILL');
    await run.ended;
  }
  await people?.close();
  await cluster?.stop();
  rmSync(folder, { recursive: true, force: true });
});
const instance = (index: number): Instance => {
  const one = instances[index];
  if (one === undefined) throw new Error('it was not started');
  return one;
};

/** A person may have a hundred views at most, so they are shared between two people. */
const ownerOf = (name: string): TestClient => (Number(name.slice(-1)) % 2 === 0 ? admin : operator);

/** The response's status; null if there was no response. */
async function save({ origin }: Instance, name: string, who = ownerOf(name)): Promise<number | null> {
  const answer = await fetch(`${origin}/api/views/view-${name}`, {
    method: 'POST',
    headers: {
      cookie: who.cookie,
      origin,
      connection: 'close',
      'content-type': 'application/json',
      [headers.correlation]: 'killed-waiting',
      [headers.idempotency]: `killed-waiting-${name}`,
    },
    body: JSON.stringify({ screen: 'verifications', name, query: 'status=pending', version: 0 }),
    signal: AbortSignal.timeout(20_000),
  }).catch((failure: unknown) => {
    // A request that waits until the timeout is a failure.
    if (Object(failure).name === 'TimeoutError') throw failure;
    return null;
  });
  return answer?.status ?? null;
}
const names = (kind: string, count = 100): string[] =>
  Array.from({ length: count }, (_, index) => `${kind}-${String(index).padStart(4, '0')}`);
/** Repeats the call under its key until it is done, as a console does. */
const saveUntilDone = (at: Instance, name: string): Promise<void> =>
  expect
    .poll(
      async () => {
        const status = await save(at, name);
        return status === null || status === 503 ? 'waits' : status; // any other status is final
      },
      { timeout: 60_000, interval: 100, message: name },
    )
    .not.toBe('waits')
    .then(async () => expect([name, await save(at, name)]).toEqual([name, 200]));
/** Checks that each took effect once: one row and one line of the record. */
async function onceEach(all: readonly string[]): Promise<void> {
  const { db } = people.platform;
  const ids = all.map((name) => `view-${name}`);
  const lines = await db.selectFrom('audit_records').select(['target', 'outcome']).where('target', 'in', ids).orderBy('target').execute();
  expect(lines).toEqual(ids.map((target) => ({ target, outcome: 'done' })));
  expect(
    await db
      .selectFrom('idempotency_keys')
      .select('key')
      .where(
        'key',
        'in',
        all.map((name) => `killed-waiting-${name}`),
      )
      .execute(),
  ).toHaveLength(all.length);
  const checks = await checkLists(db);
  expect(isSound(checks), JSON.stringify(checks)).toBe(true);
}

describe('commands of a tenant that wait', () => {
  it('in an instance that is killed keep nobody of the other from anything, and are done there once, sent again under their keys', {
    tags: ['S-1', 'S-2'],
  }, async () => {
    const [one, other] = [instance(0), instance(1)];
    expect([await save(other, 'first-0001'), await save(other, 'first-0002', kampala)]).toEqual([200, 200]);
    const holder = new pg.Client({ connectionString: url });
    await holder.connect();
    await holder.query('begin');
    await holder.query(`select 1 from event_heads where tenant_id = 'demo' for update`);
    const all = names('held');
    // The first ten also wait at the other instance, as when a console switches to it.
    const sent = Promise.all(all.map((name) => save(one, name)));
    const both = Promise.all(all.slice(0, 10).map((name) => save(other, name)));
    const waits = async () =>
      (await holder.query(`select pg_stat_clear_snapshot(), 1 from pg_stat_activity where wait_event_type = 'Lock'`)).rowCount;
    await expect.poll(waits, { interval: 10 }).toBeGreaterThan(0);
    // Release and kill at the same moment: some commands are done, one is running, most still wait.
    await holder.query('rollback');
    one.run.child.kill('SIGKILL');
    await one.run.ended;
    const began = performance.now();
    expect(await save(other, 'beside-0001', kampala)).toBe(200);
    expect(await save(other, 'beside-0002')).toBe(200);
    expect(performance.now() - began).toBeLessThan(6000);
    await holder.end();
    const answered = await sent;
    expect(answered.filter((status) => status === null).length).toBeGreaterThan(0);
    await both;
    await Promise.all(all.map((name) => saveUntilDone(other, name)));
    await onceEach(all);
  });

  it('while PostgreSQL is stopped at once are answered all the same, and done once when it is back', {
    tags: ['S-1', 'F-26'],
  }, async () => {
    const other = instance(1);
    const all = names('stopped', 80);
    const acknowledged: string[] = [];
    const working = Promise.all(
      all.map(async (name) => {
        const status = await save(other, name);
        if (status === 200) acknowledged.push(name);
        return status;
      }),
    );
    await expect.poll(() => acknowledged.length, { interval: 1 }).toBeGreaterThan(10);
    await cluster.kill();
    const statuses = await working;
    expect([...new Set(statuses)].sort()).toEqual([200, 503]);
    await cluster.start();
    const { db } = people.platform;
    const kept = async () =>
      (
        await db
          .selectFrom('audit_records')
          .select('target')
          .where(
            'target',
            'in',
            acknowledged.map((name) => `view-${name}`),
          )
          .execute()
      ).length;
    await expect.poll(() => kept().catch(() => null), { timeout: 30_000 }).toBe(acknowledged.length);
    await Promise.all(all.map((name) => saveUntilDone(other, name)));
    await onceEach(all);
  });
});
