import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeTransaction } from '../../server/realtime/log.ts';
import { openSocket, openStream } from '../../server/testing/streamReaders.ts';
import type { TestClient } from '../../server/testing/platform.ts';
import { type Attacked, expectGeneric, startAttacked } from './attacked.ts';

/** A-10, on both kinds of stream of the running platform. */
let under: Attacked;
let admin: TestClient;
let own = '';
beforeAll(async () => {
  under = await startAttacked({ config: { realtime: { heartbeatMs: 40, maxBufferedBytes: 262_144 } } });
  own = under.platform.config.origin;
  admin = await under.signIn('admin@ukweli.example');
});
afterAll(() => under.close());

const write = (tenantId: string, types: readonly string[], data: Readonly<Record<string, unknown>> = {}) =>
  writeTransaction(under.platform, tenantId, async (_trx, emit) =>
    types.map((type) => emit({ type, resourceId: 'one', data, correlationId: 'c-1' })),
  );
const socketOf = (client: TestClient, path = '/tenants/demo') => openSocket(under.address, path, { cookie: client.cookie, origin: own });
const streamOf = (client: TestClient, query = 'tenantId=demo', headers: Record<string, string> = {}) =>
  openStream(under.address, `/api/events?${query}`, client.cookie, headers);

/** Requests the WebSocket upgrade and reads the raw answer. */
let asked = 0;
async function upgrade(path: string, headers: Readonly<Record<string, string>>) {
  const correlationId = `upgrade-${(asked += 1)}`;
  const lines = {
    host: 'localhost',
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'x-correlation-id': correlationId,
    ...headers,
  };
  const text = Object.entries(lines)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
  return { correlationId, ...(await under.talk(`GET ${path} HTTP/1.1\r\n${text}\r\n`)) };
}

describe('streams', { tags: ['A-10'] }, () => {
  it('a foreign, near, null or missing Origin gets no websocket', { tags: ['A-10'] }, async () => {
    const before = await under.state();
    for (const origin of ['https://evil.example', 'null', `${own}.evil.example`, own.replace('http:', 'https:'), undefined]) {
      const answer = await upgrade('/tenants/demo', { cookie: admin.cookie, ...(origin === undefined ? {} : { origin }) });
      expect([origin, answer.status]).toEqual([origin, 403]);
      expectGeneric(answer.body, 'csrf');
      expect(await under.onRecord(answer.correlationId)).toMatchObject([{ action: 'refused.csrf', outcome: 'refused' }]);
    }
    expect(await under.state()).toBe(before);
  });

  it('a forged tenant in path, query, header, cursor or frame', { tags: ['A-10'] }, async () => {
    const before = await under.state();
    const answer = await upgrade('/tenants/kampala', { cookie: admin.cookie, origin: own });
    expect(answer.status).toBe(403);
    expectGeneric(answer.body, 'wrong_tenant');
    expect(await under.onRecord(answer.correlationId)).toMatchObject([{ action: 'refused.wrong_tenant', outcome: 'refused' }]);
    expect((await upgrade('/tenants/..%2fkampala', { cookie: admin.cookie, origin: own })).status).toBe(403);

    const forged: [string, Record<string, string>, number][] = [
      ['tenantId=kampala', {}, 403],
      ['tenantId=demo&tenantId=kampala', {}, 403],
      ['tenantId=demo', { 'X-Tenant-ID': 'kampala' }, 403],
      ['tenantId=demo&since=kampala:1', {}, 400],
      ['tenantId=demo', { 'Last-Event-ID': 'kampala:1' }, 400],
    ];
    for (const [query, headers, status] of forged) {
      const stream = await streamOf(admin, query, headers);
      expect([query, headers, stream.status]).toEqual([query, headers, status]);
      stream.close();
    }
    expect(await under.state()).toBe(before);

    // Frames have no tenant field: a frame that names a tenant closes the connection or has the field ignored.
    const socket = await socketOf(admin);
    await socket.frame('hello');
    socket.send({ type: 'subscribe', topic: 'kpis', tenantId: 'kampala' });
    socket.send({ type: 'ping' });
    await Promise.race([socket.frame('pong'), socket.ended]);
    await write('kampala', ['kpis.updated'], { secret: 'only-for-kampala' });
    const [seq] = await write('demo', ['kpis.updated']);
    await Promise.race([socket.frame('event', (frame) => frame.seq === seq && frame.tenantId === 'demo'), socket.ended]);
    expect(JSON.stringify(socket.frames)).not.toContain('only-for-kampala');
    socket.close();
  });

  it.each(['*', '#', 'kpis.*', 'kpis,pipeline', '', 'KPIS', '__proto__', 'constructor', '../system'])(
    'topic wildcard or trick %j',
    { tags: ['A-10'] },
    async (topic) => {
      const socket = await socketOf(admin);
      await socket.frame('hello');
      socket.send({ type: 'subscribe', topic });
      expect((await socket.ended).code).toBe(1008);
      const listed = encodeURIComponent(topic);
      if (topic !== '' && topic !== 'kpis,pipeline') {
        const stream = await streamOf(admin, `tenantId=demo&topics=${listed}`);
        expect(stream.status).toBe(400);
        stream.close();
        expect((await admin.get(`/api/poll/${listed}`)).status).toBeGreaterThanOrEqual(400);
      }
    },
  );

  it('a user revoked in the middle of a stream hears nothing after five seconds: session, account and role', {
    tags: ['A-10'],
  }, async () => {
    const { platform } = under;
    const ends: readonly [string, (client: TestClient, accountId: string) => Promise<unknown>][] = [
      ['session revoked', (client) => client.post('/api/auth/logout')],
      ['account deactivated', (_client, accountId) => setAccount(accountId, { status: 'inactive' })],
      ['role changed', (_client, accountId) => setAccount(accountId, { role: 'operator' })],
    ];
    const setAccount = (accountId: string, change: { status?: 'active' | 'inactive'; role?: 'operator' | 'auditor' }) =>
      platform.db.updateTable('accounts').set(change).where('account_id', '=', accountId).execute();
    for (const [why, revoke] of ends) {
      const user = await under.signIn('auditor@ukweli.example');
      const { id } = (await user.get('/api/auth/me')).json<{ id: string }>();
      const [stream, socket] = [await streamOf(user), await socketOf(user)];
      await Promise.all([stream.frame('hello'), socket.frame('hello')]);
      socket.send({ type: 'subscribe', topic: 'kpis' });
      socket.send({ type: 'ping' });
      await socket.frame('pong');
      const revokedAt = performance.now();
      await revoke(user, id);
      await Promise.all([stream.ended, socket.ended]);
      expect([why, performance.now() - revokedAt < 5000]).toEqual([why, true]);
      await write('demo', ['kpis.updated'], { after: why });
      expect(stream.text() + JSON.stringify(socket.frames)).not.toContain(why);
      await setAccount(id, { status: 'active', role: 'auditor' });
    }
  });

  it.each([
    ['an oversize frame', 1009, 'x'.repeat(5000)],
    ['a frame of a megabyte', 1009, 'x'.repeat(1_048_576)],
    ['a binary frame', 1003, Buffer.from([0, 255])],
    ['what is not JSON', 1008, '{"type":'],
    ['another shape', 1008, '{"type":"grant","role":"admin"}'],
    ['deep nesting', 1008, '['.repeat(500) + ']'.repeat(500)],
  ])('%s ends its own connection and no other', { tags: ['A-10'] }, async (_what, code, bytes) => {
    const [bad, good] = [await socketOf(admin), await socketOf(admin)];
    await Promise.all([bad.frame('hello'), good.frame('hello')]);
    const before = await under.state();
    bad.socket.send(bytes);
    expect((await bad.ended).code).toBe(code);
    good.send({ type: 'ping' });
    await good.frame('pong');
    expect(await under.state()).toBe(before);
    good.close();
  });

  it('a reader that does not read is let go, and costs the others nothing', { tags: ['A-10'], timeout: 60_000 }, async () => {
    const [slowStream, slowSocket, good] = [await streamOf(admin), await socketOf(admin), await streamOf(admin)];
    await Promise.all([slowStream.frame('hello'), slowSocket.frame('hello'), good.frame('hello')]);
    slowSocket.send({ type: 'subscribe', topic: 'kpis' });
    slowSocket.send({ type: 'ping' });
    await slowSocket.frame('pong');
    slowStream.socket.pause();
    slowSocket.socket.pause();
    // The kernel's buffers take the first megabytes. Each batch is smaller than the platform's buffer for one reader, and the good reader
    // receives it before the next is written, so that it never falls behind, even on a slow machine.
    const dropped = async () => /^ukweli_streams_dropped_total 2$/m.test(await under.platform.metrics.text());
    for (let batch = 0; !(await dropped()) && batch < 400; batch += 1) {
      const last = (await write('demo', Array<string>(4).fill('kpis.updated'), { text: 'x'.repeat(60_000) })).at(-1);
      await good.frame('event', (frame) => frame.seq === last);
    }
    expect(await dropped()).toBe(true);
    expect(good.frames.some((frame) => frame.kind === 'resync')).toBe(false);
    slowStream.socket.resume();
    slowSocket.socket.resume();
    await slowStream.ended;
    // 1013 (try again later) if the close frame still got through, 1006 if the connection was cut first.
    expect([1013, 1006]).toContain((await slowSocket.ended).code);
    good.close();
  });

  it('CR, LF and their kin in fields of an event begin no line and no event of their own', { tags: ['A-10'] }, async () => {
    const [stream, socket] = [await streamOf(admin), await socketOf(admin)];
    await Promise.all([stream.frame('hello'), socket.frame('hello')]);
    socket.send({ type: 'subscribe', topic: 'kpis' });
    socket.send({ type: 'ping' });
    await socket.frame('pong');
    const from = stream.text().length;
    for (const end of ['\n\n', '\r\n\r\n', '\r\r', '\u2028', '\u2029', '\u0085', '\u0000']) {
      const forged = `x${end}event: event${end}id: 999999${end}data: {"kind":"event","seq":999999}${end}`;
      const [seq] = await write('demo', ['kpis.updated'], { text: forged, [forged]: 1 });
      const frame = await stream.frame('event', (one) => one.seq === seq);
      expect(frame.data).toEqual({ text: forged, [forged]: 1 });
      await socket.frame('event', (one) => one.seq === seq);
    }
    const lines = stream
      .text()
      .slice(from)
      .split(/\r\n|\r|\n/);
    expect(lines.filter((line) => line.startsWith('id: 999999') || line.startsWith('data: {"kind":"event","seq":999999'))).toEqual([]);
    expect(stream.frames.filter((frame) => frame.kind === 'event')).toHaveLength(7);
    expect(socket.frames.filter((frame) => frame.kind === 'event')).toHaveLength(7);
    stream.close();
    socket.close();
  });
});
