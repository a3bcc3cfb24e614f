// Long: repeatedly kills instances while they simulate.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { headers } from '../../src/contracts/endpoints.ts';
import { checkLists, isSound } from '../audit/recordCheck.ts';
import { openClock } from '../clock.ts';
import { createRandom } from '../seed/random.ts';
import { createTestPlatform, openTestDatabase, type TestClient, type TestPlatform } from '../testing/platform.ts';
import { startPostgres } from '../testing/postgres.ts';
import { freePort, type Running, runProgram } from '../testing/process.ts';
import { testKeyFile } from '../testing/testKey.ts';

interface Instance {
  readonly run: Running;
  readonly origin: string;
}

const kills = process.env['LONG_TESTS'] === undefined ? 2 : 12;
const random = createRandom(Date.now());
const folder = mkdtempSync(join(tmpdir(), 'ukweli-killed-live-'));
const running = new Set<Instance>();
let url: string;
/** The instance that people use: it runs no jobs, and its clock is the database's. */
let people: TestPlatform;
let admin: TestClient;
beforeAll(async () => {
  const database = await openTestDatabase('demo');
  const server = await startPostgres(); // shared by the test run
  url = Object.assign(new URL(server.url), { pathname: new URL(database.connectionString ?? '').pathname }).href;
  const clock = { ...(await openClock(database)), advance: () => undefined, set: () => undefined };
  people = await createTestPlatform({ database, joins: true, clock, config: { databaseUrl: url } });
  admin = await people.signIn('admin@ukweli.example');
});
afterAll(async () => {
  await kill(...running);
  await people?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function start(simulation: 'live' | 'off'): Promise<Instance> {
  const port = await freePort();
  const run = runProgram('server/main.ts', [], {
    PORT: String(port),
    DATA_DIR: mkdtempSync(join(folder, 'data-')),
    DATABASE_URL: url,
    KEY_FILE: testKeyFile(),
    SIMULATION: simulation,
    SIMULATION_PACE: 'eventful',
  });
  const one = { run, origin: `http://localhost:${port}` };
  running.add(one);
  await run.says('Stop with Ctrl+C');
  return one;
}
const startAll = (...how: readonly ('live' | 'off')[]): Promise<Instance[]> => Promise.all(how.map(start));
async function kill(...which: Instance[]): Promise<void> {
  for (const one of which) one.run.child.kill('SIGKILL');
  for (const one of which) {
    await one.run.ended;
    running.delete(one);
  }
}
const ask = async (one: Instance, path: string) => {
  const answer = await fetch(`${one.origin}${path}`, { headers: { cookie: admin.cookie, connection: 'close' } });
  expect([path, answer.status]).toEqual([path, 200]);
  // Links contain the origin of the instance asked.
  return JSON.parse((await answer.text()).replaceAll(one.origin, '')) as {
    readonly lastUpdated?: string;
    readonly [field: string]: unknown;
  };
};
const figures = [
  '/api/kpis',
  '/api/health',
  '/api/pipeline',
  '/api/dlq',
  '/api/rbf/summary',
  '/api/rbf/payments',
  '/api/refinance/summary',
  '/api/refinance/portfolios',
  '/api/schools',
  '/api/notifications',
  '/api/verifications?limit=50',
  '/api/incidents',
  '/api/series?window=1h&metric=kpi.avgLatency,stage.decision_service.lag',
];
const read = async (one: Instance): Promise<unknown[]> => {
  const answers: unknown[] = [];
  for (const path of figures) answers.push([path, await ask(one, path)]);
  return answers;
};
/** Time of the simulation's newest event, from the log alone: events without the correlation id of a person. */
async function simulatedUntil(): Promise<number> {
  const { ts } = await people.platform.db
    .selectFrom('events')
    .select(({ fn }) => fn.max('ts').as('ts'))
    .where('correlation_id', '!=', 'test-correlation')
    .executeTakeFirstOrThrow();
  return Date.parse(String(ts));
}
const standsAt = async (one: Instance): Promise<number> => Date.parse((await ask(one, '/api/health')).lastUpdated ?? '');
const grown = async (by: number): Promise<void> => {
  const seq = async () =>
    (await people.platform.db.selectFrom('event_heads').select('seq').where('tenant_id', '=', 'demo').executeTakeFirstOrThrow()).seq;
  const enough = (await seq()) + by;
  await expect.poll(seq, { timeout: 60_000, interval: 20 }).toBeGreaterThan(enough);
};
let acts = 0;
/** People's acts, each as it was answered at the time. */
const notes: unknown[] = [];
const reports: unknown[] = [];
async function act(): Promise<void> {
  const key = () => ({ [headers.idempotency]: `killed-live-${String((acts += 1)).padStart(8, '0')}` });
  const note = await admin.post('/api/incidents/INC-0042/notes', { text: `Note ${acts}` }, key());
  expect(note.status, note.body).toBe(200);
  notes.push(note.json().incident.timeline.at(-1));
  const bank = await people.signIn('bank@ukweli.example');
  const report = await bank.post('/api/reports/pcaf', undefined, key());
  expect(report.status, report.body).toBe(200);
  reports.push(report.json());
}
async function peopleUnmoved(): Promise<void> {
  const { entries } = (await admin.get('/api/incidents/INC-0042/timeline?limit=200')).json<{ entries: { text: string }[] }>();
  const places = entries.filter(({ text }) => text.startsWith('Note '));
  expect(places).toEqual(notes);
  const bank = await people.signIn('bank@ukweli.example');
  for (const report of reports as { reportId: string }[]) {
    const answer = await bank.get(`/api/reports/${report.reportId}`);
    expect([answer.status, answer.json()]).toEqual([200, report]);
  }
  const checks = await checkLists(people.platform.db);
  expect(isSound(checks), JSON.stringify(checks.filter((check) => check.broken !== null || check.backs.length > 0))).toBe(true);
}
/** Checks that all instances stand at the simulation's newest event and answer alike. */
async function standAlike(...both: Instance[]): Promise<number> {
  const until = await simulatedUntil();
  const answers = await Promise.all(both.map(read));
  for (const one of both) expect(new Date(await standsAt(one)).toISOString()).toBe(new Date(until).toISOString());
  for (const answer of answers) expect(answer).toEqual(answers[0]);
  return until;
}

it(`two instances that simulate, killed ${kills} times in the middle of it: the day stands at the simulation’s newest on whoever starts with SIMULATION=off, and nothing of people moves`, {
  tags: ['S-11'],
  timeout: 480_000,
}, async () => {
  const live = await startAll('live', 'live');
  await grown(20);
  for (let round = 0; round < kills; round += 1) {
    await act();
    await sleep(random.int(50, 900));
    const which = round % 2 === 1 ? live.splice(0) : live.splice(random.int(0, 1), 1);
    await kill(...which);
    live.push(...(await startAll(...which.map(() => 'live' as const))));
    await grown(5);
  }
  await act();
  await sleep(random.int(50, 900));
  await kill(...live.splice(0));

  const off = await startAll('off', 'off');
  const first = await standAlike(...off);
  await act();
  await peopleUnmoved();
  expect(await standAlike(...off)).toBe(first);
  await kill(...off.splice(0));

  // One off, one live: the first follows, and stands where the other was killed.
  const [still, on] = await startAll('off', 'live');
  if (still === undefined || on === undefined) throw new Error('one did not start');
  await grown(10);
  await act();
  await sleep(random.int(50, 900));
  await kill(on);
  const second = await simulatedUntil();
  expect(second).toBeGreaterThan(first);
  await expect.poll(() => standsAt(still), { timeout: 30_000 }).toBe(second);
  const late = await start('off');
  expect(await standAlike(still, late)).toBe(second);
  await kill(still, late);
  await act();
  const last = await startAll('off');
  expect(await standAlike(...last)).toBe(second);
  await peopleUnmoved();
});
