// Long: waits for streams to be renewed, in real time.
// A stream ends with the token that opened it, as calls do (issue 17, point 25; ASVS 7.2.4).
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { protocolVersion } from '../../src/contracts/version.ts';
import { demoPassword } from '../identity/demo/demoAccounts.ts';
import { createTestPlatform, type TestClient, type TestPlatform } from '../testing/platform.ts';
import { openSocket, openStream, type Reader } from '../testing/streamReaders.ts';
import { hashToken } from '../identity/sessions/sessionToken.ts';
import { writeTransaction } from './log.ts';

let test: TestPlatform;
let origin: string;
beforeAll(async () => {
  test = await createTestPlatform({ config: { simulation: 'off' } });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  await test.platform.start();
  origin = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`; // it listens on TCP
});
afterAll(() => test.close());

const path = '/api/events?tenantId=demo&topics=kpis';
const write = () =>
  writeTransaction(test.platform, 'demo', async (_trx, emit) =>
    emit({ type: 'kpis.updated', resourceId: 'one', data: {}, correlationId: 'c' }),
  );

it('whoever has a copy of the token of before reads on for a minute and no longer, by stream or socket; the streams of the new one go on', {
  tags: ['G-25', 'A-10', 'A-22'],
}, async () => {
  const thief = await test.signIn('bank@ukweli.example');
  const socketHeaders = { cookie: thief.cookie, origin: test.platform.config.origin };
  const [stream, socket] = [await openStream(origin, path, thief.cookie), await openSocket(origin, '/tenants/demo', socketHeaders)];
  await Promise.all([stream.frame('hello'), socket.frame('hello')]);
  const proof = await thief.post('/api/auth/proof', { by: 'password', password: demoPassword });
  expect(proof.status, proof.body).toBe(200);
  const own = await openStream(origin, path, String(proof.headers['set-cookie']).split(';')[0] ?? '');
  await own.frame('hello');
  const seq = await write();
  await Promise.all([stream, own].map((reader) => reader.frame('event', (frame) => frame.seq === seq)));

  test.clock.advance(60_000);
  const began = performance.now();
  await Promise.all([stream.ended, socket.ended]);
  expect(performance.now() - began).toBeLessThan(5000);
  const later = await write();
  await own.frame('event', (frame) => frame.seq === later);
  own.close();
  expect((await openStream(origin, path, thief.cookie)).status).toBe(401);
});

it('readers are told before: once the browser has shown the new token, each stream of the one before says so once, and none before or besides', {
  tags: ['G-3', 'M-11'],
}, async () => {
  const socketHeaders = (cookie: string) => ({ cookie, origin: test.platform.config.origin });
  const renewedOf = async (who: TestClient) => {
    const proof = await who.post('/api/auth/proof', { by: 'password', password: demoPassword });
    return String(proof.headers['set-cookie']).split(';')[0] ?? '';
  };
  /** Waits until a witness's stream gets `renew`: then all open streams have been checked. */
  const looked = async (): Promise<void> => {
    const witness = await test.signIn('auditor@ukweli.example');
    const [old, shown] = [await openStream(origin, path, witness.cookie), await renewedOf(witness)];
    await old.frame('hello');
    const next = await openStream(origin, path, shown);
    await Promise.all([next.frame('hello'), old.frame('renew')]);
    old.close();
    next.close();
  };
  const reader = await test.signIn('admin@ukweli.example');
  const stream = await openStream(origin, path, reader.cookie);
  const socket = await openSocket(origin, `/tenants/demo?protocol=${protocolVersion}`, socketHeaders(reader.cookie));
  const older = await openSocket(origin, '/tenants/demo?protocol=28', socketHeaders(reader.cookie));
  await Promise.all([stream, socket, older].map((each) => each.frame('hello')));
  const cookie = await renewedOf(reader);
  const told = ({ frames }: Reader) => frames.filter(({ kind }) => kind === 'renew').length;
  // Until the new token is used, the browser may not have it.
  await looked();
  expect([stream, socket, older].map(told)).toEqual([0, 0, 0]);
  const next = await openStream(origin, path, cookie);
  await next.frame('hello');
  await Promise.all([stream, socket].map((each) => each.frame('renew')));
  await looked();
  expect([stream, socket, older, next].map(told)).toEqual([1, 1, 0, 0]);
  for (const each of [stream, socket, older, next]) each.close();
});

it('none is told to open the next whose end has another cause: it would be refused, or opened where its reader no longer works', {
  tags: ['G-3', 'D-19'],
}, async () => {
  const reader = await test.signIn('operator@ukweli.example');
  const socket = await openSocket(origin, `/tenants/demo?protocol=${protocolVersion}`, {
    cookie: reader.cookie,
    origin: test.platform.config.origin,
  });
  await socket.frame('hello');
  const { db } = test.platform;
  const tenant = await db.selectFrom('tenants').select('tenant_id').where('tenant_id', '!=', 'demo').executeTakeFirstOrThrow();
  const { session_id: sessionId } = await db
    .selectFrom('sessions')
    .select('session_id')
    .where('token_hash', '=', hashToken(reader.cookie.split('=')[1] ?? ''))
    .executeTakeFirstOrThrow();
  await db
    .updateTable('sessions')
    .set(({ ref }) => ({
      tenant_id: tenant.tenant_id,
      prior_hash: ref('token_hash'),
      token_hash: 'another',
      prior_until: new Date(test.clock.now().getTime() + 60_000),
    }))
    .where('session_id', '=', sessionId)
    .execute();
  await socket.ended;
  expect(socket.frames.map(({ kind }) => kind)).not.toContain('renew');
});
