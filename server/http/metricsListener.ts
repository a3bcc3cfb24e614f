import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { Platform } from '../context.ts';

/** Where the counts are told. */
export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

/** The port of the counts is taken, or its address is none of this machine's. */
export class NoMetricsListener extends Error {}

/**
 * Tells what the platform counts of itself, at `/metrics` in Prometheus' text form and at no other path, on a listener of its own (G-22): how busy and how ill a platform is is no
 * stranger's business, and a listener that no proxy leads to needs no rule about who may ask it. It goes on while the platform drains, and ends with it.
 * @throws NoMetricsListener in the operator's words
 */
export async function listenForMetrics(platform: Pick<Platform, 'metrics' | 'onClose'>, address: MetricsAddress): Promise<Server> {
  const server = createServer({ headersTimeout: 5000, requestTimeout: 5000 }, (request, answer) => {
    request.resume();
    const headers = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store', connection: 'close' };
    if (request.url?.split('?')[0] !== '/metrics') return void answer.writeHead(404, headers).end();
    if (request.method !== 'GET' && request.method !== 'HEAD') return void answer.writeHead(405, { ...headers, allow: 'GET, HEAD' }).end();
    return void answer
      .writeHead(200, { ...headers, 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
      .end(request.method === 'HEAD' ? undefined : platform.metrics.text());
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
