import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeCodes, meaningOfClose } from '../../src/contracts/realtime/ends.ts';
import { headers } from '../../src/contracts/endpoints.ts';
import { oldestProtocol, protocolVersion } from '../../src/contracts/version.ts';
import { createTestPlatform, type TestClient, type TestPlatform } from '../testing/platform.ts';
import { writeTransaction } from './log.ts';
import { openSocket } from '../testing/streamReaders.ts';

let test: TestPlatform;
let origin: string;
let admin: TestClient;

beforeAll(async () => {
  test = await createTestPlatform({ config: { simulation: 'off', realtime: { heartbeatMs: 40, maxBufferedBytes: 262_144 } } });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`; // it listens on TCP
  admin = await test.signIn('admin@ukweli.example');
});
afterAll(() => test.close());

let version = 0;
function write(...types: string[]): Promise<number[]> {
  return writeTransaction(test.platform, 'demo', async (_trx, emit) =>
    types.map((type) => emit({ type, resourceId: 'one', version: ++version, data: {}, correlationId: 'c-1' })),
  );
}
const open = (path = '/tenants/demo', headers: Record<string, string> = { cookie: admin.cookie, origin: test.platform.config.origin }) =>
  openSocket(origin, path, headers);

describe('websocket /tenants/{tenantId}', () => {
  it('greets, subscribes from a cursor, beats, answers pings, and stops when unsubscribed', { tags: ['C-88'] }, async () => {
    const [first = 0, second = 0] = await write('kpis.updated', 'kpis.updated');
    const socket = await open();
    expect((await socket.frame('hello')).heartbeatMs).toBe(40);
    socket.send({ type: 'subscribe', topic: 'kpis', since: first });
    await socket.frame('event', (frame) => frame.seq === second);
    const [third = 0] = await write('kpis.updated', 'health.component');
    expect((await socket.frame('event', (frame) => frame.seq === third)).prev).toBe(second);
    expect((await socket.frame('heartbeat', (frame) => frame.topics.kpis === third)).topics).not.toHaveProperty('health');
    socket.send({ type: 'ping', topic: 'kpis' });
    expect((await socket.frame('pong')).topic).toBe('kpis');

    socket.send({ type: 'unsubscribe', topic: 'kpis' });
    socket.send({ type: 'subscribe', topic: 'health' });
    socket.send({ type: 'ping' });
    await socket.frame('pong', (frame) => frame.topic === undefined);
    const [, health = 0] = await write('kpis.updated', 'health.component');
    await socket.frame('event', (frame) => frame.seq === health);
    expect(socket.frames.flatMap((frame) => (frame.kind === 'event' ? [frame.seq] : []))).toEqual([second, third, health]);
    socket.close();
  });

  it('gives way where its session opens a ninth, with a code that says so', { tags: ['G-20', 'A-26'] }, async () => {
    const bank = await test.signIn('bank@ukweli.example');
    const sockets = [];
    for (let count = 0; count < 9; count += 1) {
      const socket = await open('/tenants/demo', { cookie: bank.cookie, origin: test.platform.config.origin });
      await socket.frame('hello');
      sockets.push(socket);
    }
    const [oldest, second, ...others] = sockets;
    expect(await oldest?.ended).toEqual({ code: closeCodes.displaced });
    expect(meaningOfClose(closeCodes.displaced)).toBe('displaced');
    second?.send({ type: 'ping' });
    await second?.frame('pong');
    for (const socket of [second, ...others]) socket?.close();
  });

  it('brings the control topic to every connection', { tags: ['D-14'] }, async () => {
    const socket = await open();
    await socket.frame('hello');
    socket.send({ type: 'ping' });
    await socket.frame('pong');
    const [seq] = await write('system.notice');
    expect((await socket.frame('event')).seq).toBe(seq);
    socket.close();
  });

  it('refuses a foreign or missing Origin, nobody, and another tenant, before the upgrade', { tags: ['C-88', 'D-21'] }, async () => {
    const own = test.platform.config.origin;
    await expect(open('/tenants/demo', { cookie: admin.cookie, origin: 'https://evil.example' })).rejects.toThrow('403');
    await expect(open('/tenants/demo', { cookie: admin.cookie })).rejects.toThrow('403');
    await expect(open('/tenants/demo', { cookie: admin.cookie, origin: 'null' })).rejects.toThrow('403');
    await expect(open('/tenants/demo', { origin: own })).rejects.toThrow('401');
    await expect(open('/tenants/kampala', { cookie: admin.cookie, origin: own })).rejects.toThrow('403');
  });

  it.each([
    ['a binary frame', (socket: Awaited<ReturnType<typeof open>>) => socket.socket.send(Buffer.from([1, 2])), 1003],
    ['an oversize frame', (socket: Awaited<ReturnType<typeof open>>) => socket.socket.send('x'.repeat(5000)), 1009],
    ['what is not JSON', (socket: Awaited<ReturnType<typeof open>>) => socket.socket.send('{'), 1008],
    ['a topic wildcard', (socket: Awaited<ReturnType<typeof open>>) => socket.send({ type: 'subscribe', topic: '*' }), 1008],
    [
      'a cursor that is no number',
      (socket: Awaited<ReturnType<typeof open>>) => socket.send({ type: 'subscribe', topic: 'kpis', since: 'kampala' }),
      1008,
    ],
  ])('ends the connection on %s', { tags: ['C-88'] }, async (_what, send, code) => {
    const socket = await open();
    await socket.frame('hello');
    send(socket);
    expect((await socket.ended).code).toBe(code);
  });

  it('says why by a code that the console reads from the same table: the session is over, the role another, the topic not theirs', {
    tags: ['M-9'],
  }, async () => {
    const leaving = await test.signIn('operator@ukweli.example');
    const over = await open('/tenants/demo', { cookie: leaving.cookie, origin: test.platform.config.origin });
    await over.frame('hello');
    await leaving.post('/api/auth/logout');
    expect([(await over.ended).code, meaningOfClose((await over.ended).code)]).toEqual([closeCodes.session, 'refused']);

    await test.platform.start(); // a timer looks roles up
    const bank = await test.signIn('bank@ukweli.example');
    const { id } = (await bank.get('/api/auth/me')).json() as { id: string }; // shape from the endpoint table
    const changed = await open('/tenants/demo', { cookie: bank.cookie, origin: test.platform.config.origin });
    await changed.frame('hello');
    await test.platform.db.updateTable('accounts').set({ role: 'auditor' }).where('account_id', '=', id).execute();
    expect([(await changed.ended).code, meaningOfClose((await changed.ended).code)]).toEqual([closeCodes.role, 'refused']);

    const broken = await open();
    await broken.frame('hello');
    broken.socket.send('{');
    expect(meaningOfClose((await broken.ended).code)).toBe('lost');
  });

  it('a client of a version that is not spoken any more is told to reload by every way in; its own and none are spoken', {
    tags: ['M-9', 'D-30'],
  }, async () => {
    const old = await open(`/tenants/demo?protocol=${oldestProtocol - 1}`);
    expect([(await old.ended).code, meaningOfClose((await old.ended).code)]).toEqual([closeCodes.protocol, 'outdated']);
    for (const address of ['/tenants/demo', `/tenants/demo?protocol=${protocolVersion}`]) {
      const spokenTo = await open(address);
      expect((await spokenTo.frame('hello')).protocol).toEqual({ version: protocolVersion, oldest: oldestProtocol });
      spokenTo.close();
    }
    const tooOld = { [headers.protocol]: String(oldestProtocol - 1) };
    expect((await admin.get('/api/poll/kpis', tooOld)).status).toBe(426);
    expect((await admin.get(`/api/events?tenantId=demo&protocol=${oldestProtocol - 1}`)).status).toBe(426);
    // A console from before versions were sent names its build; a client that names neither is no console.
    expect((await admin.get('/api/events?tenantId=demo', { [headers.build]: '506e4de' })).status).toBe(426);
    // It may read, and log out.
    expect((await admin.get('/api/kpis', tooOld)).status).toBe(200);
    expect((await admin.get('/api/config', tooOld)).json()).toMatchObject({
      protocol: { version: protocolVersion, oldest: oldestProtocol },
    });
    const refused = await admin.post('/api/dlq/DLQ-1/promote', {}, { ...tooOld, 'Idempotency-Key': '0123456789abcdef' });
    expect([refused.status, refused.json()]).toMatchObject([426, { error: { code: 'build_too_old' } }]);
  });

  it('says that it goes away when the platform stops', { tags: ['D-14'] }, async () => {
    const own = await createTestPlatform({ config: { simulation: 'off' } });
    await own.app.listen({ port: 0, host: '127.0.0.1' });
    const client = await own.signIn('admin@ukweli.example');
    const address = `http://127.0.0.1:${(own.app.server.address() as AddressInfo).port}`; // it listens on TCP
    const socket = await openSocket(address, '/tenants/demo', { cookie: client.cookie, origin: own.platform.config.origin });
    await socket.frame('hello');
    await own.close();
    expect((await socket.ended).code).toBe(1001);
  });
});
