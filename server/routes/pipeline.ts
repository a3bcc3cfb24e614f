import type { FastifyInstance } from 'fastify';
import type { Platform } from '../context.ts';
import { readQueued } from '../entities/deadLetters.ts';
import { toStage } from '../entities/operations.ts';
import { route } from '../http/route.ts';

/** Pipeline stages in order of processing, and the dead letter queue, newest first. */
export function registerPipelineRoutes(app: FastifyInstance, platform: Platform): void {
  const lastUpdated = (): string => platform.clock.business().toISOString();

  route(app, platform, 'pipeline', async ({ db, tenantId }) => {
    const rows = await db.selectFrom('pipeline_stages').selectAll().where('tenant_id', '=', tenantId).orderBy('position').execute();
    return { stages: rows.map(toStage), lastUpdated: lastUpdated() };
  });

  route(app, platform, 'dlq', async ({ db, tenantId, session }) => {
    const items = await readQueued({ trx: db, tenantId }, session.permissions);
    return { items, totalCount: items.length, lastUpdated: lastUpdated() };
  });
}
