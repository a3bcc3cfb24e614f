import { gzipSync } from 'node:zlib';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hashPassword } from './identity/passwords/passwords.ts';
import { everyEndpoint } from '../src/contracts/everyEndpoint.ts';
import { problemAnswerSchema } from '../src/contracts/problem.ts';
import { configResponseSchema } from '../src/contracts/platformConfig.ts';
import { z } from '../src/contracts/zod.ts';
import { aliasOf, allPlaces } from '../src/domain/places.ts';
import { screenIds } from '../src/domain/screens/screens.ts';
import { type TestPlatform, createTestPlatform } from './testing/platform.ts';

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='; connect-src 'self'; worker-src 'self'; manifest-src 'self'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types app-scripts";
const webRoot = mkdtempSync(join(tmpdir(), 'ukweli-web-'));
const script = 'console.log("ukweli");'.repeat(200);
let test: TestPlatform;
beforeAll(async () => {
  mkdirSync(join(webRoot, 'assets'));
  writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Ukweli</title>');
  writeFileSync(join(webRoot, 'sw.js'), script);
  writeFileSync(join(webRoot, 'manifest.webmanifest'), '{}');
  writeFileSync(join(webRoot, 'assets/index-abc123.js'), script);
  writeFileSync(join(webRoot, 'assets/evidence-abc123.js'), script);
  test = await createTestPlatform({ config: { webRoot } });
});
afterAll(async () => {
  await test.close();
  rmSync(webRoot, { recursive: true, force: true });
});
const get = (url: string, headers: Record<string, string> = {}) =>
  test.app.inject({ method: 'GET', url, headers: { host: 'localhost:4173', ...headers } });

describe('headers of every answer', () => {
  it.each([
    '/',
    '/operations/evidence',
    '/sw.js',
    '/assets/index-abc123.js',
    '/api/config',
    '/api/auth/me',
    '/api/nope',
    '/nope.js',
    '/idp/.well-known/openid-configuration',
    '/idp/nope',
    '/idp/style.css',
    '/healthz',
    '/%zz',
  ])('go out with %s', async (url) => {
    const answer = await get(url);
    expect(answer.headers).toMatchObject({
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(answer.headers['permissions-policy']).toContain('camera=()');
    expect(answer.headers).not.toHaveProperty('x-powered-by');
    expect(answer.headers).not.toHaveProperty('server');
  });

  it('gives the evidence worker the same policy: nothing here compiles WebAssembly', async () => {
    expect((await get('/assets/evidence-abc123.js')).headers['content-security-policy']).toBe(policy);
  });

  it('adds a foreign provider’s origin to connect-src, and https brings HSTS and __Host- cookies', async () => {
    const other = await createTestPlatform({
      config: { oidc: { issuer: 'https://login.example/tenant', clientId: 'c' }, origin: 'https://console.example', secure: true },
    });
    const answer = await other.app.inject({ url: '/healthz' });
    expect(answer.headers['content-security-policy']).toContain("connect-src 'self' https://login.example;");
    expect(answer.headers['strict-transport-security']).toContain('max-age=31536000');
    // Off loopback the published password is refused (G-7).
    const own = 'Three-Herons-Wade-9!';
    await other.platform.db
      .updateTable('accounts')
      .set({ password: await hashPassword(own, other.platform.config.passwordCost) })
      .where('email', '=', 'admin@ukweli.example')
      .execute();
    const login = await other.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email: 'admin@ukweli.example', password: own },
      headers: { origin: 'https://console.example', 'x-correlation-id': 'c' },
    });
    expect(login.headers['set-cookie']).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^__Host-ukweli_session=[\w-]+; Path=\/; Max-Age=43200; HttpOnly; SameSite=Lax; Secure$/),
      ]),
    );
    expect((await other.app.inject({ url: '/idp/authorize' })).statusCode).toBe(404);
    await other.close();
  });
});

describe('problems', () => {
  const post = (payload: string, headers: Record<string, string> = {}) =>
    test.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload,
      headers: { 'content-type': 'application/json', origin: 'http://localhost:4173', 'x-correlation-id': 'p-1', ...headers },
    });

  it.each([
    ['malformed JSON', '{"email":', 400, 'bad_request'],
    ['another shape', '{"email":1}', 400, 'bad_request'],
    ['a body above the limit', JSON.stringify({ email: 'a', password: 'x'.repeat(20_000) }), 413, 'too_large'],
    ['a poisoned prototype', '{"__proto__":{"role":"admin"},"email":"a","password":"b"}', 400, 'bad_request'],
    ['nesting of 100,000', `${'['.repeat(8000)}${']'.repeat(8000)}`, 400, 'bad_request'],
  ])('%s gets the one problem shape, without a stack or a word of the cause', async (_name, payload, status, code) => {
    const answer = await post(payload);
    expect([answer.statusCode, z.parse(problemAnswerSchema, answer.json()).error]).toEqual([
      status,
      { code, message: expect.any(String), correlationId: 'p-1' },
    ]);
    expect(answer.body).not.toMatch(/stack|at .*\.ts|Unexpected|JSON|FST_/);
  });

  it('what is packed is not unpacked: a body in another encoding is no JSON', { tags: ['A-16'] }, async () => {
    const bomb = gzipSync(JSON.stringify({ email: 'a', password: 'x'.repeat(8_000_000) }), { level: 9 });
    for (const encoding of ['gzip', 'br', 'deflate']) {
      const answer = await test.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: bomb,
        headers: {
          'content-type': 'application/json',
          'content-encoding': encoding,
          origin: 'http://localhost:4173',
          'x-correlation-id': 'p-2',
        },
      });
      expect([encoding, answer.statusCode, bomb.length < 16_384]).toEqual([encoding, 400, true]);
    }
  });

  it('an unknown call is a problem too, whatever the method', async () => {
    for (const method of ['GET', 'POST', 'DELETE', 'PATCH'] as const) {
      const answer = await test.app.inject({ method, url: '/api/nope' });
      expect([method, answer.statusCode, z.parse(problemAnswerSchema, answer.json()).error.code]).toEqual([method, 404, 'not_found']);
    }
  });

  it('a failing database is told as a problem of the platform, its words only to the log', async () => {
    const broken = await createTestPlatform();
    const client = await broken.signIn('admin@ukweli.example');
    await broken.platform.database.close();
    const answer = await client.get('/api/tenants');
    expect([answer.status, answer.json().error.code]).toEqual([500, 'internal']);
    expect(answer.body).not.toMatch(/database|closed/i);
    // The wording depends on the database driver.
    expect(broken.logged.join('')).toMatch(/driver has already been destroyed|Cannot use a pool after calling end/);
    expect((await broken.app.inject({ url: '/readyz' })).statusCode).toBe(503);
    expect((await broken.app.inject({ url: '/healthz' })).statusCode).toBe(200);
    await broken.app.close();
  });

  it('writes no address, name, cookie or query to the log', async () => {
    const client = await test.signIn('operator@ukweli.example');
    await client.get('/api/auth/me?token=secret-in-query');
    await post(JSON.stringify({ email: 'operator@ukweli.example', password: 'secret-password' }));
    const lines = test.logged.join('');
    expect(lines).toContain('/api/auth/me');
    for (const secret of ['secret-in-query', 'secret-password', 'operator@ukweli', 'Chebet', client.cookie])
      expect(lines).not.toContain(secret);
  });
});

describe('over a real socket', () => {
  it('refuses a body that is too large at once, and still lets it be sent to its end', { timeout: 60_000 }, async () => {
    const own = await createTestPlatform();
    await own.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = own.app.server.address() as { port: number }; // a TCP server's address
    const socket = connect(port, '127.0.0.1');
    let told = '';
    socket.on('data', (chunk) => (told += chunk.toString()));
    const trouble: unknown[] = [];
    socket.on('error', (error) => trouble.push(error));
    const size = 1_500_000;
    socket.write(
      `POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:4173\r\nX-Correlation-ID: c\r\nContent-Type: application/json\r\nContent-Length: ${size}\r\n\r\n`,
    );
    await vi.waitFor(() => expect(told).toMatch(/^HTTP\/1\.1 413/), { timeout: 20_000 });
    expect(told.toLowerCase()).not.toContain('connection: close');
    told = '';
    // Like a proxy that has already received the whole body from its client.
    await new Promise((resolve) => socket.write('x'.repeat(size), resolve));
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await vi.waitFor(() => expect(told).toMatch(/^HTTP\/1\.1 200/), { timeout: 20_000 });
    expect(trouble).toEqual([]);
    socket.destroy();
    await own.close();
  });

  it('cuts off a body that trickles in, answers malformed HTTP, and ends with streams open', { timeout: 40_000 }, async () => {
    const own = await createTestPlatform();
    await own.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = own.app.server.address() as { port: number }; // a TCP server's address
    const talk = (text: string) =>
      new Promise<string>((resolve) => {
        let told = '';
        const socket = connect(port, '127.0.0.1', () => socket.write(text));
        socket.on('data', (chunk) => (told += chunk.toString()));
        socket.on('close', () => resolve(told));
        socket.on('error', () => resolve(told));
      });
    const malformed = await talk('GET / HTTP/1.1\r\nbad header\r\n\r\n');
    expect(malformed).toMatch(/^HTTP\/1.1 400/);
    expect(malformed).toContain('content-security-policy: ');
    expect(z.parse(problemAnswerSchema, JSON.parse(malformed.split('\r\n\r\n')[1] ?? '')).error.code).toBe('bad_request');
    // Node takes the longer of the two for the whole request.
    own.app.server.headersTimeout = 1000;
    own.app.server.requestTimeout = 1000;
    const slow = await talk(
      'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost:4173\r\nX-Correlation-ID: c\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    );
    expect(slow).toMatch(/^HTTP\/1.1 408/);

    own.app.server.on('request', () => undefined);
    const idle = talk('GET /api/auth/me HTTP/1.1\r\nHost: localhost\r\n\r\n'); // kept alive, never closed by this side
    await own.app.inject({ url: '/healthz' });
    const started = performance.now();
    await own.close();
    await idle;
    expect(performance.now() - started).toBeLessThan(3000);
  });
});

describe('the built console', () => {
  it.each([...allPlaces().map(({ path }) => path), ...screenIds.flatMap((id) => aliasOf(id) ?? [])])(
    'serves the shell at %s',
    async (path) => {
      const answer = await get(path, { accept: 'text/html' });
      expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
        200,
        'text/html; charset=utf-8',
        'no-cache',
      ]);
    },
  );

  it.each(['/assets/index-gone.js', '/assets/nope', '/api/nope', '/favicon.ico'])('never answers the shell for %s', async (path) => {
    const answer = await get(path);
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'not_found']);
  });

  it('shows the shell with 404 for a page nobody knows', async () => {
    const answer = await get('/no/such/page', { accept: 'text/html' });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  });

  it.each([
    '/../package.json',
    '/..%2fpackage.json',
    '/assets/..%2f..%2fpackage.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '//etc/passwd',
    '/assets/%00',
  ])('gives nothing outside its folder at %s', async (path) => {
    const answer = await get(path);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.body).not.toMatch(/"dependencies"|root:/);
  });

  it('leads pages on 127.0.0.1 to the one origin, and calls nowhere', async () => {
    const page = await get('/operations/evidence?q=1', { host: '127.0.0.1:4173', accept: 'text/html' });
    expect([page.statusCode, page.headers.location]).toEqual([307, 'http://localhost:4173/operations/evidence?q=1']);
    expect((await get('/sw.js', { host: '127.0.0.1:4173' })).statusCode).toBe(200);
    expect((await get('/', { host: 'evil.example', accept: 'text/html' })).statusCode).toBe(200);
  });
});

describe('what the platform tells of itself', () => {
  it('its configuration before sign-in: provider, default tenant, clocks', { tags: ['C-1'] }, async () => {
    const config = z.parse(configResponseSchema, (await get('/api/config')).json());
    expect(config.oidc).toMatchObject({
      issuer: 'http://localhost:4173/idp',
      clientId: 'ukweli-console',
      tokenEndpoint: 'http://localhost:4173/idp/oauth/token',
      logoutEndpoint: 'http://localhost:4173/idp/v2/logout',
    });
    expect(config.tenant).toEqual({
      tenantId: 'demo',
      name: 'Demo',
      place: 'Nairobi',
      region: 'af-south-1',
      currency: 'KES',
      timeZone: 'Africa/Nairobi',
    });
    expect(config.serverTime).toBe(test.clock.now().toISOString());
  });

  it('its calls as OpenAPI, each row of the table and no other, to who is signed in', { tags: ['G-22'] }, async () => {
    expect((await get('/api/openapi.json')).json<{ error: { code: string } }>().error.code).toBe('unauthenticated');
    const { cookie } = await test.signIn('bank@ukweli.example');
    const { openapi, paths } = (await get('/api/openapi.json', { cookie })).json<{
      openapi: string;
      paths: Record<string, Record<string, { operationId: string }>>;
    }>();
    expect(openapi).toBe('3.1.0');
    expect(
      Object.values(paths)
        .flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId))
        .sort(),
    ).toEqual(Object.keys(everyEndpoint).sort());
    expect(JSON.stringify(paths['/api/auth/login'])).toContain('"password"');
  });

  it('takes telemetry and redacts it again', { tags: ['C-87'] }, async () => {
    const client = await test.signIn('operator@ukweli.example');
    const at = test.clock.now().toISOString();
    const answer = await client.post('/api/telemetry', {
      events: [
        { name: 'screen.opened', at, values: { screen: 'overview', who: 'a@b.example', phone: '+254712345678', ms: 12, deep: null } },
      ],
    });
    expect([answer.status, answer.body]).toEqual([200, 'null']);
    // The operator sees how many events arrive.
    expect(await test.platform.metrics.text()).toMatch(/^ukweli_telemetry_events_total 1$/m);
    const row = await test.platform.db.selectFrom('telemetry_events').selectAll().orderBy('telemetry_id', 'desc').executeTakeFirstOrThrow();
    expect(row).toMatchObject({
      tenant_id: 'demo',
      name: 'screen.opened',
      values: { screen: 'overview', who: '[redacted]', phone: '[redacted]', ms: 12, deep: null },
    });
    expect((await client.post('/api/telemetry', { events: [{ name: 'x', at, values: { nested: { a: 1 } } }] })).status).toBe(400);
    expect(
      (await client.post('/api/telemetry', { events: Array.from({ length: 101 }, () => ({ name: 'x', at, values: {} })) })).status,
    ).toBe(400);
  });
});
