import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { clockTooFar } from '../clockWatch.ts';
import type { Platform } from '../context.ts';
import { refuse } from './problem.ts';
import { sendProblem } from './route.ts';

/** Maximum time for the simplest database query before the database counts as away, milliseconds; load balancers wait no longer either. */
export const readyWithinMs = 2000;

/**
 * `/healthz`: the process responds; restart it if not. `/readyz`: the database is reachable, the machine's clock is about right (D-63)
 * and the process is not draining; send no traffic if not. Metrics have their own listener (metricsListener.ts).
 */
export function registerHealthRoutes(app: FastifyInstance, platform: Platform): void {
  const { metrics, log, database, config, clock } = platform;
  metrics.gauge('ukweli_build_info', () => 1, { build: config.build, database: database.kind });
  const startedAt = Math.round(clock.now().getTime() / 1000 - process.uptime());
  metrics.gauge('process_start_time_seconds', () => startedAt);
  metrics.gauge('process_resident_memory_bytes', () => process.memoryUsage.rss());
  metrics.gauge('ukweli_heap_used_bytes', () => process.memoryUsage().heapUsed);
  metrics.gauge('ukweli_draining', () => (platform.draining ? 1 : 0));
  const { connections } = database;
  metrics.gauge('ukweli_db_connections_open', () => connections().open);
  metrics.gauge('ukweli_db_connections_idle', () => connections().idle);
  metrics.gauge('ukweli_db_callers_waiting', () => connections().waiting);
  metrics.gauge('ukweli_db_writers_waiting', () => database.writersWaiting());
  const loop = monitorEventLoopDelay({ resolution: 20 });
  loop.enable();
  platform.onClose(() => void loop.disable());
  // Since the last scrape, so that one slow moment shows only once.
  metrics.gauge('ukweli_event_loop_delay_p99_seconds', () => {
    const p99 = loop.percentile(99) / 1e9;
    loop.reset();
    return p99;
  });

  app.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }));
  let away = false;
  app.get('/readyz', async (request, reply) => {
    const notReady = () => sendProblem(reply, request, refuse('unavailable', undefined, 5000));
    if (platform.draining) return notReady();
    const off = clockTooFar(clock.aheadMs());
    if (off !== null) return sendProblem(reply, request, refuse('unavailable', off, 5000));
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`The database did not answer within ${readyWithinMs} ms`)), readyWithinMs);
    });
    try {
      await Promise.race([sql`select 1`.execute(database.vital), tooLong]);
      if (away) log.info('readyz.back');
      away = false;
      return await reply.send({ status: 'ready' });
    } catch (failure) {
      // Load balancers ask every second or two: log only the changes.
      if (!away) log.error('readyz.away', failure);
      away = true;
      return notReady();
    } finally {
      clearTimeout(timer);
    }
  });
}
