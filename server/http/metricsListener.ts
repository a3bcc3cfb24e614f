import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Platform } from '../context.ts';

/** Address of the metrics listener. */
export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

/** The metrics port is taken, or the address does not belong to this machine. */
export class NoMetricsListener extends Error {}

/**
 * Serves metrics at `/metrics` in Prometheus' text format, on a separate listener (G-22): load and health are not for the public, and a
 * listener that no proxy forwards to needs no access rule. Keeps serving while the server drains and closes with it.
 * @throws NoMetricsListener with a message for the operator
 */
export async function listenForMetrics(platform: Pick<Platform, 'metrics' | 'log' | 'onClose'>, address: MetricsAddress): Promise<Server> {
  const server = createServer({ headersTimeout: 5000, requestTimeout: 5000 }, (request, answer) => {
    request.resume();
    const headers = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store', connection: 'close' };
    if (request.url?.split('?')[0] !== '/metrics') return void answer.writeHead(404, headers).end();
    if (request.method !== 'GET' && request.method !== 'HEAD') return void answer.writeHead(405, { ...headers, allow: 'GET, HEAD' }).end();
    const send = (text?: string) =>
      answer.writeHead(200, { ...headers, 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text);
    if (request.method === 'HEAD') return void send();
    void platform.metrics.text().then(send, (failure: unknown) => {
      platform.log.error('metrics', failure);
      answer.writeHead(500, headers).end();
    });
  });
  try {
    server.listen(address.port, address.host);
    await once(server, 'listening');
  } catch (failure) {
    throw new NoMetricsListener(
      `METRICS_PORT=${address.port} cannot be listened on at ${address.host} (${(failure as NodeJS.ErrnoException).code ?? 'no reason given'}): choose another, or set METRICS_HOST.`,
      { cause: failure },
    );
  }
  platform.onClose(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return server;
}
