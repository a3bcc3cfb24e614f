// Long: kills platforms while they work and starts them again.
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { LetterRef } from '../src/contracts/deadLetter.ts';
import { headers } from '../src/contracts/endpoints.ts';
import { createAudit } from './audit/audit.ts';
import { createClock } from './clock.ts';
import { openEmbedded } from './db/database.ts';
import { demoPassword } from './identity/demo/demoAccounts.ts';
import { createLogger } from './log.ts';
import { readEvents, readHead } from './realtime/head.ts';
import { allTopics } from './realtime/hub.ts';
import { createRandom } from './seed/random.ts';
import { verifyChain } from './testing/chain.ts';
import { followByStream } from './testing/follower.ts';
import { unpackDemo } from './testing/images.ts';
import { freePort, type Running, runProgram } from './testing/process.ts';

const rounds = process.env['LONG_TESTS'] === undefined ? 3 : 20;
const running: Running[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const one of running.splice(0)) {
    one.child.kill('SIGKILL');
    await one.ended;
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'ukweli-killed-'));
  folders.push(folder);
  return folder;
};
const run = (file: string, env: Record<string, string>): Running => {
  const one = runProgram(file, [], env);
  running.push(one);
  return one;
};

describe('the platform on its embedded database', () => {
  it(`killed ${rounds} times in the middle of writing, keeps every row, seq, link and command that it had acknowledged`, {
    tags: ['F-27'],
    timeout: 180_000 + rounds * 60_000,
  }, async () => {
    const dataDir = join(newFolder(), 'data');
    await unpackDemo(dataDir);
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const random = createRandom(27);
    let stopped = false;
    /** Resolves while a server listens; replaced by a pending promise when it is killed. */
    let up = Promise.resolve();
    let cookie = '';
    let calls = 0;
    let unanswered = 0;
    const kept = { telemetry: [] as string[], refused: [] as string[], promoted: [] as LetterRef[] };
    const acknowledged = (): number => kept.telemetry.length + kept.refused.length + kept.promoted.length;
    /** Called at every acknowledgement. */
    let heard = (): void => undefined;
    const acknowledgedMore = async (by: number): Promise<void> => {
      const enough = acknowledged() + by;
      while (acknowledged() < enough) await new Promise<void>((resolve) => (heard = resolve));
    };

    /** Repeats the same call until it is answered, if the server dies meanwhile. */
    const ask = async (method: string, path: string, body?: object, more: Record<string, string> = {}): Promise<Response> => {
      for (;;) {
        await up;
        const answer = await fetch(`${origin}${path}`, {
          method,
          headers: { origin, cookie, 'content-type': 'application/json', connection: 'close', [headers.correlation]: 'killed', ...more },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
          // Counts as answered only when complete: the server may die after the headers.
          .then(async (head) => new Response((await head.text()) || null, { status: head.status, headers: head.headers }))
          .catch(() => null);
        if (answer !== null) return answer;
        unanswered += 1;
        await new Promise((resolve) => setImmediate(resolve)); // until `up` has been replaced
      }
    };
    const sendTelemetry = async (): Promise<void> => {
      const name = `kept.n${(calls += 1)}`;
      const events = [{ name, at: new Date().toISOString(), values: {} }];
      if ((await ask('POST', '/api/telemetry', { events })).status === 200) kept.telemetry.push(name);
    };
    const beRefused = async (): Promise<void> => {
      const id = `refused-${(calls += 1)}`;
      const answer = await ask('POST', '/api/telemetry', { events: [] }, { [headers.tenant]: 'kampala', [headers.correlation]: id });
      if (answer.status === 403) kept.refused.push(id);
    };
    const promoteOne = async (): Promise<void> => {
      const { items } = (await (await ask('GET', '/api/dlq')).json()) as { items: (LetterRef & object)[] };
      const [item] = items;
      if (item === undefined) return;
      const key = `killed-promote-${String((calls += 1)).padStart(8, '0')}`;
      const { itemId, version } = item;
      const answer = await ask('POST', `/api/dlq/${itemId}/promote`, { version }, { [headers.idempotency]: key });
      if (answer.status === 200) kept.promoted.push({ itemId, version });
    };
    const repeat = async (work: () => Promise<void>): Promise<void> => {
      while (!stopped) {
        await work();
        heard();
      }
    };

    let writing: Promise<unknown> | null = null;
    let stream: ReturnType<typeof followByStream> | null = null;
    let isUp = (): void => undefined;
    for (let round = 0; round < rounds; round += 1) {
      const server = run('server/testing/busyServer.ts', { PORT: String(port), DATA_DIR: dataDir, SIMULATION: 'off' });
      await server.says('busy');
      if (writing === null) {
        const login = await ask('POST', '/api/auth/login', { email: 'admin@ukweli.example', password: demoPassword });
        cookie =
          login.headers
            .getSetCookie()
            .find((line) => line.startsWith('ukweli_session='))
            ?.split(';')[0] ?? '';
        stream = followByStream('one reader', { origin, page: origin, cookie, tenantId: 'demo', topics: allTopics });
        writing = Promise.all([sendTelemetry, sendTelemetry, beRefused, promoteOne].map(repeat));
      }
      isUp();
      await acknowledgedMore(random.int(8, 32));
      if (round === rounds - 1) stopped = true;
      up = new Promise((resolve) => {
        isUp = resolve;
      });
      server.child.kill('SIGKILL');
      await server.ended;
    }
    // A server without kills answers the last calls.
    const last = run('server/main.ts', { PORT: String(port), DATA_DIR: dataDir, SIMULATION: 'off' });
    await last.says('Stop with Ctrl+C');
    isUp();
    await writing;
    const newest = Number((await ask('GET', '/api/kpis')).headers.get(headers.asOfSeq));
    const tail = await (await ask('GET', '/api/poll/kpis?since=0')).json();
    await stream?.reached(Math.max(...(tail as { seq: number }[]).map(({ seq }) => seq)));
    await stream?.stop();
    last.child.kill('SIGKILL');
    await last.ended;

    const database = await openEmbedded(
      dataDir,
      createLogger(() => undefined),
      (failure) => expect.fail(failure.message),
    );
    try {
      const { db } = database;
      const head = await readHead(db, 'demo');
      expect(head.seq).toBe(newest);
      const log = await readEvents(db, 'demo', { after: 0, upTo: head.seq, topics: allTopics, limit: 1_000_000 });
      expect(log.map(({ seq }) => seq)).toEqual(Array.from({ length: head.seq }, (_, index) => index + 1));
      // The reader received exactly the log's events, once and in order, across all kills.
      const given = stream?.events ?? [];
      const upTo = given.at(-1)?.seq ?? 0;
      expect(given.map(({ seq }) => seq)).toEqual(log.slice(0, upTo).map(({ seq }) => seq));
      const frames = new Map(log.map(({ seq, frame }) => [seq, frame]));
      for (const { seq, type, resourceId } of given) {
        expect(JSON.parse(frames.get(seq) ?? 'null')).toMatchObject({ type, resourceId });
      }
      const chain = await db.selectFrom('chain_entries').selectAll().where('tenant_id', '=', 'demo').orderBy('chain_index').execute();
      expect(verifyChain(chain)).toBeNull();
      const verifications = await db.selectFrom('verifications').select('vrf_id').where('tenant_id', '=', 'demo').execute();
      expect(new Set(chain.map(({ vrf_id }) => vrf_id))).toEqual(new Set(verifications.map(({ vrf_id }) => vrf_id)));

      const audit = createAudit({ database, clock: createClock() });
      expect(await audit.firstBroken('demo')).toBeNull();
      const lines = await db
        .selectFrom('audit_records')
        .select(['action', 'correlation_id', 'details'])
        .where('tenant_id', '=', 'demo')
        .execute();
      const refusals = new Set(lines.filter(({ action }) => action === 'refused.wrong_tenant').map(({ correlation_id }) => correlation_id));
      expect(kept.refused.filter((id) => !refusals.has(id))).toEqual([]);
      const promotions = lines.filter(({ action }) => action === 'dead_letter.promote').map(({ details }) => details['items']);
      for (const { itemId, version } of kept.promoted) {
        expect([itemId, promotions.filter((items) => items === `${itemId}@${version}`).length]).toEqual([itemId, 1]);
      }
      const beacons = new Set((await db.selectFrom('telemetry_events').select('name').execute()).map(({ name }) => name));
      expect(kept.telemetry.filter((name) => !beacons.has(name))).toEqual([]);
    } finally {
      await database.close();
    }
    // Each kill interrupted calls under way; otherwise it tested nothing.
    expect(unanswered).toBeGreaterThanOrEqual(rounds);
    expect(kept.promoted.length).toBeGreaterThan(0);
  });

  it('refuses a folder that another platform has open, by whatever name, and takes it over once that one is gone', {
    tags: ['F-28'],
    timeout: 300_000,
  }, async () => {
    const folder = newFolder();
    const dataDir = join(folder, 'data');
    const otherName = join(folder, 'other-name');
    const start = async (name: string): Promise<Running> =>
      run('server/main.ts', { PORT: String(await freePort()), DATA_DIR: name, SEED: 'none', SIMULATION: 'off' });
    const first = await start(dataDir);
    await first.says('Stop with Ctrl+C');
    symlinkSync(dataDir, otherName);
    for (const name of [dataDir, otherName, `${folder}/../${folder.split('/').at(-1)}/data/`]) {
      const second = await start(name);
      expect([name, await second.ended]).toEqual([name, 1]);
      expect(second.said()).toMatch(/Another platform is running on the data folder \S+\. Stop it, or choose another with DATA_DIR\./);
      expect(second.said()).not.toMatch(/\bat .*\.[jt]s:\d+|Error:/);
    }
    expect(first.child.exitCode).toBeNull();
    first.child.kill('SIGKILL');
    await first.ended;
    const next = await start(otherName);
    await next.says('Stop with Ctrl+C');
  });
});
