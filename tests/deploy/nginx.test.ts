import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { createServer, request as requestPlain } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { join } from 'node:path';
import { brotliCompressSync, gunzipSync } from 'node:zlib';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { demoPassword } from '../../server/identity/demo/demoAccounts.ts';
import { hashPassword } from '../../server/identity/passwords/passwords.ts';
import { writeTransaction } from '../../server/realtime/log.ts';
import { listening } from '../../server/testing/listening.ts';
import { freePort } from '../../server/testing/process.ts';
import { createInbox } from '../../server/testing/streamReaders.ts';
import { type Attacked, expectGeneric, startAttacked } from '../attacks/attacked.ts';
import { adapted, blockOf } from './document.ts';
import { type Answer, type Nginx, siteName, siteOrigin, startNginx } from './nginx.ts';

const name = siteName;
const origin = siteOrigin;
const hasNginx = spawnSync('nginx', ['-v']).status === 0;

/** The headers of every answer to a browser. */
function expectGuarded(headers: Answer['headers']): void {
  expect(headers).toMatchObject({
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'strict-transport-security': expect.stringContaining('max-age='),
  });
}

/** The configuration of docs/DEPLOY.md in front of a running platform; only ports and certificate differ. */
// Skipped without nginx, except in CI, where a missing one must fail.
describe.skipIf(!hasNginx && process.env['CI'] === undefined)('nginx as docs/DEPLOY.md sets it up', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ukweli-nginx-'));
  const script = 'console.log("ukweli");'.repeat(200);
  let under: Attacked;
  let cookie = '';
  let nginx: Nginx;
  let ask: Nginx['ask'];
  let change: Nginx['change'];

  beforeAll(async () => {
    const webRoot = join(folder, 'web');
    mkdirSync(join(webRoot, 'assets'), { recursive: true });
    writeFileSync(join(webRoot, 'index.html'), '<!doctype html><title>Ukweli</title>');
    writeFileSync(join(webRoot, 'assets/index-abcdef12.js'), script);
    writeFileSync(join(webRoot, 'assets/index-abcdef12.js.br'), brotliCompressSync(script));
    under = await startAttacked({ config: { webRoot, origin, secure: true, trustedProxies: 1 } });
    cookie = (await under.signIn('admin@ukweli.example')).cookie;

    nginx = await startNginx(folder, [new URL(under.address).host, `127.0.0.1:${await freePort()}`]); // the second instance is down
    ({ ask, change } = nginx);
  }, 90_000);
  afterAll(async () => {
    await nginx?.close();
    await under?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const write = (text: string): Promise<number> =>
    writeTransaction(under.platform, 'demo', async (_trx, emit) =>
      emit({ type: 'kpis.updated', resourceId: 'one', data: { text }, correlationId: 'c' }),
    );

  it('leads pages from http to https, and refuses calls: none goes on in the clear unnoticed', async () => {
    const inTheClear = (path: string): Promise<readonly unknown[]> =>
      new Promise((resolve, reject) => {
        requestPlain({ host: '127.0.0.1', port: nginx.plain, path, headers: { host: name } }, (answer) => {
          answer.resume();
          resolve([answer.statusCode, answer.headers.location]);
        })
          .on('error', reject)
          .end();
      });
    expect(await inTheClear('/dlq?q=1')).toEqual([301, `${origin}/dlq?q=1`]);
    for (const path of ['/api/config', '/api/auth/me?x=1', '/tenants/demo']) expect(await inTheClear(path)).toEqual([403, undefined]);
  });

  it('speaks TLS 1.3 and 1.2, with forward secrecy and authenticated ciphers alone', async () => {
    const spoken = (given: ConnectionOptions): Promise<string> =>
      new Promise((resolve) => {
        const socket = connectTls({ ...nginx.trusted, ...given }, () => {
          resolve(`${socket.getProtocol()} ${socket.getCipher().name}`);
          socket.destroy();
        }).on('error', () => resolve('refused'));
      });
    expect(await spoken({})).toMatch(/^TLSv1\.3 /);
    const older = { maxVersion: 'TLSv1.2' } as const;
    expect(await spoken(older)).toMatch(/^TLSv1\.2 ECDHE-\w+-(?:AES256-GCM|CHACHA20)/);
    expect(await spoken({ ...older, ciphers: 'ECDHE-RSA-AES128-GCM-SHA256' })).toBe('TLSv1.2 ECDHE-RSA-AES128-GCM-SHA256');
    for (const ciphers of ['AES256-GCM-SHA384', 'AES128-SHA', 'ECDHE-RSA-AES256-SHA384'])
      expect([ciphers, await spoken({ ...older, ciphers })]).toEqual([ciphers, 'refused']);
    expect(await spoken({ minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL@SECLEVEL=0' })).toBe('refused');
  });

  it('keeps a log of accesses that holds no secret of an address', { tags: ['A-15'] }, async () => {
    await ask('/auth/reset-password/confirm?token=secret-of-a-letter', { referer: `${origin}/callback?code=secret-of-a-sign-in` });
    await vi.waitFor(() => expect(nginx.accesses()).toContain('GET /auth/reset-password/confirm'));
    expect(nginx.accesses()).not.toMatch(/secret-of|token|code=/);
  });

  it('hands on files as the platform packed and dated them', async () => {
    const asset = await ask('/assets/index-abcdef12.js', { 'accept-encoding': 'br, gzip' });
    expect(asset.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'public, max-age=31536000, immutable' });
    const shell = await ask('/', { accept: 'text/html' });
    expect([shell.status, shell.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(shell.headers['content-security-policy']).toContain("default-src 'none'");
    expect(shell.headers['strict-transport-security']).toContain('max-age=');
    const again = await ask('/', { accept: 'text/html', 'if-none-match': String(shell.headers['etag']) });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  it('packs answers of calls, and keeps their correlation id', async () => {
    const { status, headers, body } = await ask('/api/openapi.json', {
      cookie,
      'accept-encoding': 'gzip',
      'x-correlation-id': 'asked-by-me',
    });
    expect([status, headers['content-encoding'], headers['x-correlation-id']]).toEqual([200, 'gzip', 'asked-by-me']);
    expect(JSON.parse(gunzipSync(body).toString())).toHaveProperty('paths');
  });

  it('tells the platform who asks, and cannot be talked into another address', async () => {
    const [email, password] = ['admin@ukweli.example', 'Three-Herons-Wade-9!'];
    const { db, config } = under.platform;
    const stored = await hashPassword(password, config.passwordCost);
    await db.updateTable('accounts').set({ password: stored }).where('email', '=', email).execute();
    const credentials = JSON.stringify({ email, password });
    const forged = { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '203.0.113.9', forwarded: 'for=203.0.113.9' };
    const answer = await change('/api/auth/login', credentials, { ...forged, 'x-correlation-id': 'sign-in-behind-nginx' });
    expect(answer.status).toBe(200);
    expect([answer.headers['set-cookie'] ?? []].flat().join()).toMatch(
      /__Host-ukweli_session=[^;]+; Path=\/; .*HttpOnly; SameSite=Lax; Secure/,
    );
    const lines = await under.platform.db
      .selectFrom('audit_records')
      .select('ip')
      .where('correlation_id', '=', 'sign-in-behind-nginx')
      .execute();
    expect(lines).toEqual([{ ip: '127.0.0.1' }]);
    expect((await change('/api/auth/login', credentials, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await change('/api/auth/login', credentials, { origin: under.address })).status).toBe(403);
  });

  it('leads nobody in by the published password', { tags: ['G-7'] }, async () => {
    const published = JSON.stringify({ email: 'bank@ukweli.example', password: demoPassword });
    expect((await change('/api/auth/login', published)).status).toBe(401);
  });

  it('keeps the counts from strangers', { tags: ['G-22'] }, async () => {
    expect((await ask('/metrics')).status).toBe(404);
    expect((await ask('/readyz')).status).toBe(200);
  });

  it('lets the platform refuse a body that is too large, and refuses what is far too large', async () => {
    const answer = await change('/api/telemetry', JSON.stringify({ text: 'x'.repeat(1_500_000) }), { cookie });
    expect(answer.status).toBe(413);
    expectGeneric(answer.body.toString(), 'too_large');
    const farTooLarge = await change('/api/telemetry', 'x'.repeat(3_000_000), { cookie });
    expect(farTooLarge.status).toBe(413);
    expectGeneric(farTooLarge.body.toString(), 'too_large');
    expectGuarded(farTooLarge.headers);
    for (const { headers, body } of [answer, farTooLarge])
      expect([headers['x-correlation-id'], JSON.parse(body.toString()).error.correlationId]).toEqual(['behind-nginx', 'behind-nginx']);
  });

  it('gives the id of a call back once, whoever of the two answers, and never what is no id', {
    tags: ['M-8', 'F-33', 'D-50'],
  }, async () => {
    const asked = { 'x-correlation-id': 'call-1' };
    for (const answer of [await ask('/api/config', asked), await ask('/api/auth/me', asked), await ask('/', asked, 'TRACE')])
      expect([answer.status, answer.headers['x-correlation-id']]).toEqual([answer.status, 'call-1']);
    const forged = await ask('/', { 'x-correlation-id': '"><script>' }, 'TRACE');
    expect(forged.headers['x-correlation-id']).toMatch(/^[0-9a-f]{32}$/);
  });

  it('guards what nginx answers by itself, and adds nothing to what the platform has guarded', { tags: ['A-13'] }, async () => {
    const own = [
      await ask(`/${'x'.repeat(40_000)}`), // 414
      await ask('/', { 'x-long': 'x'.repeat(40_000) }), // 400
      await ask('/', {}, 'TRACE'), // 405
    ];
    expect(own.map(({ status }) => status)).toEqual([414, 400, 405]);
    for (const { headers, body } of own) {
      expectGuarded(headers);
      expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
      expect(`${String(headers['server'])} ${body}`).not.toMatch(/\d+\.\d+/); // no version
    }
    const byPlatform = await ask('/api/config');
    const directly = await fetch(`${under.address}/api/config`);
    for (const header of ['content-security-policy', 'x-content-type-options', 'referrer-policy', 'strict-transport-security'])
      expect([header, byPlatform.headers[header]]).toEqual([header, directly.headers.get(header)]);
  });

  it('gives events one by one, as they come, over HTTP/1.1 and HTTP/2', { tags: ['D-14'] }, async () => {
    const path = '/api/events?tenantId=demo&topics=kpis';
    const ends: (() => void)[] = [];
    const inboxes = [createInbox(), createInbox()] as const;
    const feed = (inbox: (typeof inboxes)[number]) => {
      let rest = '';
      return (chunk: string): void => {
        const blocks = (rest + chunk).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) inbox.take(/data: (.*)/.exec(block)?.[1] ?? '');
      };
    };
    const overOne = request(
      { ...nginx.trusted, path, agent: false, headers: { host: name, cookie, 'accept-encoding': 'gzip' } },
      (answer) => {
        expect([answer.headers['content-type'], answer.headers['content-encoding']]).toEqual([
          'text/event-stream; charset=utf-8',
          undefined,
        ]);
        answer
          .setEncoding('utf8')
          .on('data', feed(inboxes[0]))
          .on('error', () => undefined);
      },
    );
    overOne.on('error', () => undefined); // cut below
    overOne.end();
    ends.push(() => overOne.destroy());
    const session = connectHttp2(`https://127.0.0.1:${nginx.tls}`, { ca: nginx.trusted.ca, servername: name });
    session.on('error', () => undefined); // cut below
    const overTwo = session.request({ ':authority': name, ':path': path, cookie, 'accept-encoding': 'gzip' });
    overTwo.setEncoding('utf8').on('data', feed(inboxes[1]));
    overTwo.on('error', () => undefined);
    ends.push(() => session.destroy());

    await Promise.all(inboxes.map((inbox) => inbox.frame('hello')));
    // Each must arrive before the next is written: a buffering proxy would hold the first one back.
    for (const text of ['one', 'two', 'three']) {
      const seq = await write(text);
      for (const inbox of inboxes) expect((await inbox.frame('event', (frame) => frame.seq === seq)).data).toEqual({ text });
    }
    for (const end of ends) end();
  });

  it('upgrades the websocket for pages of the one origin', { tags: ['C-88'] }, async () => {
    const open = (from: string): Promise<{ status: number; inbox: ReturnType<typeof createInbox>; socket: WebSocket }> =>
      new Promise((resolve, reject) => {
        const inbox = createInbox();
        const tlsOptions = { ca: nginx.trusted.ca, servername: name }; // The typings omit options that are passed on to Node's TLS.
        const headers = { host: name, cookie, origin: from };
        const socket = new WebSocket(`wss://127.0.0.1:${nginx.tls}/tenants/demo`, { headers, ...tlsOptions });
        socket.on('message', (data) => inbox.take(String(data)));
        socket.once('open', () => resolve({ status: 101, inbox, socket }));
        socket.once('unexpected-response', (_request, answer) => resolve({ status: answer.statusCode ?? 0, inbox, socket }));
        socket.once('error', reject);
      });
    const { inbox, socket } = await open(origin);
    await inbox.frame('hello');
    socket.send(JSON.stringify({ type: 'subscribe', topic: 'kpis' }));
    socket.send(JSON.stringify({ type: 'ping' }));
    await inbox.frame('pong');
    const seq = await write('over the socket');
    await inbox.frame('event', (frame) => frame.seq === seq);
    socket.terminate();
    expect((await open('https://evil.example')).status).toBe(403);
  });

  it('goes to the instance that answers, and says in the platform’s words when none does', async () => {
    for (let call = 0; call < 12; call += 1) expect((await ask('/api/config')).status).toBe(200);
    await under.app.close();
    const answer = await ask('/api/config', { 'x-correlation-id': 'call-2' });
    expect([answer.headers['x-correlation-id'], JSON.parse(answer.body.toString()).error.correlationId]).toEqual(['call-2', 'call-2']);
    expect([answer.status, answer.headers['retry-after'], answer.headers['cache-control']]).toEqual([503, '5', 'no-store']);
    expect(answer.headers['content-type']).toContain('application/json');
    expectGuarded(answer.headers);
    expectGeneric(answer.body.toString(), 'unavailable');
    expect((await change('/api/auth/login', '{}')).status).toBe(503);
  });
});

describe.skipIf(!hasNginx && process.env['CI'] === undefined)('nginx of docs/DEPLOY.md before an instance that stands still', () => {
  let folder: string;
  let nginx: Nginx;
  let still = false;
  const asked: string[] = [];
  /** Take calls as two instances do; the second stops answering once `still` is set. */
  const standIns = ['first', 'second'].map((which) =>
    createServer((call, answer) => {
      if (which === 'second' && still) return;
      asked.push(which);
      call.resume().on('end', () => answer.end(which));
    }),
  );
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'ukweli-nginx-'));
    const [one = 0, two = 0] = await Promise.all(standIns.map(listening));
    nginx = await startNginx(folder, [`127.0.0.1:${one}`, `127.0.0.1:${two}`]);
  });
  afterAll(async () => {
    await nginx?.close();
    for (const standIn of standIns) {
      standIn.closeAllConnections();
      await new Promise((resolve) => standIn.close(resolve));
    }
    rmSync(folder, { recursive: true, force: true });
  });

  it('a command that is sent whenever something small was answered comes through', { tags: ['S-14'] }, async () => {
    for (let call = 0; call < 40; call += 1) await nginx.ask('/healthz');
    expect(new Set(asked)).toEqual(new Set(['first', 'second']));
    still = true;
    /** Whether it was answered within the time after which the outbox assumes a lost answer, shortened here. */
    const answered = (call: Promise<unknown>): Promise<boolean> =>
      Promise.race([
        call.then(
          () => true,
          () => false,
        ),
        new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 400)),
      ]);
    let through = false;
    for (let round = 0; round < 30 && !through; round += 1) {
      if (await answered(nginx.ask('/api/auth/me'))) through = await answered(nginx.change('/api/incidents/INC-0042/notes', '{}'));
    }
    expect(through).toBe(true);
  });
});

describe('the unit of docs/DEPLOY.md', () => {
  const analyze = spawnSync('systemd-analyze', ['--version']).status === 0;
  // Skipped without systemd-analyze, except in CI, where a missing one must fail.
  it.skipIf(!analyze && process.env['CI'] === undefined)(
    'is one that systemd takes, and gives the platform longer to end than it needs',
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'ukweli-unit-'));
      const unit = join(folder, 'ukweli@.service');
      writeFileSync(unit, adapted(blockOf('systemd'), { '/usr/bin/node': process.execPath }));
      const judged = spawnSync('systemd-analyze', ['verify', '--man=no', `${folder}/ukweli@4173.service`], { encoding: 'utf8' });
      const complaints = judged.stderr.split('\n').filter((line) => line.includes('ukweli@'));
      rmSync(folder, { recursive: true, force: true });
      expect([judged.error, complaints]).toEqual([undefined, []]);
      expect(Number(/TimeoutStopSec=(\d+)/.exec(blockOf('systemd'))?.[1])).toBeGreaterThan(60 + 8);
    },
  );
});
