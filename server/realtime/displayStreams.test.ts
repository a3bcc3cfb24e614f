// Long: waits for streams to end, in real time.
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { behindTheRules } from '../testing/behindTheRules.ts';
import { createTestPlatform, type TestClient, type TestPlatform } from '../testing/platform.ts';
import { openSocket, openStream } from '../testing/streamReaders.ts';
import { pairWall, wallSettings } from '../testing/wallBrowser.ts';
import { writeTransaction } from './log.ts';
import { createOpenStreams, type OpenStreams } from './openStreams.ts';

let test: TestPlatform;
let origin: string;
let admin: TestClient;
/** A second list of streams like the platform's, filled by hand: a late entry otherwise occurs only in the middle of a request. */
let streams: OpenStreams;

beforeAll(async () => {
  test = await createTestPlatform({ config: { simulation: 'off' } });
  streams = createOpenStreams(test.platform);
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  await test.platform.start();
  origin = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`; // it listens on TCP
  admin = await test.signIn('admin@ukweli.example');
});
afterAll(() => test.close());

const path = '/api/events?tenantId=demo&topics=kpis,pipeline';
const write = (resourceId: string) =>
  writeTransaction(test.platform, 'demo', async (_trx, emit) => emit({ type: 'kpis.updated', resourceId, data: {}, correlationId: 'c' }));

describe('the streams of a wall display', () => {
  it('end within five seconds of its revocation, whichever it reads by, and none is opened again', {
    tags: ['K-10', 'A-10', 'D-19'],
  }, async () => {
    const { wall, displayId } = await pairWall(test);
    const socketHeaders = { cookie: wall.cookie, origin: test.platform.config.origin };
    const stream = await openStream(origin, path, wall.cookie);
    const socket = await openSocket(origin, '/tenants/demo', socketHeaders);
    await Promise.all([stream.frame('hello'), socket.frame('hello')]);
    socket.send({ type: 'subscribe', topic: 'kpis' });
    socket.send({ type: 'ping' });
    await socket.frame('pong');
    // Both are live: an event reaches both.
    const seq = await write('before');
    await Promise.all([stream, socket].map((reader) => reader.frame('event', (frame) => frame.seq === seq)));

    const began = performance.now();
    expect((await admin.call('DELETE', `/api/displays/${displayId}`)).status).toBe(200);
    await Promise.all([stream.ended, socket.ended]);
    expect(performance.now() - began).toBeLessThan(5000);

    await write('after-revocation');
    expect(stream.text()).not.toContain('after-revocation');
    const again = await openStream(origin, path, wall.cookie);
    expect(again.status).toBe(401);
    again.close();
    await expect(openSocket(origin, '/tenants/demo', socketHeaders)).rejects.toThrow('401');
    expect((await wall.get('/api/poll/kpis')).status).toBe(401);
  });

  it('end when another playlist asks for other reads, and are opened anew for those alone; another name ends none', {
    tags: ['K-10'],
  }, async () => {
    const { wall, displayId } = await pairWall(test, { name: 'Lobby' });
    const change = (settings: object) => admin.call('PATCH', `/api/displays/${displayId}`, { ...wallSettings, name: 'Lobby', ...settings });
    const stream = await openStream(origin, path, wall.cookie);
    await stream.frame('hello');
    expect((await change({ name: 'Entrance', version: 1 })).status).toBe(200);
    await stream.frame('event', (frame) => frame.type === 'system.display_changed');
    const began = performance.now();
    expect((await change({ playlist: ['health'], version: 2 })).status).toBe(200);
    await stream.ended;
    expect(performance.now() - began).toBeLessThan(5000);
    expect((await openStream(origin, path, wall.cookie)).status).toBe(403);
    const anew = await openStream(origin, '/api/events?tenantId=demo&topics=health', wall.cookie);
    expect(anew.status).toBe(200);
    anew.close();
  });
});

it('a playlist that another build or nobody has written reads what this one knows of it, and keeps nobody else’s streams from being judged', {
  tags: ['G-14', 'G-17', 'A-12', 'D-19'],
}, async () => {
  const { wall, displayId } = await pairWall(test, { name: 'Newer', playlist: ['health'] });
  const bank = await test.signIn('bank@ukweli.example');
  const { db } = test.platform;
  const accountId = (await bank.get('/api/auth/me')).json().id;
  const became = (role: 'auditor' | 'bank_ops') => db.updateTable('accounts').set({ role }).where('account_id', '=', accountId).execute();
  try {
    for (const playlist of ['["wind","health"]', '["constructor"]', '[7]', '7', '{"a":"health"}']) {
      const own = await openStream(origin, '/api/events?tenantId=demo', wall.cookie);
      const theirs = await openStream(origin, '/api/events?tenantId=demo', bank.cookie);
      await Promise.all([own.frame('hello'), theirs.frame('hello')]);
      await behindTheRules(db, (trx) =>
        sql`update displays set playlist = ${playlist}::jsonb where display_id = ${displayId}`.execute(trx),
      );
      await became('auditor');
      const began = performance.now();
      await theirs.ended;
      expect(performance.now() - began).toBeLessThan(5000);
      await became('bank_ops');
      own.close();
      const statuses = await Promise.all(['/api/health', '/api/kpis', '/api/incidents'].map(async (path) => (await wall.get(path)).status));
      expect([playlist, statuses]).toEqual([playlist, [playlist.includes('wind') ? 200 : 403, 403, 200]]);
    }
    expect((await admin.call('PATCH', `/api/displays/${displayId}`, { ...wallSettings, name: 'Newer', version: 1 })).status).toBe(200);
    expect((await wall.get('/api/kpis')).status).toBe(200);
  } finally {
    await became('bank_ops');
  }
});

it('a stream that is entered just after its session ended is found and ended too', { tags: ['D-19', 'A-10'] }, async () => {
  const bank = await test.signIn('bank@ukweli.example');
  const { wall } = await pairWall(test, { name: 'Late' });
  for (const client of [bank, wall]) {
    const session = await test.platform.sessions.authenticate(client.cookie.split('=')[1] ?? '');
    if (session === null) throw new Error('not signed in');
    await test.platform.sessions.end(session.sessionId, 'revoked');
    const closed: string[] = [];
    const leave = streams.enter(session, (why) => void closed.push(why));
    expect(leave).not.toBeNull();
    await expect.poll(() => closed, { timeout: 5000 }).toEqual(['session']);
  }
  expect(streams.count()).toBe(0);
});
