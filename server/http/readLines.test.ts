import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { everyEndpoint } from '../../src/contracts/everyEndpoint.ts';
import { hashToken } from '../identity/sessions/sessionToken.ts';
import { createTestPlatform, type TestClient, type TestPlatform } from '../testing/platform.ts';
import { pairWall } from '../testing/wallBrowser.ts';
import { createReadLines, readsAtOnce, readsWaiting } from './readLines.ts';

let test: TestPlatform;
let operator: TestClient;
let bank: TestClient;
beforeAll(async () => {
  test = await createTestPlatform({ seeded: true });
  operator = await test.signIn('operator@ukweli.example');
  bank = await test.signIn('bank@ukweli.example');
});
afterAll(() => test.close());

const search = '/api/verifications?limit=500&q=a';

it('a caller who hung up before being asked in keeps no place', { tags: ['G-20'] }, async () => {
  const lines = createReadLines();
  for (let count = 0; count < readsAtOnce; count += 1) await lines.enter('one');
  await lines.enter('one', AbortSignal.abort());
  expect(lines.waiting()).toBe(0);
});

it('a line lets two in, then one for each that leaves, in the order in which they came, and turns away who is too many', {
  tags: ['G-20'],
}, async () => {
  const lines = createReadLines();
  const turns: number[] = [];
  const leaves: (() => void)[] = [];
  const enter = (place: number): boolean => {
    const turn = lines.enter('one');
    void turn?.then((leave) => {
      turns.push(place);
      leaves.push(leave);
    });
    return turn !== null;
  };
  const most = readsAtOnce + readsWaiting;
  expect(Array.from({ length: most + 3 }, (_, place) => enter(place)).filter(Boolean)).toHaveLength(most);
  await Promise.resolve();
  expect(turns).toEqual([0, 1]);
  expect(lines.enter('another')).not.toBeNull();
  leaves[0]?.();
  leaves[0]?.();
  await new Promise(setImmediate);
  expect(turns).toEqual([0, 1, 2]);
  expect(enter(most)).toBe(true);
  // All leave in turn, and the queue starts afresh.
  for (let place = 1; place < most + 1; place += 1) {
    leaves[place]?.();
    await new Promise(setImmediate);
  }
  expect(turns).toEqual(Array.from({ length: most + 1 }, (_, place) => place));
  expect([enter(1000), enter(1001)]).toEqual([true, true]);
  await new Promise(setImmediate);
  expect(turns.slice(-2)).toEqual([1000, 1001]);
});

describe('thirty searches at once by one person', { tags: ['G-20', 'A-26', 'A-14'] }, () => {
  it('keep another person’s figures waiting for no more than those under way, and are all answered', async () => {
    const { id } = (await operator.get('/api/auth/me')).json();
    // Two reads stay under way throughout, so the test does not depend on the database's speed.
    const underWay = await Promise.all(Array.from({ length: readsAtOnce }, () => test.platform.reads.enter(`read ${id}`)));
    const ended: string[] = [];
    const searches = Array.from({ length: 30 }, () => operator.get(search).finally(() => ended.push('search')));
    await expect.poll(() => test.platform.reads.waiting()).toBe(30);
    expect((await bank.get('/api/kpis')).status).toBe(200);
    expect(ended).toEqual([]);
    for (const leave of underWay) leave?.();
    expect((await Promise.all(searches)).map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 200));
  });

  it('and so many that a line is full are told when to come again, while who is in and the switch are answered beside it', async () => {
    const { id } = (await operator.get('/api/auth/me')).json();
    const ahead = await Promise.all(Array.from({ length: readsAtOnce }, () => test.platform.reads.enter(`read ${id}`)));
    const flood = Array.from({ length: readsWaiting + 50 }, () => operator.get('/api/pipeline'));
    let turnedAway = 0;
    for (const one of flood) void one.then(({ status }) => (turnedAway += status === 429 ? 1 : 0));
    await expect.poll(() => turnedAway).toBe(50);
    expect(test.platform.reads.waiting()).toBe(readsWaiting);
    const short = ['/api/auth/me', '/api/system/kill-switch'].map((path) => operator.get(path));
    expect((await Promise.all(short)).map(({ status }) => status)).toEqual([200, 200]);
    for (const leave of ahead) leave?.();
    const answers = await Promise.all(flood);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(readsWaiting);
    const turned = answers.find(({ status }) => status === 429);
    expect([turned?.headers['retry-after'], turned?.json().error.code]).toEqual(['2', 'rate_limited']);
    expect((await operator.get('/api/pipeline')).status).toBe(200);
  });
});

it('ten devices of one person that start in the same second, six connections each, and a wall beside them are never turned away', {
  tags: ['G-20'],
}, async () => {
  const { wall } = await pairWall(test);
  const reads = Object.values(everyEndpoint).filter(
    ({ method, path, ...row }) =>
      method === 'GET' && !path.includes('{') && 'fresh' in row && !('query' in row) && row.needs !== 'admin:users',
  );
  const paths = reads.map(({ path }) => path);
  expect(paths.length).toBeGreaterThan(15);
  // A console has as many reads under way as its browser has connections; ten consoles start at once and use all of them.
  const devices = Array.from({ length: 60 }, (_, place) => operator.get(paths[place % paths.length] ?? ''));
  const shown = Array.from({ length: 6 }, () => wall.get('/api/displays/wall'));
  const statuses = new Set((await Promise.all([...devices, ...shown])).map(({ status }) => status));
  expect(statuses.has(429)).toBe(false);
});

it('reads whose sender has hung up keep no place in the line from the page that was loaded anew', { tags: ['G-20'] }, async () => {
  const { platform } = test;
  const { id } = (await operator.get('/api/auth/me')).json();
  const ahead = await Promise.all(Array.from({ length: readsAtOnce }, () => platform.reads.enter(`read ${id}`)));
  const origin = await test.app.listen({ port: 0, host: '127.0.0.1' });
  const hangUp = new AbortController();
  const ask = (signal?: AbortSignal) =>
    fetch(`${origin}/api/pipeline`, { headers: { cookie: operator.cookie }, ...(signal && { signal }) });
  const left = Array.from({ length: readsWaiting }, () => ask(hangUp.signal).catch(() => 'hung up'));
  await expect.poll(() => platform.reads.waiting()).toBe(readsWaiting);
  hangUp.abort();
  expect(new Set(await Promise.all(left))).toEqual(new Set(['hung up']));
  await expect.poll(() => platform.reads.waiting()).toBe(0);
  const anew = ask();
  await expect.poll(() => platform.reads.waiting()).toBe(1);
  for (const leave of ahead) leave?.();
  expect((await anew).status).toBe(200);
  // No read that left the queue let another in: still at most two at once.
  const now = Array.from({ length: readsAtOnce + 1 }, () => platform.reads.enter(`read ${id}`));
  expect(platform.reads.waiting()).toBe(1);
  for (const turn of now) (await turn)?.();
});

it('a read whose session ended while it waited for long is not answered', { tags: ['G-20', 'D-19'] }, async () => {
  const { platform, clock } = test;
  const { id } = (await operator.get('/api/auth/me')).json();
  const ahead = await Promise.all(Array.from({ length: readsAtOnce }, () => platform.reads.enter(`read ${id}`)));
  const gone = await test.signIn('operator@ukweli.example');
  const { session_id: own } = await platform.db
    .selectFrom('sessions')
    .select('session_id')
    .where('token_hash', '=', hashToken(gone.cookie.split('=')[1] ?? ''))
    .executeTakeFirstOrThrow();
  const waiting = [gone, operator].map((client) => client.get('/api/incidents'));
  // It was admitted and waits.
  await expect.poll(() => platform.reads.waiting()).toBe(2);
  expect(await platform.sessions.end(own, 'revoked')).toBe(true);
  clock.advance(1500);
  for (const leave of ahead) leave?.();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([401, 200]);
});

it('a read that cannot be judged anew after its wait, since the database is away, leaves its place to the next', {
  tags: ['G-20'],
}, async () => {
  const { platform, clock } = test;
  const { id } = (await operator.get('/api/auth/me')).json();
  const ahead = await Promise.all(Array.from({ length: readsAtOnce }, () => platform.reads.enter(`read ${id}`)));
  const waiting = Array.from({ length: readsAtOnce }, () => operator.get('/api/incidents'));
  await expect.poll(() => platform.reads.waiting()).toBe(readsAtOnce);
  clock.advance(1500);
  const away = vi.spyOn(platform.sessions, 'authenticate').mockRejectedValue(new Error('The database is away'));
  for (const leave of ahead) leave?.();
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 500));
  away.mockRestore();
  // No read is under way, so the maximum is let in at once.
  const now = Array.from({ length: readsAtOnce }, () => platform.reads.enter(`read ${id}`));
  expect(platform.reads.waiting()).toBe(0);
  for (const turn of now) (await turn)?.();
});

it('a read that waited for long is answered to whom its sender is by then', { tags: ['G-20', 'A-9'] }, async () => {
  const { platform, clock } = test;
  const { id } = (await operator.get('/api/auth/me')).json();
  const ahead = await Promise.all(Array.from({ length: readsAtOnce }, () => platform.reads.enter(`short ${id}`)));
  const asked = operator.get('/api/auth/me');
  await expect.poll(() => platform.reads.waiting()).toBe(1);
  await platform.db.updateTable('accounts').set({ role: 'auditor' }).where('account_id', '=', id).execute();
  clock.advance(1500);
  for (const leave of ahead) leave?.();
  expect((await asked).json().role).toBe('auditor');
  await platform.db.updateTable('accounts').set({ role: 'operator' }).where('account_id', '=', id).execute();
});
