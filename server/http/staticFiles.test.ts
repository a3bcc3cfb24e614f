import { request } from 'node:http';
import { connect } from 'node:net';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replaceBuild } from '../../scripts/keptAssets.mjs';
import { precompress } from '../../scripts/precompress.mjs';
import { verifyPage } from '../../scripts/verifyPage.ts';
import { listening } from '../testing/listening.ts';
import { createTestPlatform, type TestPlatform } from '../testing/platform.ts';

const dist = mkdtempSync(join(tmpdir(), 'ukweli-dist-'));
const text = 'console.log("ukweli");'.repeat(200);
const oldChunk = 'export const of = "the build before";'.repeat(100);
let test: TestPlatform;

/** Makes a small build and replaces the earlier one with it, as scripts/build.mjs does. */
async function deploy(files: Readonly<Record<string, string>>, before: string): Promise<void> {
  const next = join(dist, 'next');
  mkdirSync(join(next, 'assets'), { recursive: true });
  for (const [name, content] of Object.entries(files)) writeFileSync(join(next, name), content);
  await precompress(next);
  replaceBuild({ next, web: join(dist, 'web'), kept: join(dist, 'kept') }, before);
}

beforeAll(async () => {
  const html = `<!doctype html><title>Ukweli</title>${'<p></p>'.repeat(300)}`;
  const shared = { 'index.html': html, 'assets/shared-aaa.js': text };
  await deploy({ ...shared, 'assets/screen-old.js': oldChunk, 'assets/inter.woff2': 'wOF2' }, '');
  await deploy(
    {
      ...shared,
      'assets/screen-new.js': text,
      'sw.js': `${text}SHELL_POLICY`,
      'manifest.webmanifest': '{}',
      'favicon.svg': '<svg/>',
      'verify.html': await verifyPage(),
    },
    '20261121.080000-aaaaaaa',
  );
  test = await createTestPlatform({ config: { webRoot: join(dist, 'web'), keptAssetsRoot: join(dist, 'kept') } });
});
afterAll(async () => {
  await test.close();
  rmSync(dist, { recursive: true, force: true });
});
const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  test.app.inject({ method, url, headers: { host: 'localhost:4173', ...headers } });
/** The listening port; the server starts listening once. */
let opened: Promise<number> | null = null;
const portOf = (): Promise<number> => (opened ??= listening(test.app.server));
const accept = (encoding: string) => ({ 'accept-encoding': encoding });

describe('the built console', () => {
  it.each([
    ['/assets/screen-new.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/assets/inter.woff2', 'font/woff2', 'public, max-age=31536000, immutable'],
    ['/sw.js', 'text/javascript; charset=utf-8', 'no-cache'],
    ['/index.html', 'text/html; charset=utf-8', 'no-cache'],
    ['/', 'text/html; charset=utf-8', 'no-cache'],
    ['/operations/evidence', 'text/html; charset=utf-8', 'no-cache'],
    ['/manifest.webmanifest', 'application/manifest+json; charset=utf-8', 'no-cache'],
    ['/favicon.svg', 'image/svg+xml', 'no-cache'],
  ])('serves %s as %s, %s', { tags: ['K-3'] }, async (path, type, caching) => {
    const { statusCode, headers } = await get(path, { accept: 'text/html' });
    expect([statusCode, headers['content-type'], headers['cache-control'], headers['vary']]).toEqual([
      200,
      type,
      caching,
      'Accept-Encoding',
    ]);
  });

  it('serves the page that checks a proof under the policy that it names itself, which allows no network; every other page under the console’s', {
    tags: ['P-10'],
  }, async () => {
    const page = await get('/verify.html');
    const policy = String(page.headers['content-security-policy']);
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(policy).toMatch(
      /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; /,
    );
    expect(policy).toMatch(/; frame-ancestors 'none'$/);
    expect(policy).not.toMatch(/connect-src|unsafe|'self'|data:/);
    expect(page.body).toContain(policy.replace("; frame-ancestors 'none'", ''));
    expect(page.body.length, 'whole in one file, under 150 kB').toBeLessThan(150_000);
    const shell = await get('/', { accept: 'text/html' });
    expect(shell.headers['content-security-policy']).toContain("connect-src 'self'");
  });

  it.each(['/assets/screen-new.js', '/', '/sw.js'])('gives %s as brotli, gzip or plain, each under a tag of its own', async (path) => {
    const page = { accept: 'text/html' };
    const plain = await get(path, page);
    const br = await get(path, { ...page, ...accept('gzip, deflate, br') });
    const gz = await get(path, { ...page, ...accept('gzip') });
    const refused = await get(path, { ...page, ...accept('br;q=0, gzip;q=0') });
    expect([br, gz, plain, refused].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined, undefined]);
    expect(brotliDecompressSync(br.rawPayload)).toEqual(plain.rawPayload);
    expect(gunzipSync(gz.rawPayload)).toEqual(plain.rawPayload);
    expect(br.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
    expect(new Set([br, gz, plain].map(({ headers }) => headers.etag)).size).toBe(3);
  });

  it('answers 304 to who holds that form, weakened by a proxy or not, and the whole to who holds another', async () => {
    const path = '/assets/screen-new.js';
    const br = await get(path, accept('br'));
    for (const tag of [String(br.headers.etag), `W/${String(br.headers.etag)}`, `"other", ${String(br.headers.etag)}`]) {
      const again = await get(path, { ...accept('br'), 'if-none-match': tag });
      expect([again.statusCode, again.body, again.headers.etag, again.headers['cache-control']]).toEqual([
        304,
        '',
        br.headers.etag,
        'public, max-age=31536000, immutable',
      ]);
    }
    expect((await get(path, { 'if-none-match': String(br.headers.etag) })).statusCode).toBe(200);
  });

  it('says by HEAD what GET would send', async () => {
    const head = await get('/assets/screen-new.js', accept('br'), 'HEAD');
    const whole = await get('/assets/screen-new.js', accept('br'));
    expect([head.statusCode, head.rawPayload.length]).toEqual([200, 0]);
    for (const name of ['content-length', 'content-encoding', 'etag', 'content-type'] as const)
      expect(head.headers[name]).toBe(whole.headers[name]);
  });

  it.each(['/assets/screen-new.js.br', '/assets/screen-new.js.gz', '/index.html.br'])('has no page %s', async (path) => {
    expect((await get(path)).statusCode).toBe(404);
  });

  it.each([
    '/../../../../etc/passwd',
    '/assets/../../server/server/main.js',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..%5c..%5cpackage.json',
    '//etc/passwd',
    '/assets//../../package.json',
    '/assets/screen-new.js%00.png',
    '/assets/screen-new.js/../../../package.json',
  ])('leads nobody out of the folder that it serves: %s', { tags: ['A-16'] }, async (path) => {
    const port = await portOf();
    // Over a raw socket: an HTTP client would normalise the path first.
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost:4173\r\naccept: text/html\r\nconnection: close\r\n\r\n`),
      );
      let said = '';
      socket.setEncoding('utf8').on('data', (part: string) => (said += part));
      socket.once('end', () => resolve(said)).once('error', reject);
    });
    const status = Number(answer.slice(9, 12));
    // The shell, as at every address of the console, or a refusal.
    expect([path, status === 200 ? answer.includes('<title>') : status >= 400 && status < 500]).toEqual([path, true]);
    expect(answer).not.toMatch(/root:|"dependencies"|createPlatform/);
  });

  it('refuses an address that nobody can read, and goes on', { tags: ['A-12'] }, async () => {
    expect((await get('/%E0%A4%A', { accept: 'text/html' })).statusCode).toBe(400);
    // In a fragment, which browsers never send but other programs may.
    const port = await portOf();
    const status = (path: string) =>
      new Promise<number | undefined>((resolve, reject) => {
        const asked = request(
          { host: '127.0.0.1', port, path, agent: false, headers: { host: 'localhost:4173', accept: 'text/html' } },
          (answer) => {
            answer.resume();
            resolve(answer.statusCode);
          },
        );
        asked.once('error', reject).end();
      });
    expect(await status('/login#%E0%A4%A')).toBe(400);
    expect((await get('/login', { accept: 'text/html' })).statusCode).toBe(200);
  });

  it('writes the policy of now into the service worker, so that another policy is another shell', async () => {
    const before = await get('/sw.js');
    expect(before.body).not.toContain('SHELL_POLICY');
    test.platform.policy.allowConnect(['https://login.example']);
    const after = await get('/sw.js');
    expect(after.headers.etag).not.toBe(before.headers.etag);
    expect(after.headers['content-security-policy']).toContain("connect-src 'self' https://login.example;");
  });
});

describe('the build before it', { tags: ['F-19'] }, () => {
  it('is still there for pages that are open: its hashed assets, compressed and for good', async () => {
    const kept = await get('/assets/screen-old.js', accept('br'));
    expect([kept.statusCode, kept.headers['content-encoding'], kept.headers['cache-control']]).toEqual([
      200,
      'br',
      'public, max-age=31536000, immutable',
    ]);
    expect(brotliDecompressSync(kept.rawPayload).toString()).toBe(oldChunk);
  });

  it('gives nothing else: what is neither here nor kept is 404 and never the shell', async () => {
    const gone = await get('/assets/screen-older.js', { accept: 'text/html' });
    expect([gone.statusCode, gone.json().error.code]).toEqual([404, 'not_found']);
    expect((await get('/kept/20261121.080000-aaaaaaa/assets/screen-old.js')).statusCode).toBe(404);
  });
});
