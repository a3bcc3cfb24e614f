// Long: starts platforms with every kind of configuration.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../../server/testing/platform.ts';
import { type Attacked, startAttacked } from './attacked.ts';

/** A-13, over every route of the router and every kind of answer, over real connections. */
const webRoot = mkdtempSync(join(tmpdir(), 'ukweli-headers-'));
let under: Attacked;
let admin: TestClient;
beforeAll(async () => {
  mkdirSync(join(webRoot, 'assets'));
  const script = 'console.log(1);'.repeat(200);
  const files = { 'index.html': '<!doctype html>', 'sw.js': script, 'manifest.webmanifest': '{}', 'assets/index-abcdef12.js': script };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(webRoot, name), text);
  under = await startAttacked({ config: { webRoot } });
  admin = await under.signIn('admin@ukweli.example');
});
afterAll(async () => {
  await under.close();
  rmSync(webRoot, { recursive: true, force: true });
});

type HeadersOf = (name: string) => string | null;

/** Expects the headers that every answer carries, whatever its status. */
function expectGuarded(what: string, header: HeadersOf): void {
  const csp = (header('content-security-policy') ?? '').split('; ');
  const told = {
    what,
    cspDefault: csp.includes("default-src 'none'"),
    cspFrames: csp.includes("frame-ancestors 'none'"),
    cspScripts: csp.filter((rule) => rule.startsWith('script-src') && rule !== "script-src 'self'"),
    nosniff: header('x-content-type-options'),
    referrer: header('referrer-policy'),
    coop: header('cross-origin-opener-policy'),
    corp: header('cross-origin-resource-policy'),
    frames: header('x-frame-options'),
    camera: (header('permissions-policy') ?? '').includes('camera=()'),
    server: header('server') ?? header('x-powered-by'),
    cors: header('access-control-allow-credentials'),
  };
  expect(told).toEqual({
    what,
    cspDefault: true,
    cspFrames: true,
    cspScripts: [],
    nosniff: 'nosniff',
    referrer: 'same-origin',
    coop: 'same-origin',
    corp: 'same-origin',
    frames: 'DENY',
    camera: true,
    server: null,
    cors: null,
  });
}

async function ask(method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<Response> {
  const answer = await fetch(`${under.address}${path}`, { method, headers, redirect: 'manual', ...(body === undefined ? {} : { body }) });
  await answer.body?.cancel(); // streams never end by themselves
  expectGuarded(`${method} ${path} ${JSON.stringify(headers)}: ${answer.status}`, (name) => answer.headers.get(name));
  return answer;
}

/** Every route with its methods, parsed from the router's own listing, so that new routes are covered automatically. */
function routes(): { path: string; methods: string[] }[] {
  const above: string[] = [];
  return under.app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const parts = /^([│ ]*)[├└]── (\S+) \(([A-Z, ]+)\)$/.exec(line);
      if (parts === null) return [];
      const [, indent = '', name = '', methods = ''] = parts;
      const depth = indent.length / 4;
      above[depth] = (depth === 0 ? '' : (above[depth - 1] ?? '')) + name;
      return [{ path: above[depth] ?? '', methods: methods.split(', ') }];
    });
}

describe('security headers', { tags: ['A-13'] }, () => {
  it('stand on every answer of every route: to nobody, to a user, to a wrong tenant, to a bad body, to a wrong method', {
    tags: ['A-13'],
  }, async () => {
    const listed = routes();
    expect(listed.length).toBeGreaterThan(40);
    expect(listed.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/api/events', '/api/evidence/:packId/files/:name', '/idp/sign-in/:uid']),
    );
    const own = { origin: under.platform.config.origin, 'x-correlation-id': 'headers', 'content-type': 'application/json' };
    const seen = new Set<number>();
    for (const { path, methods } of listed) {
      const address = path === '*' ? '/no/such' : path.replace(/:\w+/g, 'nobody');
      // Log-out would end the session that the remaining requests use.
      const cookie = path === '/api/auth/logout' ? '' : admin.cookie;
      for (const method of methods) {
        const changes = method !== 'GET' && method !== 'HEAD';
        const answers = [
          await ask(method, address),
          await ask(method, address, { ...own, 'x-tenant-id': 'elsewhere', cookie }),
          await ask(method, `${address}?tenantId=demo&limit=x`, { cookie }),
          await ask(method, address, { ...own, cookie }),
        ];
        if (changes) {
          answers.push(await ask(method, address, { ...own, cookie }, '{"broken":'));
          answers.push(await ask(method, address, { ...own, cookie, 'content-type': 'text/xml' }, '<a/>'));
        }
        for (const { status } of answers) seen.add(status);
      }
      for (const method of ['PUT', 'OPTIONS']) seen.add((await ask(method, address)).status);
    }
    // Make sure that each of these kinds of answer occurred.
    for (const status of [200, 400, 401, 403, 404, 415]) expect([status, seen.has(status)]).toEqual([status, true]);
  });

  it('stand on what the provider answers', { tags: ['A-13'] }, async () => {
    const paths = [
      '/.well-known/openid-configuration',
      '/jwks',
      '/authorize',
      '/authorize?client_id=x',
      '/oauth/token',
      '/v2/logout',
      '/nope',
      '/sign-in/x',
      '/style.css',
    ];
    const seen = new Set<number>();
    for (const path of paths) for (const method of ['GET', 'POST']) seen.add((await ask(method, `/idp${path}`)).status);
    for (const status of [200, 400, 404]) expect([status, seen.has(status)]).toEqual([status, true]);
  });

  it('stand on files, on 304, 404, HEAD and redirects, with the right types and caching', { tags: ['A-13'] }, async () => {
    const script = await ask('GET', '/sw.js');
    expect([script.headers.get('content-type'), script.headers.get('cache-control')]).toEqual([
      'text/javascript; charset=utf-8',
      'no-cache',
    ]);
    const manifest = await ask('GET', '/manifest.webmanifest');
    expect([manifest.headers.get('content-type'), manifest.headers.get('cache-control')]).toEqual([
      'application/manifest+json; charset=utf-8',
      'no-cache',
    ]);
    const page = await ask('GET', '/');
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const asset = await ask('GET', '/assets/index-abcdef12.js');
    expect(asset.status).toBe(200);
    expect((await ask('GET', '/assets/index-abcdef12.js', { 'if-none-match': asset.headers.get('etag') ?? '' })).status).toBe(304);
    expect((await ask('HEAD', '/assets/index-abcdef12.js')).status).toBe(200);
    expect((await ask('GET', '/assets/gone-abcdef12.js')).status).toBe(404);
    const unknown = await under.talk('GET /no/such/page HTTP/1.1\r\nhost: localhost\r\naccept: text/html\r\nconnection: close\r\n\r\n');
    expect([unknown.status, unknown.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expectGuarded('an unknown page', (name) => unknown.headers[name] ?? null);
    expect((await ask('GET', '/%zz')).status).toBe(400);
    expect(
      (await under.talk('GET /operations HTTP/1.1\r\nhost: 127.0.0.1:4173\r\naccept: text/html\r\nconnection: close\r\n\r\n')).status,
    ).toBe(307);
  });

  it('stand on an open event stream, and on every refused upgrade', { tags: ['A-13'] }, async () => {
    const stream = await ask('GET', '/api/events?tenantId=demo', { cookie: admin.cookie });
    expect([stream.status, stream.headers.get('content-type'), stream.headers.get('cache-control')]).toEqual([
      200,
      'text/event-stream; charset=utf-8',
      'no-store',
    ]);
    const upgrade =
      'connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n';
    const own = `origin: ${under.platform.config.origin}\r\n`;
    const refused: [string, string, number][] = [
      ['/tenants/demo', '', 403],
      ['/tenants/demo', own, 401],
      ['/tenants/kampala', `${own}cookie: ${admin.cookie}\r\n`, 403],
      ['/tenants/', own, 401],
      ['/no/such', own, 404],
      ['/api/kpis', own, 401],
    ];
    for (const [path, headers, status] of refused) {
      const answer = await under.talk(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n${upgrade}${headers}\r\n`);
      expect([path, answer.status]).toEqual([path, status]);
      expectGuarded(`upgrade ${path}`, (name) => answer.headers[name] ?? null);
    }
  });

  it('stand on what was not even HTTP, was too large or too slow', { tags: ['A-13'], timeout: 40_000 }, async () => {
    const large = `GET / HTTP/1.1\r\nhost: localhost\r\nx-large: ${'x'.repeat(40_000)}\r\n\r\n`;
    for (const [text, status] of [
      ['GET / HTTP/1.1\r\nbad header\r\n\r\n', 400],
      [large, 431],
    ] as const) {
      const answer = await under.talk(text);
      expect(answer.status).toBe(status);
      expectGuarded(String(status), (name) => answer.headers[name] ?? null);
    }
    const slow = await startAttacked();
    slow.app.server.headersTimeout = 500;
    slow.app.server.requestTimeout = 500;
    for (const text of [
      'GET / HTTP/1.1\r\nhost: loc',
      `POST /api/auth/login HTTP/1.1\r\nhost: localhost\r\norigin: ${slow.platform.config.origin}\r\nx-correlation-id: c\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{`,
    ]) {
      const answer = await slow.talk(text);
      expect(answer.status).toBe(408);
      expectGuarded('408', (name) => answer.headers[name] ?? null);
    }
    await slow.close();
  });

  it('HSTS on every answer where browsers come over https, and nowhere else', { tags: ['A-13'] }, async () => {
    const secure = await startAttacked({ config: { origin: 'https://console.example', secure: true } });
    for (const path of ['/healthz', '/api/auth/me', '/no/such']) {
      expect((await fetch(`${secure.address}${path}`)).headers.get('strict-transport-security')).toBe(
        'max-age=31536000; includeSubDomains',
      );
      expect((await ask('GET', path)).headers.get('strict-transport-security')).toBeNull();
    }
    await secure.close();
  });
});
