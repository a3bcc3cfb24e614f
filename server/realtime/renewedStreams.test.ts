// A stream ends with the token that opened it, as every call does (issue 17, point 25; ASVS 7.2.4).
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { demoPassword } from '../identity/demoAccounts.ts';
import { createTestPlatform, type TestPlatform } from '../testing/platform.ts';
import { openSocket, openStream } from '../testing/streamReaders.ts';
import { writeTransaction } from './log.ts';

let test: TestPlatform;
let origin: string;
beforeAll(async () => {
  test = await createTestPlatform({ config: { simulation: 'off' } });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  await test.platform.start();
  origin = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`; // listening on TCP
});
afterAll(() => test.close());

const path = '/api/events?tenantId=demo&topics=kpis';
const write = () =>
  writeTransaction(test.platform, 'demo', async (_trx, emit) =>
    emit({ type: 'kpis.updated', resourceId: 'one', data: {}, correlationId: 'c' }),
  );

it('[G-25] [A-10] [A-22] whoever has a copy of the token of before reads on for a minute and no longer, by stream or socket; the streams of the new one go on', async () => {
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
