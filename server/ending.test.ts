// Long: drains for the real time.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { headers } from '../src/contracts/endpoints.ts';
import { demoPassword } from './identity/demo/demoAccounts.ts';
import { unpackDemo } from './testing/images.ts';
import { freePort, type Running, runProgram } from './testing/process.ts';
import { openSocket, openStream } from './testing/streamReaders.ts';

const running: Running[] = [];
const folder = mkdtempSync(join(tmpdir(), 'ukweli-ending-'));
afterEach(async () => {
  for (const one of running.splice(0)) {
    one.child.kill('SIGKILL');
    await one.ended;
  }
  rmSync(folder, { recursive: true, force: true });
});

describe('SIGTERM', () => {
  it('turns balancers away, ends streams in order, finishes and answers the write under way, and ends with 0', {
    timeout: 600_000, // upper limit: two starts on a shared machine
  }, async () => {
    await unpackDemo(folder);
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const env = { PORT: String(port), DATA_DIR: folder, SIMULATION: 'off', DRAIN_SECONDS: '12' };
    const start = async (): Promise<Running> => {
      const one = runProgram('server/main.ts', [], env);
      running.push(one);
      await one.says('Stop with Ctrl+C');
      return one;
    };
    const platform = await start();
    const login = await fetch(`${origin}/api/auth/login`, {
      method: 'POST',
      headers: { origin, [headers.correlation]: 'ending', 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'admin@ukweli.example', password: demoPassword }),
    });
    const cookie = login.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    const ask = (path: string) => fetch(`${origin}${path}`, { headers: { cookie, connection: 'close' } });
    const queue = async () => ((await (await ask('/api/dlq')).json()) as { items: { itemId: string; version: number }[] }).items;
    const [item] = await queue();
    if (item === undefined) throw new Error('The seed has dead letters');

    const stream = await openStream(origin, '/api/events?tenantId=demo', cookie);
    const socket = await openSocket(origin, '/tenants/demo', { cookie, origin });
    await Promise.all([stream.frame('hello'), socket.frame('hello')]);
    // A command of which only half has arrived.
    const body = JSON.stringify({ version: item.version });
    const head = [
      `POST /api/dlq/${item.itemId}/promote HTTP/1.1`,
      `Host: localhost:${port}`,
      `Origin: ${origin}`,
      `Cookie: ${cookie}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      `${headers.correlation}: ending-write`,
      `${headers.idempotency}: ending-write-00000001`,
    ];
    const write = connect(port, 'localhost');
    let answer = '';
    write.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
    const written = once(write, 'close');
    await once(write, 'connect');
    write.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 4)}`);

    platform.child.kill('SIGTERM');
    await platform.says('platform.ending');
    // While draining it still serves, and /readyz tells load balancers to send nothing new.
    expect((await ask('/readyz')).status).toBe(503);
    expect((await ask('/healthz')).status).toBe(200);
    expect((await ask('/api/kpis')).status).toBe(200);
    expect(socket.socket.readyState).toBe(socket.socket.OPEN);

    expect((await socket.ended).code).toBe(1001);
    await stream.ended;
    // The stream ends after a complete frame.
    expect(stream.text().endsWith('\n\n')).toBe(true);
    write.write(body.slice(4));
    await written;
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer.toLowerCase()).toContain('\r\nconnection: close\r\n');
    expect(answer).toContain(`"itemId":"${item.itemId}"`);
    expect(await platform.ended).toBe(0);
    expect(platform.said()).not.toContain('"level":"error"');

    await start();
    expect((await queue()).map(({ itemId }) => itemId)).not.toContain(item.itemId);
  });
});
