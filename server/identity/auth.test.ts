import { sql } from 'kysely';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { headers } from '../../src/contracts/endpoints.ts';
import { z } from '../../src/contracts/zod.ts';
import { meResponseSchema, sessionResponseSchema } from '../../src/contracts/session.ts';
import { Busy } from '../db/writeQueue.ts';
import { behindTheRules } from '../testing/behindTheRules.ts';
import { type TestAnswer, type TestPlatform, createFakeClock, createTestPlatform } from '../testing/platform.ts';
import { demoAccounts, demoPassword } from './demo/demoAccounts.ts';
import { pruneIdentity } from './prune.ts';
import { registerIdentity } from './register.ts';
import type { EndedSession } from './sessions/sessions.ts';

const minute = 60_000;
let test: TestPlatform;
const clock = createFakeClock();
beforeAll(async () => {
  test = await createTestPlatform({ clock });
});
afterAll(() => test.close());

const cookiesOf = (answer: TestAnswer): string[] => [answer.headers['set-cookie'] ?? []].flat().map(String);
const cookieOf = (answer: TestAnswer, name = 'ukweli_session'): string =>
  cookiesOf(answer).find((line) => line.startsWith(`${name}=`)) ?? '';
const pair = (line: string): string => line.split(';')[0] ?? '';
const login = (email: string, password: string = demoPassword, headers: Record<string, string> = {}) =>
  test.anonymous().post('/api/auth/login', { email, password }, headers);
const me = (cookie: string) => test.anonymous().get('/api/auth/me', { cookie });

describe('sign-in by password', () => {
  it.each(demoAccounts)('$email signs in as $role of $tenantId', { tags: ['D-4'] }, async ({ email, role, tenantId, name }) => {
    const answer = await login(email);
    expect(answer.status).toBe(200);
    expect(z.parse(sessionResponseSchema, answer.json()).user).toMatchObject({ email, role, tenantId, name });
    expect(z.parse(meResponseSchema, (await me(pair(cookieOf(answer)))).json())).toMatchObject({ email, role });
  });

  it('the session answer is a user and an end, and a user with a bad e-mail, role or id is none', { tags: ['C-38'] }, async () => {
    const answer = (await login('admin@ukweli.example')).json();
    expect(Object.keys(answer).sort()).toEqual(['expiresAt', 'user']);
    expect(Object.keys(answer.user).sort()).toEqual(['email', 'id', 'name', 'role', 'tenantId']);
    for (const change of [{ email: 'admin' }, { role: 'root' }, { role: 'read_only' }, { id: 7 }, { tenantId: null }]) {
      expect(z.safeParse(sessionResponseSchema, { ...answer, user: { ...answer.user, ...change } }).success).toBe(false);
    }
  });

  it('the cookie is HttpOnly, SameSite=Lax, for the whole host and 12 hours', { tags: ['D-21'] }, async () => {
    expect(cookieOf(await login('admin@ukweli.example'))).toMatch(
      /^ukweli_session=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax$/,
    );
  });

  it('says the same for a wrong password, an unknown address and an account without one', { tags: ['A-14'] }, async () => {
    const wrong = await login('bank@ukweli.example', 'wrong');
    const unknown = await login('nobody@ukweli.example', 'wrong');
    expect([wrong.status, wrong.json().error.code, wrong.json().error.message]).toEqual([401, 'login_failed', 'Login failed']);
    expect(unknown.body).toBe(wrong.body);
    expect(cookiesOf(wrong)).toEqual([]);
  });

  it('ignores the case of the address and the space around it', async () => {
    expect((await login('  Admin@UKWELI.example ')).status).toBe(200);
  });

  it('keeps neither token nor password in the database', async () => {
    const answer = await login('auditor@ukweli.example');
    const token = pair(cookieOf(answer)).split('=')[1] ?? '';
    const rows = [
      await test.platform.db.selectFrom('sessions').selectAll().execute(),
      await test.platform.db.selectFrom('accounts').selectAll().execute(),
    ];
    expect(token).toHaveLength(43);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(JSON.stringify(rows)).not.toContain(demoPassword);
  });

  it('gives a new token each time and ends the session that was brought along', { tags: ['D-21', 'A-7'] }, async () => {
    const first = pair(cookieOf(await login('admin@ukweli.example')));
    const second = pair(cookieOf(await login('admin@ukweli.example', demoPassword, { cookie: first })));
    expect(second).not.toBe(first);
    expect((await me(first)).status).toBe(401);
    expect((await me(second)).status).toBe(200);
  });

  it('does not take a session planted beside the real one', { tags: ['A-7'] }, async () => {
    const own = pair(cookieOf(await login('admin@ukweli.example')));
    const other = pair(cookieOf(await login('operator@ukweli.example')));
    expect((await me(`${other}; ${own}`)).status).toBe(401);
  });
});

describe('guessing', () => {
  it('slows one account at one address down, and nobody else', { tags: ['A-14'] }, async () => {
    const answers = [];
    for (let guess = 0; guess < 8; guess++) answers.push(await login('operator@ukweli.example', `guess ${guess}`));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401, 429, 429]);
    const [last] = answers.slice(-1);
    expect(Number(last?.headers['retry-after'])).toBeLessThanOrEqual(30);
    // the right password is refused too meanwhile, so the refusal does not reveal a correct guess
    expect((await login('operator@ukweli.example')).status).toBe(429);
    expect((await login('bank@ukweli.example')).status).toBe(200);
    clock.advance(31_000);
    expect((await login('operator@ukweli.example')).status).toBe(200);
  });

  it('does not lock the owner out: the device that has signed in before still does', { tags: ['A-14'] }, async () => {
    const mark = pair(cookieOf(await login('auditor@ukweli.example'), 'ukweli_device'));
    for (let guess = 0; guess < 10; guess++) await login('auditor@ukweli.example', `guess ${guess}`);
    expect((await login('auditor@ukweli.example')).status).toBe(429);
    expect((await login('auditor@ukweli.example', demoPassword, { cookie: mark })).status).toBe(200);
    // another account's mark does not help here
    const foreign = pair(cookieOf(await login('admin@ukweli.example'), 'ukweli_device'));
    expect((await login('auditor@ukweli.example', demoPassword, { cookie: foreign })).status).toBe(429);
    clock.advance(31_000);
  });

  it('counts tries that come all at once', { tags: ['A-14'] }, async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, (_, guess) => login('operator@kampala.example', `guess ${guess}`)));
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(6);
    clock.advance(16 * minute);
  });

  it('waits no longer than half a minute, however many the guesses', async () => {
    const waits: number[] = [];
    for (let guess = 0; guess < 12; guess++) {
      const answer = await login('bank@ukweli.example', 'wrong');
      const wait = Number(answer.headers['retry-after'] ?? 0);
      waits.push(wait);
      clock.advance(wait * 1000 + 1);
    }
    expect(Math.max(...waits)).toBeGreaterThan(0);
    expect(Math.max(...waits)).toBeLessThanOrEqual(30);
    clock.advance(16 * minute);
  });
});

describe('how long a session lasts', () => {
  it('15 minutes, told as expiresAt by sign-in and me', { tags: ['D-34', 'C-52'] }, async () => {
    const answer = await login('admin@ukweli.example');
    const cookie = pair(cookieOf(answer));
    const expiresAt = Date.parse(answer.json().expiresAt);
    expect(expiresAt - clock.now().getTime()).toBe(15 * minute);
    expect(Date.parse((await me(cookie)).json().expiresAt)).toBe(expiresAt);
    clock.advance(15 * minute - 1);
    expect((await me(cookie)).status).toBe(200);
    clock.advance(1);
    expect((await me(cookie)).json().error.code).toBe('unauthenticated');
  });

  it('reads do not make it longer; a refresh does', { tags: ['D-34'] }, async () => {
    const client = await test.signIn('operator@ukweli.example');
    clock.advance(10 * minute);
    for (let read = 0; read < 3; read++) await client.get('/api/auth/me');
    const refreshed = await client.post('/api/auth/refresh');
    expect(z.parse(sessionResponseSchema, refreshed.json()).user.email).toBe('operator@ukweli.example');
    expect(Date.parse(refreshed.json().expiresAt) - clock.now().getTime()).toBe(15 * minute);
    clock.advance(14 * minute);
    for (let read = 0; read < 3; read++) await client.get('/api/tenants');
    clock.advance(1 * minute);
    expect((await client.get('/api/auth/me')).status).toBe(401);
    expect((await client.post('/api/auth/refresh')).status).toBe(401);
  });

  it('ends after 12 hours however often it is refreshed', { tags: ['D-34'] }, async () => {
    const client = await test.signIn('operator@ukweli.example');
    const start = clock.now().getTime();
    let last = 0;
    for (;;) {
      clock.advance(10 * minute);
      const answer = await client.post('/api/auth/refresh');
      if (answer.status !== 200) break;
      last = Date.parse(answer.json().expiresAt);
    }
    expect(last - start).toBe(12 * 60 * minute);
    expect(clock.now().getTime() - start).toBe(12 * 60 * minute);
  });
});

describe('leaving', () => {
  it('log-out ends the session at the server, takes the cookie away, and may be asked for twice', { tags: ['D-21', 'G-22'] }, async () => {
    const client = await test.signIn('admin@ukweli.example');
    const answer = await client.post('/api/auth/logout', { reason: 'user' });
    expect([answer.status, answer.body]).toEqual([200, 'null']);
    expect(cookieOf(answer)).toMatch(/^ukweli_session=; Path=\/; Max-Age=0/);
    // [G-22] Service worker, shell, theme, anchors and the sign-out marker stay.
    expect(answer.headers['clear-site-data']).toBe('"cache"');
    expect((await client.get('/api/auth/me')).status).toBe(401);
    expect((await client.post('/api/auth/logout')).status).toBe(200);
    expect((await test.anonymous().post('/api/auth/logout')).status).toBe(200);
  });

  it('a log-out whose line cannot be written ends nothing, and is done when it is asked for again', {
    tags: ['D-21', 'D-27'],
  }, async () => {
    const client = await test.signIn('admin@ukweli.example');
    const lines = async () =>
      (await test.platform.db.selectFrom('audit_records').select('outcome').where('action', '=', 'session.end').execute()).length;
    const before = await lines();
    await sql`alter table audit_records add constraint no_end check (action <> 'session.end') not valid`.execute(test.platform.db);
    expect((await client.post('/api/auth/logout', { reason: 'user' })).status).toBe(500);
    expect((await client.get('/api/auth/me')).status).toBe(200);
    await sql`alter table audit_records drop constraint no_end`.execute(test.platform.db);
    expect((await client.post('/api/auth/logout', { reason: 'user' })).status).toBe(200);
    expect((await client.get('/api/auth/me')).status).toBe(401);
    expect(await lines()).toBe(before + 1);
    expect((await client.post('/api/auth/logout', { reason: 'user' })).status).toBe(200);
    expect(await lines()).toBe(before + 1);
  });

  it('a log-out that is told late ends no session that began after its person had left, and leaves its cookie', {
    tags: ['D-21', 'F-22'],
  }, async () => {
    const leftAt = clock.now().getTime();
    const late = (at: number) => ({ [headers.decidedAt]: new Date(at).toISOString() });
    clock.advance(minute);
    const next = await test.signIn('admin@ukweli.example');
    const answer = await next.post('/api/auth/logout', { reason: 'user' }, late(leftAt));
    expect([answer.status, answer.body, answer.headers['set-cookie']]).toEqual([200, 'null', undefined]);
    expect((await next.get('/api/auth/me')).status).toBe(200);
    // The same late sign-out ends the person's own session, also from a device whose clock estimate is behind by the tolerance.
    const begun = clock.now().getTime();
    clock.advance(minute);
    expect(cookieOf(await next.post('/api/auth/logout', { reason: 'user' }, late(begun - 6_001)))).toBe('');
    expect((await next.get('/api/auth/me')).status).toBe(200);
    expect(cookieOf(await next.post('/api/auth/logout', { reason: 'user' }, late(begun - 6_000)))).toMatch(/^ukweli_session=; /);
    expect((await next.get('/api/auth/me')).status).toBe(401);
  });

  it('lists the devices of a person and ends the one he names, but nobody else’s', async () => {
    const own = await test.signIn('auditor@ukweli.example');
    const lost = await test.signIn('auditor@ukweli.example');
    const stranger = await test.signIn('admin@ukweli.example');
    const { sessions } = (await own.get('/api/auth/sessions')).json<{ sessions: { id: string; current: boolean }[] }>();
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    const lostId =
      (await lost.get('/api/auth/sessions'))
        .json<{ sessions: { id: string; current: boolean }[] }>()
        .sessions.find(({ current }) => current)?.id ?? '';
    expect((await stranger.call('DELETE', `/api/auth/sessions/${lostId}`)).status).toBe(404);
    expect((await lost.get('/api/auth/me')).status).toBe(200);
    expect((await own.call('DELETE', `/api/auth/sessions/${lostId}`)).status).toBe(200);
    // Only the device with the revoked session gets 410, so that it deletes its local data.
    expect((await lost.get('/api/auth/me')).status).toBe(410);
    expect((await own.get('/api/auth/me')).status).toBe(200);
  });

  it('ends all of a person’s sessions but the one that asks, after a proof; a device that was known is no more, and this one still is', {
    tags: ['G-9'],
  }, async () => {
    const email = 'auditor@ukweli.example';
    const elsewhere = await login(email);
    const [own, other, stranger] = [await login(email), await test.signIn(email), await test.signIn('admin@ukweli.example')];
    const client = test.holding(pair(cookieOf(own)));
    const left = await client.post('/api/auth/sessions/end-others');
    expect([left.status, left.json().endedSessions >= 2]).toEqual([200, true]);
    for (const gone of [other, test.holding(pair(cookieOf(elsewhere)))]) expect((await gone.get('/api/auth/me')).status).toBe(410);
    for (const stays of [client, stranger]) expect((await stays.get('/api/auth/me')).status).toBe(200);
    for (let guess = 0; guess < 6; guess += 1) await login(email, `guess ${guess}`);
    const known = async (mark: string) => (await login(email, demoPassword, { cookie: mark })).status;
    expect(await known(pair(cookieOf(elsewhere, 'ukweli_device')))).toBe(429);
    expect(await known(pair(cookieOf(left, 'ukweli_device')))).toBe(200);
    clock.advance(16 * minute);
  });

  it('tells streams of every end: log-out, revocation and time', async () => {
    const ended: EndedSession[] = [];
    // A failing listener is logged and does not stop the others.
    const fails = test.platform.sessions.onEnded(() => {
      throw new Error('A stream that cannot be closed');
    });
    const stop = test.platform.sessions.onEnded((one) => ended.push(one));
    await (await test.signIn('admin@ukweli.example')).post('/api/auth/logout', { reason: 'timeout' });
    expect(ended.map(({ reason }) => reason)).toEqual(['timeout']);
    expect(test.logged.map((line) => JSON.parse(line).event)).toContain('session.listener');
    fails();
    await test.platform.sessions.endAll('usr-demo-bank', 'deactivated');
    await test.signIn('bank@ukweli.example');
    clock.advance(15 * minute);
    await test.platform.sessions.sweep();
    stop();
    expect(ended.at(-1)).toMatchObject({ accountId: 'usr-demo-bank', reason: 'expired' });
    expect(new Set(ended.map(({ sessionId }) => sessionId)).size).toBe(ended.length);
  });

  it('a look for ended sessions that fails stands in the log, and ends nothing else', async () => {
    const own = await createTestPlatform();
    await sql`alter table sessions rename to sessions_away`.execute(own.platform.db);
    await own.platform.sessions.sweep();
    await sql`alter table sessions_away rename to sessions`.execute(own.platform.db);
    expect(own.logged.map((line) => JSON.parse(line).event)).toContain('session.sweep');
    expect((await own.signIn('admin@ukweli.example')).cookie).not.toBe('');
    await own.close();
  });

  it('while no writer gets its turn, what has expired still ends, and whoever signs out is told to come again', {
    tags: ['M-13', 'F-40'],
  }, async () => {
    const own = await createTestPlatform();
    const { database, sessions } = own.platform;
    const client = await own.signIn('bank@ukweli.example');
    const write = database.write.bind(database);
    database.write = (line) => Promise.reject(new Busy(line, 6000));
    const refused = await client.post('/api/auth/logout', { reason: 'user' });
    expect([refused.status, refused.json()?.error?.code]).toEqual([503, 'unavailable']);
    expect((await client.get('/api/auth/me')).status).toBe(200);

    const ended: EndedSession[] = [];
    sessions.onEnded((one) => ended.push(one));
    own.clock.advance(15 * minute);
    await sessions.sweep();
    expect(ended).toMatchObject([{ accountId: 'usr-demo-bank', reason: 'expired' }]);
    database.write = write;
    await own.close();
  });
});

describe('the account rules at every request', () => {
  it('a change of role holds at once, whatever the session was opened with', { tags: ['D-5'] }, async () => {
    const client = await test.signIn('auditor@ukweli.example');
    expect((await client.get('/api/evidence')).status).not.toBe(403);
    const setRole = (role: 'auditor' | 'operator') =>
      test.platform.db.updateTable('accounts').set({ role }).where('account_id', '=', 'usr-demo-auditor').execute();
    await setRole('operator');
    expect((await client.get('/api/auth/me')).json().role).toBe('operator');
    await setRole('auditor');
  });

  it('a deactivated account neither signs in nor goes on', { tags: ['G-22'] }, async () => {
    const client = await test.signIn('bank@ukweli.example');
    const setStatus = (status: 'active' | 'inactive') =>
      test.platform.db.updateTable('accounts').set({ status }).where('account_id', '=', 'usr-demo-bank').execute();
    await setStatus('inactive');
    expect((await client.get('/api/kpis')).status).toBe(401);
    const told = await client.get('/api/auth/me');
    expect([told.status, told.headers['clear-site-data']]).toEqual([410, '"cache"']);
    expect((await login('bank@ukweli.example')).json().error.message).toBe('Login failed');
    await setStatus('active');
    expect((await client.get('/api/auth/me')).status).toBe(200);
  });
});

describe('what is thrown away', () => {
  it('removes old counts and sessions that ended long ago, and nothing that is in use', async () => {
    const { db } = test.platform;
    const live = await test.signIn('admin@ukweli.example');
    const over = await test.signIn('operator@ukweli.example');
    await over.post('/api/auth/logout');
    await login('nobody@ukweli.example', 'wrong');
    const counts = async () =>
      [
        await db.selectFrom('sign_in_attempts').select('bucket').execute(),
        await db.selectFrom('sessions').select('session_id').where('ended_at', 'is not', null).execute(),
      ].map((rows) => rows.length);
    // Counts unchanged for an hour are deleted.
    const hourAgo = new Date(clock.now().getTime() - 60 * minute).toISOString();
    const inUse = await db.selectFrom('sign_in_attempts').select('bucket').where('last_at', '>=', hourAgo).execute();
    const [, ended] = await counts();
    await pruneIdentity(db, clock.now());
    expect(await counts()).toEqual([inUse.length, ended]);
    expect(inUse.length).toBeGreaterThan(0);
    await pruneIdentity(db, new Date(clock.now().getTime() + 31 * 24 * 60 * minute));
    expect(await counts()).toEqual([0, 0]);
    expect((await live.get('/api/auth/me')).status).toBe(200);
  });
});

describe('what is thrown away as time passes', () => {
  it('goes within the hour while the platform runs, and nothing runs on after its end', async () => {
    const { db } = test.platform;
    await login('nobody@ukweli.example', 'wrong');
    const counts = async () => (await db.selectFrom('sign_in_attempts').select('bucket').execute()).length;
    expect(await counts()).toBeGreaterThan(0);
    const starts: (() => unknown)[] = [];
    const ends: (() => unknown)[] = [];
    const app = fastify();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    try {
      await registerIdentity(app, {
        ...test.platform,
        onStart: (work) => void starts.push(work),
        onClose: (work) => void ends.push(work),
      });
      for (const start of starts) await start();
      clock.advance(25 * 60 * minute);
      vi.advanceTimersByTime(60 * minute);
      await expect.poll(counts).toBe(0);
      for (const end of ends) await end();
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
      await app.close();
    }
  });
});

describe('the record', () => {
  it('holds who signed in, who failed and who left, from where, in a chain', { tags: ['D-27'] }, async () => {
    const before = clock.now().toISOString();
    clock.advance(1);
    const cookie = pair(cookieOf(await login('admin@ukweli.example')));
    await login('admin@ukweli.example', 'wrong');
    // The line is written after the answer.
    const failed = test.platform.db.selectFrom('audit_records').select('at').where('at', '>', before).where('outcome', '=', 'failed');
    await expect.poll(async () => (await failed.execute()).length).toBe(1);
    await test.anonymous().post('/api/auth/logout', undefined, { cookie, 'x-correlation-id': 'leave-1' });
    const rows = await test.platform.db
      .selectFrom('audit_records')
      .selectAll()
      .where('tenant_id', '=', 'demo')
      .where('at', '>', before)
      .orderBy('chain_index')
      .execute();
    expect(rows.map(({ action, outcome, actor_name, ip }) => [action, outcome, actor_name, ip])).toEqual([
      ['session.create', 'done', 'Wanjiru Kamau', '127.0.0.1'],
      ['session.create', 'failed', 'Unknown', '127.0.0.1'],
      ['session.end', 'done', 'Wanjiru Kamau', '127.0.0.1'],
    ]);
    expect(rows.at(-1)?.correlation_id).toBe('leave-1');
    expect(await test.platform.audit.firstBroken('demo')).toBeNull();
  });

  it('shows the first line that somebody changed behind its back', { tags: ['D-27'] }, async () => {
    const { db, audit } = test.platform;
    const chain = (index: number) =>
      db
        .selectFrom('audit_records')
        .select('audit_id')
        .where('tenant_id', '=', 'demo')
        .where('chain_index', '=', index)
        .executeTakeFirstOrThrow();
    const { audit_id } = await chain(2);
    await behindTheRules(db, (trx) =>
      trx.updateTable('audit_records').set({ actor_name: 'Somebody Else' }).where('audit_id', '=', audit_id).execute(),
    );
    expect(await audit.firstBroken('demo')).toBe(2);
  });
});
