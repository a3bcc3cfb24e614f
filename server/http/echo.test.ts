import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../src/contracts/endpoint.ts';
import { everyEndpoint, type EveryEndpointId as EndpointId } from '../../src/contracts/everyEndpoint.ts';
import { readAnswer } from '../../src/domain/api/answer.ts';
import { type TestAnswer, type TestClient, type TestPlatform, createTestPlatform } from '../testing/platform.ts';

/** The console recognises the platform by the correlation id it returns (D-50), so every answer must carry it, however early or odd. */

let test: TestPlatform;
let admin: TestClient;
beforeAll(async () => {
  test = await createTestPlatform({ config: { minimumBuild: '20261101.000000-abc' } });
  admin = await test.signIn('admin@ukweli.example');
});
afterAll(() => test.close());

const rows = Object.entries(everyEndpoint) as [EndpointId, Endpoint][];
/** A path of the row with ids that do not exist. */
const pathOf = (endpoint: Endpoint): string => endpoint.path.replace(/\{\w+\}/g, 'nobody');
const id = 'the-very-id.of-this:call_1';

/** Checks that the console would recognise the answer as the platform's: only the platform's own refusals carry its problem codes. */
function expectOurs(endpoint: Endpoint, why: string, answer: TestAnswer): void {
  expect([why, answer.headers['x-correlation-id']]).toEqual([why, id]);
  if (answer.status < 400) return;
  const header = (name: string) => {
    const value = answer.headers[name.toLowerCase()];
    return value === undefined ? null : String(value);
  };
  const read = readAnswer(endpoint, { status: answer.status, statusText: '', text: answer.body, header }, id);
  expect([why, answer.status, read.ok ? 'taken' : read.problem.code]).toEqual([why, answer.status, answer.json().error.code]);
}

describe('every row of the table of calls', () => {
  it.each(rows)('%s gives the id back with every refusal', { tags: ['M-8', 'F-33', 'D-50'] }, async (_id, endpoint) => {
    const named = { 'x-correlation-id': id };
    const path = pathOf(endpoint);
    const { method } = endpoint;
    const anonymous = test.anonymous();
    // Public calls go without a session: some of them would sign the admin out.
    const asker = endpoint.needs === 'public' ? anonymous : admin;
    const changes = method !== 'GET';
    if (endpoint.needs !== 'public') {
      expectOurs(endpoint, 'no session', await anonymous.call(method, path, undefined, named));
      expectOurs(endpoint, 'another tenant', await admin.call(method, path, undefined, { ...named, 'x-tenant-id': 'kampala' }));
    }
    if (changes) {
      expectOurs(endpoint, 'another site', await asker.call(method, path, {}, { ...named, origin: 'https://evil.example' }));
      expectOurs(endpoint, 'an old build', await admin.call(method, path, 7, { ...named, 'x-client-build': '20200101.000000-abc' }));
      const send = (payload: string, type: string) =>
        test.app.inject({
          method,
          url: path,
          payload,
          headers: { ...named, cookie: asker.cookie, origin: 'http://localhost:4173', 'content-type': type },
        });
      for (const [why, payload, type] of [
        ['no JSON', '{"a":', 'application/json'],
        ['another type', 'a=b', 'application/x-www-form-urlencoded'],
        ['a body above the limit', JSON.stringify('x'.repeat(2 * 1024 * 1024)), 'application/json'],
      ] as const) {
        const { statusCode: status, headers, body } = await send(payload, type);
        expect([why, status >= 400]).toEqual([why, true]);
        expectOurs(endpoint, why, { status, headers, body, json: () => JSON.parse(body) } as TestAnswer); // same shape as an answer of `call`
      }
    }
    const other = (['PUT', 'PATCH', 'DELETE', 'POST'] as const).find(
      (each) => !rows.some(([, row]) => row.path === endpoint.path && row.method === each),
    );
    if (other !== undefined) expectOurs(endpoint, 'another method', await admin.call(other, path, undefined, named));
  });
});

it('what no route has heard of gives it back too: unknown calls, files that are not there, an address that cannot be decoded', {
  tags: ['M-8', 'F-33', 'D-50'],
}, async () => {
  for (const url of ['/api/nope', '/nope.js', '/api/%zz', '/%zz', '/idp/nope', '/api/config?x=1', '/', '/sw.js', '/healthz'])
    expect([url, (await test.app.inject({ url, headers: { 'x-correlation-id': id } })).headers['x-correlation-id']]).toEqual([url, id]);
});

it('what could not be read as a request gives back the id that stands in it, and never what is no id', {
  tags: ['M-8', 'F-33', 'D-50'],
}, async () => {
  const own = await createTestPlatform();
  await own.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = own.app.server.address() as AddressInfo; // it listens on TCP
  const talk = (text: string) =>
    new Promise<string>((resolve) => {
      let told = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      socket.on('data', (chunk) => (told += chunk.toString()));
      socket.on('close', () => resolve(told));
    });
  const malformed = await talk(`GET /api/config HTTP/1.1\r\nHost: localhost\r\nX-Correlation-ID: ${id}\r\nbad header\r\n\r\n`);
  expect(malformed).toMatch(/^HTTP\/1.1 400/);
  expect(malformed).toContain(`X-Correlation-ID: ${id}\r\n`);
  expect(malformed).toContain(`"correlationId":"${id}"`);
  expect(await talk('GET / HTTP/1.1\r\nX-Correlation-ID: <script>\r\nbad header\r\n\r\n')).not.toContain('<script>');
  await own.close();
});
