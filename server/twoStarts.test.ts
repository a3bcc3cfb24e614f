// Long: two platforms run as programs and seed the demo's day.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createAudit } from './audit/audit.ts';
import { createClock } from './clock.ts';
import { openPostgres } from './db/database.ts';
import { countKpis } from './entities/kpis.ts';
import { demoPassword } from './identity/demo/demoAccounts.ts';
import { createLogger } from './log.ts';
import { verifyChain } from './testing/chain.ts';
import { startPostgres, type TestPostgres } from './testing/postgres.ts';
import { freePort, type Running, runProgram } from './testing/process.ts';
import { testKeyFile } from './testing/testKey.ts';

const timeout = 600_000; // upper limit: seeding takes 20 s of processor time, twice if it goes wrong
const folders: string[] = [];
const running: Running[] = [];
let server: TestPostgres;
beforeAll(async () => {
  server = await startPostgres();
});
afterEach(async () => {
  for (const one of running.splice(0)) {
    one.child.kill('SIGKILL');
    await one.ended;
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Starts an instance on this database, as `npm start` does. */
const start = async (databaseUrl: string): Promise<{ readonly run: Running; readonly origin: string }> => {
  const folder = mkdtempSync(join(tmpdir(), 'ukweli-two-'));
  folders.push(folder);
  const port = await freePort();
  const env = { PORT: String(port), DATA_DIR: folder, DATABASE_URL: databaseUrl, KEY_FILE: testKeyFile(), SEED: 'demo', SIMULATION: 'off' };
  const run = runProgram('server/main.ts', [], env);
  running.push(run);
  return { run, origin: `http://localhost:${port}` };
};
const signIn = async (origin: string): Promise<string> => {
  const answer = await fetch(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: { origin, 'x-correlation-id': 'two-starts', 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@ukweli.example', password: demoPassword }),
  });
  expect(answer.status).toBe(200);
  return (
    answer.headers
      .getSetCookie()
      .find((line) => line.startsWith('ukweli_session='))
      ?.split(';')[0] ?? ''
  );
};
const me = async (origin: string, cookie: string): Promise<number> =>
  (await fetch(`${origin}/api/auth/me`, { headers: { cookie } })).status;

describe('two instances started at once', { tags: ['S-5', 'F-44'] }, () => {
  it('on an empty database seed it once, with one set of keys, and take nothing from each other', { timeout }, async () => {
    const url = await server.createDatabase(process.env['TEST_DATABASE_TEMPLATE']);
    const both = [await start(url), await start(url)];
    // A person works with the first instance that serves while the other may still start.
    const first = await Promise.race(both.map(async (one) => one.run.says('Stop with Ctrl+C').then(() => one)));
    const cookie = await signIn(first.origin);
    await Promise.all(both.map(({ run }) => run.says('Stop with Ctrl+C')));
    expect(await Promise.all(both.map(({ origin }) => me(origin, cookie)))).toEqual([200, 200]);
    expect(both.map(({ run }) => run.said().split('"seed.finished"').length - 1).sort()).toEqual([0, 1]);
    expect(both.some(({ run }) => run.said().includes('seed.cut_off'))).toBe(false);

    const database = await openPostgres(
      url,
      createLogger(() => undefined),
    );
    const { db } = database;
    expect(await countKpis(db, 'demo')).toMatchObject({ verified: 1228, total: 1247 });
    const keys = await db.selectFrom('signing_keys').select('kid').where('state', '=', 'current').execute();
    expect(keys).toHaveLength(1);
    for (const tenantId of ['demo', 'kampala']) {
      const chain = await db.selectFrom('chain_entries').selectAll().where('tenant_id', '=', tenantId).orderBy('chain_index').execute();
      expect([chain.length > 0, verifyChain(chain)]).toEqual([true, null]);
      expect(await createAudit({ database, clock: createClock() }).firstBroken(tenantId)).toBeNull();
    }
    const rows = async (): Promise<number> =>
      Number(
        (
          await db
            .selectFrom('audit_records')
            .select((row) => row.fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      );

    // A restart on existing data adds and removes nothing.
    for (const { run } of both) run.child.kill('SIGTERM');
    await Promise.all(both.map(({ run }) => run.ended));
    const before = await rows();
    const again = [await start(url), await start(url)];
    await Promise.all(again.map(({ run }) => run.says('Stop with Ctrl+C')));
    expect(await Promise.all(again.map(({ origin }) => me(origin, cookie)))).toEqual([200, 200]);
    expect(await rows()).toBe(before);
    await database.close();
  });
});
