import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestPlatform, type TestPlatform } from '../testing/platform.ts';
import { listenForMetrics, NoMetricsListener } from './metricsListener.ts';

describe('the counts', { tags: ['G-22'] }, () => {
  let test: TestPlatform;
  let server: Server;
  let origin = '';
  beforeAll(async () => {
    test = await createTestPlatform();
    server = await listenForMetrics(test.platform, { host: '127.0.0.1', port: 0 });
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on TCP
  });
  afterAll(() => test.close());

  it('are told in Prometheus’ form, on a listener of their own', async () => {
    await test.app.inject({ url: '/healthz' });
    const answer = await fetch(`${origin}/metrics`);
    const text = await answer.text();
    expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
    expect(text).toMatch(/^ukweli_http_requests_total\{method="GET",route="\/healthz",status="200"\} \d+$/m);
    expect(text).toMatch(/^ukweli_http_request_duration_seconds_bucket\{le="\+Inf",route="\/healthz"\} \d+$/m);
  });

  it('are not told where people sign in, to this machine either', async () => {
    const { cookie } = await test.signIn('admin@ukweli.example');
    for (const headers of [{}, { cookie }]) {
      const answer = await test.app.inject({ url: '/metrics', headers, remoteAddress: '127.0.0.1' });
      expect([answer.statusCode, answer.body.includes('ukweli_')]).toEqual([404, false]);
    }
  });

  it.each([
    ['GET', '/', 404],
    ['GET', '/api/kpis', 404],
    ['GET', '/metrics/..', 404],
    ['POST', '/metrics', 405],
    ['DELETE', '/metrics', 405],
  ])('nothing else is there: %s %s', async (method, path, status) => {
    const answer = await fetch(`${origin}${path}`, { method });
    expect([answer.status, await answer.text()]).toEqual([status, '']);
  });

  it('a port that is taken is told in the operator’s words', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo; // as above
    const opened = listenForMetrics(test.platform, { host: '127.0.0.1', port });
    await expect(opened).rejects.toThrow(NoMetricsListener);
    await expect(opened).rejects.toThrow(`METRICS_PORT=${port} cannot be listened on at 127.0.0.1 (EADDRINUSE)`);
    other.close();
  });
});

it('ends with the platform, whoever holds a connection', { tags: ['G-22'] }, async () => {
  const own = await createTestPlatform();
  const server = await listenForMetrics(own.platform, { host: '127.0.0.1', port: 0 });
  const held = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await once(held, 'connect');
  const ended = once(held, 'close');
  await own.close();
  await ended;
  expect(server.listening).toBe(false);
});
