// Long: instances whose clocks are wrong, in real time.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { decodeJwt } from 'jose';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { headers } from '../src/contracts/endpoints.ts';
import { openClock, type PlatformClock } from './clock.ts';
import { demoPassword } from './identity/demo/demoAccounts.ts';
import { hashToken } from './identity/sessions/sessionToken.ts';
import { projectRoot } from './root.ts';
import { authorizationRequest, createOidcBrowser, exchangeCode, signInAtProvider } from './testing/oidcClient.ts';
import { createTestPlatform, openTestDatabase, type TestClient, type TestPlatform } from './testing/platform.ts';
import { startPostgres } from './testing/postgres.ts';
import { freePort, programs, type Running, runNode, shortLived } from './testing/process.ts';
import { testKeyFile } from './testing/testKey.ts';

const minute = 60_000;
/** Offsets of one instance's machine clock, one after the other. */
const settings = [10 * minute, -10 * minute, 180 * minute, 0];
/** Tolerance for the same time on two instances, milliseconds. */
const sameMs = 1500;

describe('two instances, of which one is on a machine whose clock is set', { tags: ['S-6', 'F-43'] }, () => {
  let folder: string;
  let origin: string;
  let wrong: Running;
  let right: TestPlatform;
  let clock: PlatformClock;
  let watcher: pg.Client;
  let admin: TestClient;
  beforeAll(async () => {
    const database = await openTestDatabase('demo');
    const url = database.connectionString ?? '';
    const port = await freePort();
    origin = `http://localhost:${port}`;
    clock = await openClock(database);
    const standing = { ...clock, advance: () => undefined, set: () => undefined };
    // Not started, so it runs no jobs; all jobs run on the other instance.
    right = await createTestPlatform({ database, joins: true, clock: standing, config: { databaseUrl: url, origin } });
    admin = await right.signIn('admin@ukweli.example');
    const server = await startPostgres(); // shared by the test run
    watcher = new pg.Client({ connectionString: Object.assign(new URL(server.url), { pathname: new URL(url).pathname }).href });
    await watcher.connect();
    folder = mkdtempSync(join(tmpdir(), 'ukweli-wrong-clock-'));
    const loaded = (file: string): string => join(programs(), 'server', file);
    wrong = runNode(
      [...shortLived, '--import', pathToFileURL(loaded('testing/movedClock.js')).href, loaded('main.js')],
      {
        PORT: String(port),
        DATA_DIR: folder,
        DATABASE_URL: url,
        KEY_FILE: testKeyFile(),
        SIMULATION_PACE: '20',
        MOVED_CLOCK: settings.join(','),
      },
      projectRoot,
    );
    await wrong.says('Stop with Ctrl+C');
  }, 180_000);
  afterAll(async () => {
    wrong?.child.kill('SIGKILL');
    await wrong?.ended;
    await watcher?.end();
    await right?.close();
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  });

  const databaseNow = async (): Promise<number> =>
    Number((await watcher.query<{ ms: number }>('select extract(epoch from clock_timestamp()) * 1000 as ms')).rows[0]?.ms);
  /** Checks that a time lies between `since` and now by the database's clock, within an instance's accuracy on a busy machine. */
  const isSince = async (since: number, told: unknown): Promise<void> => {
    const ms = Date.parse(String(told));
    expect([ms > since - sameMs, ms < (await databaseNow()) + sameMs]).toEqual([true, true]);
  };
  const ask = (method: string, path: string, body?: unknown, more: Record<string, string> = {}): Promise<Response> =>
    fetch(`${origin}${path}`, {
      method,
      headers: { origin, cookie: admin.cookie, 'content-type': 'application/json', [headers.correlation]: 'wrong-clock', ...more },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const ready = async (): Promise<{ readonly status: number; readonly why: string }> => {
    const answer = await fetch(`${origin}/readyz`);
    const told = (await answer.json()) as { error?: { message: string } };
    return { status: answer.status, why: told.error?.message ?? '' };
  };
  const times = (said: string): number => wrong.said().split(said).length - 1;

  /** Waits until the other instance, which alone runs jobs, has swept expired sessions. */
  const swept = async (): Promise<void> => {
    const id = `ran-out-${Math.random()}`;
    const { db } = right.platform;
    const since = await databaseNow();
    const then = new Date(since - 1000);
    await db
      .insertInto('sessions')
      .values({
        session_id: id,
        token_hash: hashToken(id),
        account_id: 'usr-demo-auditor',
        display_id: null,
        device: 'Test',
        ip: null,
        created_at: then,
        last_active_at: then,
        expires_at: then,
        hard_end_at: then,
      })
      .execute();
    const ended = async () =>
      (await db.selectFrom('sessions').select('ended_at').where('session_id', '=', id).executeTakeFirst())?.ended_at;
    await expect.poll(ended, { timeout: 30_000 }).not.toBeNull();
    await isSince(since, await ended());
    await db.deleteFrom('sessions').where('session_id', '=', id).execute();
  };
  /** Append-only lists, each as its times in order of writing. */
  const lists = async (): Promise<Readonly<Record<string, readonly string[]>>> => {
    const { rows } = await sql<{ list: string; moments: string[] }>`
      select 'record' as list, array_agg(at::text order by chain_index) as moments from audit_records where tenant_id = 'demo'
      union all select 'log', array_agg(to_char(ts at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') order by seq) from events where tenant_id = 'demo'
      union all select incident_id, array_agg(to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') order by place) from incident_entries
        where tenant_id = 'demo' group by incident_id`.execute(right.platform.db);
    return Object.fromEntries(rows.map(({ list, moments }) => [list, moments]));
  };

  it('nobody is signed out, nothing is dated by it, no lease runs on, and it is not ready until it agrees again', async () => {
    const opened = await admin.get('/api/incidents');
    const { incidents } = opened.json<{ incidents: { id: string; resolvedAt?: string }[] }>();
    const incident = incidents.find(({ resolvedAt }) => resolvedAt === undefined)?.id;
    let notes = 0;
    const note = (): readonly [string, object, Record<string, string>] => {
      notes += 1;
      return [`/api/incidents/${incident}/notes`, { text: `Note ${notes}` }, { [headers.idempotency]: `wrong-clock-note-${notes}` }];
    };
    expect(await ready()).toEqual({ status: 200, why: '' });
    const begun = await databaseNow();

    for (const aheadMs of settings) {
      wrong.child.kill('SIGUSR2');
      await wrong.says(`the machine’s clock is ${aheadMs} ms ahead`);
      const [far, which] = [aheadMs !== 0, aheadMs > 0 ? 'ahead of' : 'behind'];
      await expect.poll(async () => (await ready()).status).toBe(far ? 503 : 200);
      expect((await ready()).why).toMatch(
        far ? new RegExp(`^The clock of this machine is ${Math.abs(aheadMs) / 1000} s ${which} the database’s`) : /^$/,
      );
      await expect.poll(() => times('"clock.off"') + times('"clock.agrees"')).toBe(settings.indexOf(aheadMs) + 1);

      // Sessions stay valid on both instances, also when swept and refreshed there.
      await swept();
      expect([(await ask('GET', '/api/auth/me')).status, (await admin.get('/api/auth/me')).status]).toEqual([200, 200]);
      const since = await databaseNow();
      const renewed = await ask('POST', '/api/auth/refresh');
      const { expiresAt } = (await renewed.json()) as { expiresAt: string };
      await isSince(since, new Date(Date.parse(expiresAt) - 15 * minute).toISOString());
      await isSince(since, renewed.headers.get(headers.serverTime));

      // Notes on one incident, alternating between the instances.
      for (let turn = 0; turn < 3; turn += 1) {
        const here = note();
        expect((await ask('POST', ...here)).status).toBe(200);
        const there = note();
        expect((await admin.post(...there)).status).toBe(200);
      }
      // A report signed on that instance.
      const report = await ask('POST', '/api/reports/pcaf', {}, { [headers.idempotency]: `wrong-clock-report-${aheadMs}` });
      expect(report.status).toBe(200);
      await isSince(since, ((await report.json()) as { generatedAt: string }).generatedAt);

      // A person signs in at the provider of one instance and uses the token at the other.
      const browser = createOidcBrowser(overTheNetwork(origin), origin);
      const asked = authorizationRequest(origin);
      const who = { email: 'operator@ukweli.example', password: demoPassword };
      const code = (await signInAtProvider(browser, origin, asked.url, who)).get('code') ?? '';
      const { tokens } = await exchangeCode(browser, origin, code, asked.verifier);
      await isSince(since, new Date((decodeJwt(tokens.id_token).iat ?? 0) * 1000).toISOString());
      expect((await right.anonymous().post('/api/auth/session', { idToken: tokens.id_token, nonce: asked.nonce })).status).toBe(200);

      const leases = await sql<{ until: number }>`
        select (value ->> 'until')::float8 as until from platform_settings where key like '%_lease'`.execute(right.platform.db);
      expect(leases.rows.length).toBeGreaterThan(0);
      const latest = (await databaseNow()) + 15_000 + 100;
      expect(leases.rows.filter(({ until }) => until > latest)).toEqual([]);
    }

    for (const [list, moments] of Object.entries(await lists())) expect([list, moments]).toEqual([list, moments.toSorted()]);
    await isSince(begun, (await lists())['record']?.at(-1));
    await isSince(begun, (await lists())['log']?.at(-1));
    // No time had to be held back, since none was wrong.
    expect(
      (await right.platform.db.selectFrom('audit_records').select('details').execute()).filter(({ details }) => 'clock_said' in details),
    ).toEqual([]);
    expect([times('"clock.off"'), times('"clock.agrees"'), times('"clock.set"')]).toEqual([3, 1, 0]);
  }, 300_000);

  it('goes on by the database’s clock when all its connections are cut', async () => {
    await watcher.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await expect.poll(async () => (await ready()).status).toBe(200);
    const since = await databaseNow();
    await isSince(since, (await ask('GET', '/api/auth/me')).headers.get(headers.serverTime));
  });
});

/** The part of a Fastify instance that test browsers use, over the network. */
function overTheNetwork(origin: string): FastifyInstance {
  const inject = async (asked: { method: string; url: string; payload?: string; headers: Record<string, string> }) => {
    const answer = await fetch(new URL(asked.url, origin), {
      method: asked.method,
      headers: asked.headers,
      redirect: 'manual',
      ...(asked.payload === undefined ? {} : { body: asked.payload }),
    });
    const location = answer.headers.get('location');
    return {
      statusCode: answer.status,
      body: await answer.text(),
      headers: { 'set-cookie': answer.headers.getSetCookie(), ...(location === null ? {} : { location }) },
    };
  };
  return { inject } as unknown as FastifyInstance; // the only member that test browsers call
}
