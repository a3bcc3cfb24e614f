// Long: an instance is stopped for as long as PostgreSQL tolerates.
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headers } from '../src/contracts/endpoints.ts';
import { sql } from 'kysely';
import { connectionTo } from './db/connection.ts';
import { openPostgres } from './db/database.ts';
import { createLogger } from './log.ts';
import { readEvents, readHead } from './realtime/head.ts';
import { allTopics } from './realtime/hub.ts';
import { openTestDatabase, createTestPlatform, type TestClient, type TestPlatform } from './testing/platform.ts';
import { startPostgres } from './testing/postgres.ts';
import { freePort, type Running, runProgram } from './testing/process.ts';
import { testKeyFile } from './testing/testKey.ts';

/** Counted from when the other instance stands still, milliseconds. */
const servesWithinMs = 5000;
const rounds = 3;

describe('two instances of which one stands still (SIGSTOP) in the middle of writing', () => {
  let folder: string;
  let url: string;
  let frozen: Running;
  let port: number;
  let other: TestPlatform;
  let admin: TestClient;
  let watcher: pg.Client;
  beforeAll(async () => {
    const made = await openTestDatabase('demo');
    // Over TCP, as in production: the run's own connections use a socket of the machine, which no other side can vanish from.
    const overTcp = new URL(made.connectionString ?? '');
    overTcp.searchParams.delete('host');
    url = overTcp.href;
    await made.close();
    const database = await openPostgres(
      url,
      createLogger(() => undefined),
    );
    folder = mkdtempSync(join(tmpdir(), 'ukweli-frozen-'));
    port = await freePort();
    other = await createTestPlatform({ database, joins: true, config: { simulation: 'off', databaseUrl: url } });
    admin = await other.signIn('admin@ukweli.example');
    // A load with few pauses, so that a stop is likely to hit a write.
    frozen = runProgram('server/main.ts', [], {
      PORT: String(port),
      DATA_DIR: folder,
      DATABASE_URL: url,
      KEY_FILE: testKeyFile(),
      SIMULATION_PACE: '400',
    });
    await frozen.says('Stop with Ctrl+C');
    const server = await startPostgres(); // shared by the test run
    watcher = new pg.Client({ connectionString: Object.assign(new URL(server.url), { pathname: new URL(url).pathname }).href });
    await watcher.connect();
  }, 180_000);
  afterAll(async () => {
    frozen?.child.kill('SIGCONT');
    frozen?.child.kill('SIGKILL');
    await frozen?.ended;
    await watcher?.end();
    await other?.close();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  /** True if some session holds the lock on the demo's head. */
  const isHeld = async (): Promise<boolean> => {
    await watcher.query('begin');
    const held = await watcher.query(`select 1 from event_heads where tenant_id = 'demo' for update nowait`).then(
      () => false,
      () => true,
    );
    await watcher.query('rollback');
    return held;
  };
  /** Stops the instance while it holds the lock and has no query under way; repeats until that succeeds. */
  const freeze = async (): Promise<void> => {
    for (let attempt = 0; attempt < 2000; attempt += 1) {
      frozen.child.kill('SIGSTOP');
      const { rows } = await watcher.query(
        `select 1 from pg_stat_activity where datname = current_database() and state = 'idle in transaction' and application_name = 'ukweli'`,
      );
      if (rows.length > 0 && (await isHeld())) return;
      frozen.child.kill('SIGCONT');
      await new Promise((resolve) => setImmediate(resolve));
    }
    throw new Error('it was never stopped in the middle of a write');
  };
  const save = (key: string) =>
    admin.post(`/api/views/view-${key}`, { screen: 'verifications', name: key, query: '', version: 0 }, { [headers.idempotency]: key });

  it('keeps the other from nothing for longer than 5 s, whichever way it works, and goes on itself when it wakes', {
    tags: ['S-2', 'F-41'],
    timeout: 300_000,
  }, async () => {
    for (let round = 0; round < rounds; round += 1) {
      await freeze();
      const began = performance.now();
      const key = `frozen-${randomUUID()}`;
      const pulling =
        round === 0 ? admin.call('PUT', '/api/system/kill-switch', { active: true, confirmation: 'STOP', reason: 'Meter fraud' }) : null;
      // Reads are not slowed.
      for (const path of ['/readyz', '/api/kpis', '/api/auth/me']) {
        const at = performance.now();
        expect((await admin.get(path)).status).toBe(200);
        expect(performance.now() - at).toBeLessThan(1000);
      }
      if (pulling !== null) {
        // The kill switch waits for the lock and gets it, without a 503.
        const pulled = await pulling;
        expect([pulled.status, performance.now() - began < servesWithinMs]).toEqual([200, true]);
        const { version } = pulled.json();
        expect((await admin.call('PUT', '/api/system/kill-switch', { active: false, version, reason: 'Meter fraud' })).status).toBe(200);
      }
      let answer = await save(key);
      for (; answer.status === 503; answer = await save(key)) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect([answer.status, Math.round(performance.now() - began)]).toEqual([200, expect.any(Number)]);
      if (pulling === null) expect(performance.now() - began).toBeLessThan(servesWithinMs);

      // The stopped instance's transaction was rolled back; it continues on new connections.
      const { seq } = await readHead(other.platform.db, 'demo');
      frozen.child.kill('SIGCONT');
      await expect.poll(async () => (await readHead(other.platform.db, 'demo')).seq, { timeout: 30_000 }).toBeGreaterThan(seq + 50);
      expect((await fetch(`http://localhost:${port}/readyz`)).status).toBe(200);
    }
    frozen.child.kill('SIGKILL');
    await frozen.ended;
    const { seq } = await readHead(other.platform.db, 'demo');
    const log = await readEvents(other.platform.db, 'demo', { after: 0, upTo: seq, topics: allTopics, limit: 100_000 });
    expect(log.map((event) => event.seq)).toEqual(Array.from({ length: seq }, (_, index) => index + 1));
  });

  it('have connections whose other side is asked whether it is there, by both sides', { tags: ['S-2'] }, async () => {
    for (const db of [other.platform.db, other.platform.database.vital]) {
      const { rows } = await sql<{ name: string; setting: string }>`
        select name, setting from pg_settings where name in ('tcp_keepalives_idle', 'tcp_user_timeout') order by name`.execute(db);
      expect(rows.map(({ setting }) => setting)).toEqual(['5', '15000']);
    }
    const writing = await other.platform.database.write('any', (trx) =>
      sql<{ setting: string }>`select setting from pg_settings where name = 'idle_in_transaction_session_timeout'`.execute(trx),
    );
    expect(writing.rows).toEqual([{ setting: '3000' }]);
    const own = connectionTo('postgres://ukweli@db.example/ukweli?options=-c%20tcp_keepalives_idle%3D30&sslmode=verify-full');
    expect(own.keepAlive).toBe(true);
    const { searchParams } = new URL(own.connectionString ?? '');
    expect(searchParams.get('options')).toMatch(/^-c tcp_keepalives_idle=5 .* -c tcp_keepalives_idle=30$/);
    expect(searchParams.get('sslmode')).toBe('verify-full');
  });
});
