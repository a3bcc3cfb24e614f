import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Platform } from '../context.ts';
import { refuse } from './problem.ts';
import { sendProblem } from './route.ts';

/** `/healthz`: the process answers. `/readyz`: it can reach its database. `/metrics`: counts, for those on this machine. */
export function registerHealthRoutes(app: FastifyInstance, platform: Platform): void {
  const { db, metrics, log } = platform;
  metrics.gauge('ukweli_heap_bytes', () => process.memoryUsage().heapUsed);
  metrics.gauge('ukweli_uptime_seconds', () => Math.round(process.uptime()));

  app.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    try {
      await sql`select 1`.execute(db);
      return await reply.send({ status: 'ready' });
    } catch (failure) {
      log.error('readyz', failure);
      return sendProblem(reply, request, refuse('unavailable', undefined, 5000));
    }
  });
  // Counts tell an outsider how busy and how ill the platform is: behind a proxy they are for whoever reaches it directly.
  app.get('/metrics', (request, reply) => {
    const direct =
      ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.socket.remoteAddress ?? '') &&
      request.headers['x-forwarded-for'] === undefined;
    if (!direct) return sendProblem(reply, request, refuse('not_found'));
    return reply.header('content-type', 'text/plain; version=0.0.4; charset=utf-8').send(metrics.text());
  });
}
